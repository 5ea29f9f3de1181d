#include "http/health.hpp"

#include <uniform/store/store.hpp>

namespace uniform::http {

std::string health::why_not_ready() const {
    if (stopping()) return "it is being stopped";
    try {
        static_cast<void>(store_->read([](store::reading &r) { return r.head().first; }));
    } catch (const store::failure &) { // what it says may name hosts and files, which are not for everybody
        return "the store does not answer";
    }
    return {};
}

} // namespace uniform::http
