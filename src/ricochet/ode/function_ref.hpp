#pragma once
// A non-owning reference to a callable: two pointers, no allocation. The callable must outlive it.

#include <memory>
#include <type_traits>
#include <utility>

namespace ricochet {

template <class Signature>
class FunctionRef;

template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class Callable>
  requires(!std::is_same_v<std::remove_cvref_t<Callable>, FunctionRef> &&
           std::is_invocable_r_v<Result, Callable&, Arguments...> &&
           std::is_object_v<std::remove_reference_t<Callable>>) FunctionRef(Callable&& callable)
  noexcept  // NOLINT(google-explicit-constructor): a view of its argument
      : object_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* object, Arguments... arguments) -> Result {
          return (*static_cast<std::remove_reference_t<Callable>*>(object))(
              std::forward<Arguments>(arguments)...);
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(object_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* object_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace ricochet
