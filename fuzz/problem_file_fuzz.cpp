// Any bytes at all are a problem, or an InputError with a sensible place. Everything else that can
// happen (another exception, a crash, a sanitizer's complaint, a hang) is a bug of the reader.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <ricochet/files/problem_file.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const ricochet::ContactProblem problem = ricochet::parse_problem(text, "fuzz").problem;
    if (problem.contacts() < 1 || !problem.G.allFinite() || !problem.gamma.allFinite())
      std::abort();
  } catch (const ricochet::InputError& error) {
    if (error.position().line < 1 || error.position().column < 1) std::abort();
  }
  return 0;
}
