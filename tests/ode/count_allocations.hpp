#pragma once
// Counts calls of operator new in the whole test program. Include in exactly one source file of a
// program:
// it replaces the global operators.

#include <atomic>
#include <cstdlib>
#include <new>

inline std::atomic<long> allocation_count{0};

void* operator new(std::size_t size) {
  ++allocation_count;
  if (void* p = std::malloc(size)) return p;
  throw std::bad_alloc();
}
void* operator new[](std::size_t size) { return operator new(size); }
void operator delete(void* p) noexcept { std::free(p); }
void operator delete[](void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }
void operator delete[](void* p, std::size_t) noexcept { std::free(p); }
