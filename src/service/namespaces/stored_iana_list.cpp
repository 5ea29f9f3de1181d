#include "service/namespaces/stored_iana_list.hpp"

#include <utility>

#include "service/parsed_document.hpp"

namespace uniform::service::stored_iana_list {

registry::iana_list list_in(const store::document &d) {
    auto list = registry::read_iana_list_json(d.body);
    if (!list) throw_damaged(kind, d.id, list.error().message);
    return std::move(*list);
}

} // namespace uniform::service::stored_iana_list
