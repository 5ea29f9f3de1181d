#include <uniform/store/write_scope.hpp>

namespace uniform::store {

namespace {

thread_local write_scope *innermost_write = nullptr;

} // namespace

write_scope::write_scope(std::optional<history_head> requires_event) noexcept
    : required_(requires_event), outer_(innermost_write) {
    innermost_write = this;
}

write_scope::~write_scope() { innermost_write = outer_; }

write_scope *write_scope::current() noexcept { return innermost_write; }

} // namespace uniform::store
