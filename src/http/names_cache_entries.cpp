#include "http/names_cache_entries.hpp"

#include <algorithm>

#include "http/engine_answer.hpp"
#include "http/router.hpp"

namespace uniform::http::cached {

namespace {

// Who keeps so many namespaces with settings of their own goes on with fresh ones.
constexpr std::size_t most_shapes = 4096;

} // namespace

void append(std::string &out, const entry &e, std::string_view date, std::string_view id, bool close) {
    constexpr std::string_view connection = "Connection: close\r\n";
    const shape &s = *e.rest;
    const std::string_view text = s.text;
    const std::size_t begin = out.size();
    const std::size_t size = text.size() + e.location.size() + id.size() + (close ? connection.size() : 0);
    out.resize_and_overwrite(begin + size, [&](char *to, std::size_t) {
        char *at = to + begin;
        const auto put = [&](std::string_view part) { at = std::copy(part.begin(), part.end(), at); };
        put(text.substr(0, s.location_at));
        put(e.location);
        put(text.substr(s.location_at, s.id_at - s.location_at));
        put(id);
        put(text.substr(s.id_at, s.end_of_fields - s.id_at));
        if (close) put(connection);
        put(text.substr(s.end_of_fields));
        std::copy(date.begin(), date.end(), to + begin + s.date_at);
        return begin + size;
    });
}

// As the router sends it: what GET says to everybody may be read by pages of other sites.
std::optional<entry> shapes::entry_of(const response &sent) {
    constexpr std::string_view field = "\r\nLocation: ";
    response whole = sent;
    add_open_fields(whole);
    whole.fields.emplace_back("X-Request-Id", "");
    shape s;
    append_answer(s.text, whole, {}, std::string(date_length, ' '));
    const std::size_t date = s.text.find("Date: ");
    const std::size_t location = s.text.find(field);
    if (date == std::string::npos || location == std::string::npos || location < date) return std::nullopt;
    s.date_at = static_cast<std::uint32_t>(date + 6);
    const std::size_t begin = location + field.size();
    s.location_at = static_cast<std::uint32_t>(begin);
    entry e;
    e.location = s.text.substr(begin, s.text.find("\r\n", begin) - begin);
    s.text.erase(begin, e.location.size());
    const std::size_t id = s.text.rfind("X-Request-Id: ");
    const std::size_t end = s.text.find("\r\n\r\n");
    if (id == std::string::npos || end == std::string::npos || id < begin) return std::nullopt;
    s.id_at = static_cast<std::uint32_t>(id + 14);
    s.end_of_fields = static_cast<std::uint32_t>(end + 2);

    const std::scoped_lock lock(mutex_);
    if (known_.size() >= most_shapes) known_.clear();
    auto &known = known_[s.text];
    if (known == nullptr) known = std::make_shared<const shape>(std::move(s));
    e.rest = known;
    return e;
}

} // namespace uniform::http::cached
