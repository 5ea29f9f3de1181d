#include "http/pages/form.hpp"

#include <algorithm>
#include <optional>

#include <uniform/resolver/refusal.hpp>
#include <uniform/syntax/percent.hpp>

namespace uniform::http::pages {

namespace {

using resolver::problem;
using resolver::problem_type;

std::optional<std::string> read_field(std::string_view text) {
    std::string plain{text};
    std::ranges::replace(plain, '+', ' ');
    auto out = decode(plain);
    if (!out || !is_utf8(*out) || out->contains('\0')) return std::nullopt;
    std::erase(*out, '\r');
    return std::move(*out);
}

// refuse() of a form is about one of its fields; this is about its text.
std::unexpected<problem> malformed(std::string detail, std::string rule = {}) {
    return refuse(problem_type::malformed, std::move(detail), std::move(rule));
}

} // namespace

std::expected<form, problem> form::read(std::string_view body) {
    form out;
    while (!body.empty()) {
        const std::string_view pair = body.substr(0, body.find('&'));
        body.remove_prefix(std::min(body.size(), pair.size() + 1));
        if (pair.empty()) continue;
        const std::size_t equals = std::min(pair.find('='), pair.size());
        auto name = read_field(pair.substr(0, equals));
        auto value = read_field(pair.substr(std::min(equals + 1, pair.size())));
        if (!name || !value) {
            return malformed("the form has a field that is not percent-encoded UTF-8", "URL Standard section 5.1");
        }
        if (out.fields_.size() == most_fields) {
            return malformed("the form has more than " + std::to_string(most_fields) + " fields");
        }
        out.fields_.emplace_back(std::move(*name), std::move(*value));
    }
    return out;
}

std::string form::body() const {
    std::string out;
    for (const auto &[name, value] : fields_) {
        if (!out.empty()) out += '&';
        out.append(encode_query_data(name)).append(1, '=').append(encode_query_data(value));
    }
    return out;
}

std::string_view form::value(std::string_view name) const noexcept {
    const auto at = std::ranges::find(fields_, name, &std::pair<std::string, std::string>::first);
    return at == fields_.end() ? std::string_view{} : std::string_view{at->second};
}

std::vector<std::string_view> form::values(std::string_view name) const {
    std::vector<std::string_view> out;
    for (const auto &[n, value] : fields_) {
        if (n == name) out.emplace_back(value);
    }
    return out;
}

bool form::has(std::string_view name) const noexcept {
    return std::ranges::find(fields_, name, &std::pair<std::string, std::string>::first) != fields_.end();
}

void form::remove(std::string_view name) {
    std::erase_if(fields_, [&](const auto &f) { return f.first == name; });
}

void form::refuse(std::string_view name, std::string_view why) {
    const auto at = std::ranges::find(errors_, name, &std::pair<std::string, std::string>::first);
    if (at == errors_.end()) errors_.emplace_back(name, why);
}

} // namespace uniform::http::pages
