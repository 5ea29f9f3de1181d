#include <uniform/service/iana_registry.hpp>

#include <string>

#include <uniform/registry/iana_list.hpp>

#include "base/mutex.hpp"
#include "service/namespaces/stored_iana_list.hpp"

namespace uniform::service {

namespace {

// The registry that was made last, and what it was made of.
class last_registry {
public:
    std::shared_ptr<const namespace_registry> of(const store::document &d) {
        const namespace_registry *const base = &namespace_registry::standard();
        const base::scoped_lock lock{mutex_};
        if (registry_ == nullptr || base_ != base || body_ != d.body) {
            registry_ =
                std::make_shared<const namespace_registry>(registry::with_list(*base, stored_iana_list::list_in(d)));
            base_ = base;
            body_ = d.body;
        }
        return registry_;
    }

private:
    base::mutex mutex_;
    const namespace_registry *base_ UNIFORM_GUARDED_BY(mutex_) = nullptr;
    std::string body_ UNIFORM_GUARDED_BY(mutex_);
    std::shared_ptr<const namespace_registry> registry_ UNIFORM_GUARDED_BY(mutex_);
};

} // namespace

std::shared_ptr<const namespace_registry> registry_of(store::reading &r) {
    static last_registry last;
    if (const auto d = r.find(stored_iana_list::kind, stored_iana_list::id)) return last.of(*d);
    // Not owned: the standard one lives as long as the program.
    return {std::shared_ptr<const namespace_registry>{}, &namespace_registry::standard()};
}

bool is_registered_with_iana(store::reading &r, std::string_view nid) {
    const namespace_info *const info = registry_of(r)->find(nid);
    return info != nullptr && info->status == namespace_status::registered;
}

} // namespace uniform::service
