#include <uniform/store/read_scope.hpp>

namespace uniform::store {

namespace {

thread_local read_scope *innermost = nullptr;

} // namespace

read_scope::read_scope(freshness f) noexcept : wanted_(f), outer_(innermost) { innermost = this; }

read_scope::~read_scope() { innermost = outer_; }

read_scope *read_scope::current() noexcept { return innermost; }

} // namespace uniform::store
