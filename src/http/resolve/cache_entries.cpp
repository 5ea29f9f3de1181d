#include "http/resolve/cache_entries.hpp"

#include <algorithm>

#include "http/api/router_responses.hpp"
#include "http/engine/response_text.hpp"

namespace uniform::http::cached {

namespace {

// With more shapes, from many namespaces with different settings, the table starts again.
constexpr std::size_t most_shapes = 4096;

constexpr std::string_view before_location = "\r\nLocation: ";
constexpr std::string_view after_location = "\r\n";
constexpr std::string_view after_keys = "\r\n";
constexpr std::string_view after_id = "\r\n";
constexpr std::string_view no_content = "Content-Length: 0\r\n";
constexpr std::string_view connection_close = "Connection: close\r\n";
constexpr std::string_view end_of_head = "\r\n";

shape make_shape(const redirect_template &f, std::string_view common_fields) {
    response r = redirect_response(f, {}, {});
    add_open_fields(r); // as the router does for every route that needs no token
    shape s;
    append_status_line(s.head, r.status);
    s.head.append(common_fields).append("Date: ");
    auto field = r.fields.begin() + 1; // the first is Location
    if (!f.keys.field.empty()) {
        s.keys.append(field->first).append(": ").append(field->second);
        ++field;
    }
    for (; field != r.fields.end(); ++field) {
        if (field->first != accel_field) append_field(s.fields, field->first, field->second);
    }
    s.shared = f.in_caches.shared;
    s.fields += "X-Request-Id: ";
    return s;
}

} // namespace

void append(std::string &out, const entry &e, std::string_view date, std::string_view id, bool close,
            std::string_view more) {
    const std::size_t begin = out.size();
    const std::size_t size = e.rest->head.size() + date.size() + before_location.size() + e.location.size() +
                             after_location.size() + e.rest->keys.size() + e.digest.size() +
                             (e.rest->keys.empty() ? 0 : after_keys.size()) + e.rest->fields.size() + id.size() +
                             after_id.size() + more.size() + no_content.size() + (close ? connection_close.size() : 0) +
                             end_of_head.size();
    out.resize_and_overwrite(begin + size, [&](char *to, std::size_t) {
        char *at = to + begin;
        const auto put = [&](std::string_view part) { at = std::copy(part.begin(), part.end(), at); };
        put(e.rest->head);
        put(date);
        put(before_location);
        put(e.location);
        put(after_location);
        if (!e.rest->keys.empty()) {
            put(e.rest->keys);
            put(e.digest);
            put(after_keys);
        }
        put(e.rest->fields);
        put(id);
        put(after_id);
        put(more);
        put(no_content);
        if (close) put(connection_close);
        put(end_of_head);
        UNIFORM_ASSERT(at == to + begin + size);
        return begin + size;
    });
}

std::shared_ptr<const shape> shapes::of(const redirect_template &f) {
    const base::scoped_lock lock(mutex_);
    if (const auto at = made_.find(f); at != made_.end()) return at->second;
    if (made_.size() >= most_shapes) made_.clear();
    return made_.emplace(f, std::make_shared<const shape>(make_shape(f, common_fields_))).first->second;
}

} // namespace uniform::http::cached
