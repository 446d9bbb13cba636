// Any bytes at all are a scene whose start can be evaluated, or an InputError with a sensible place. Everything
// else that can happen (another exception, a crash, a sanitizer's complaint, a hang) is a bug of the reader.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include <ricochet/files/scene_file.hpp>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    const ricochet::Scene scene = ricochet::parse_scene(text, "fuzz");
    ricochet::Evaluation e;
    e.fit(scene.system->info());
    scene.system->evaluate(scene.start.t, scene.start.q, scene.start.u, ricochet::kEverything, e);
    if (!e.h.allFinite() || !e.gap.allFinite() || !e.W.allFinite()) std::abort();
  } catch (const ricochet::InputError& error) {
    if (error.position().line < 1 || error.position().column < 1) std::abort();
  }
  return 0;
}
