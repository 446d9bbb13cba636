#pragma once
// Counts every heap allocation of the test program: malloc and its relatives, so operator new and Eigen
// too. Any number of source files of a program may include it: the functions it replaces them with are weak, so
// that one of each is taken.

#include <atomic>
#include <cstdlib>

inline std::atomic<long> allocation_count{0};

#if defined(__SANITIZE_ADDRESS__)
#define RICOCHET_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define RICOCHET_ASAN 1
#endif
#endif

#ifdef RICOCHET_ASAN
// The sanitizer owns malloc and offers a hook instead.
extern "C" int __sanitizer_install_malloc_and_free_hooks(void (*)(const volatile void*,
                                                                  std::size_t),
                                                         void (*)(const volatile void*));
inline const int allocation_hooks = __sanitizer_install_malloc_and_free_hooks(
    [](const volatile void*, std::size_t) { ++allocation_count; }, [](const volatile void*) {});
#else
// glibc's own functions under their internal names.
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* p, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);

__attribute__((weak)) void* malloc(std::size_t size) {
  ++allocation_count;
  return __libc_malloc(size);
}
__attribute__((weak)) void* calloc(std::size_t count, std::size_t size) {
  ++allocation_count;
  return __libc_calloc(count, size);
}
__attribute__((weak)) void* realloc(void* p, std::size_t size) {
  ++allocation_count;
  return __libc_realloc(p, size);
}
__attribute__((weak)) void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocation_count;
  return __libc_memalign(alignment, size);
}
}
#endif
