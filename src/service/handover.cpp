#include <uniform/service/handover.hpp>

#include <uniform/json/read.hpp>

namespace uniform::service {

std::optional<retirement> retirement_of(store::reading &r) {
    const auto last = r.find("primary", "store"); // of store::retire() and store::promote()
    if (!last) return std::nullopt;
    const auto body = json::read(last->body);
    if (!body || !body->is_object() || body->string_of("state") != "retired") return std::nullopt;
    return retirement{.successor = std::string{body->string_of("successor")}};
}

} // namespace uniform::service
