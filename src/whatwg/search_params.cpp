// URL Standard, "application/x-www-form-urlencoded" and "URLSearchParams class".

#include <uniform/syntax/percent.hpp>
#include <uniform/whatwg/search_params.hpp>

#include <algorithm>

#include <uniform/whatwg/percent_encode_set.hpp>

#include "whatwg/code_points.hpp"

namespace uniform::whatwg {

namespace {

std::string form_decoded(std::string_view bytes) {
    std::string text{bytes};
    std::ranges::replace(text, '+', ' ');
    return utf8_decode(percent_decode(text));
}

std::string scalar_values(std::string_view text) { return is_utf8(text) ? std::string{text} : utf8_decode(text); }

// "Code unit less than", of UTF-16, for valid UTF-8. Its order is that of UTF-8, which is that of code points, but for
// U+E000 to U+FFFF: they follow the surrogates of the code points above.
bool code_unit_less_than(std::string_view a, std::string_view b) {
    const auto [in_a, in_b] = std::ranges::mismatch(a, b);
    if (in_a == a.end() || in_b == b.end()) return in_a == a.end() && in_b != b.end();
    const auto rank = [](char octet) {
        const unsigned o = static_cast<unsigned char>(octet);
        // 0xEE and 0xEF begin U+E000 to U+FFFF, 0xF0 to 0xF4 the code points above.
        return o == 0xEE || o == 0xEF ? o + 0x100 : o;
    };
    return rank(*in_a) < rank(*in_b);
}

} // namespace

std::vector<name_value> parse_form_urlencoded(std::string_view text) {
    std::vector<name_value> tuples;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('&', at), text.size());
        const auto bytes = text.substr(at, end - at);
        at = end + 1;
        if (bytes.empty()) continue;
        const auto equals = std::min(bytes.find('='), bytes.size());
        tuples.push_back({form_decoded(bytes.substr(0, equals)),
                          equals < bytes.size() ? form_decoded(bytes.substr(equals + 1)) : std::string{}});
    }
    return tuples;
}

std::string serialize_form_urlencoded(const std::vector<name_value> &tuples) {
    std::string out;
    for (const auto &[name, value] : tuples) {
        if (!out.empty()) out += '&';
        out += utf8_percent_encode(name, percent_encode_set::form_urlencoded);
        out += '=';
        out += utf8_percent_encode(value, percent_encode_set::form_urlencoded);
    }
    return out;
}

search_params::search_params(std::string_view query) {
    if (query.starts_with('?')) query.remove_prefix(1);
    // The string is converted to scalar values before it is parsed, so octets that are not UTF-8 cannot complete
    // percent-encoded ones.
    tuples_ = is_utf8(query) ? parse_form_urlencoded(query) : parse_form_urlencoded(utf8_decode(query));
}

search_params::search_params(std::vector<name_value> tuples) : tuples_{std::move(tuples)} {
    for (auto &[name, value] : tuples_) {
        if (!is_utf8(name)) name = utf8_decode(name);
        if (!is_utf8(value)) value = utf8_decode(value);
    }
}

void search_params::append(std::string_view name, std::string_view value) {
    tuples_.push_back({scalar_values(name), scalar_values(value)});
}

void search_params::remove(std::string_view name) {
    std::erase_if(tuples_, [n = scalar_values(name)](const auto &t) { return t.name == n; });
}

void search_params::remove(std::string_view name, std::string_view value) {
    std::erase_if(tuples_, [n = scalar_values(name), v = scalar_values(value)](const auto &t) {
        return t.name == n && t.value == v;
    });
}

std::optional<std::string_view> search_params::get(std::string_view name) const {
    const auto found = std::ranges::find(tuples_, scalar_values(name), &name_value::name);
    if (found == tuples_.end()) return std::nullopt;
    return found->value;
}

std::vector<std::string_view> search_params::get_all(std::string_view name) const & {
    std::vector<std::string_view> values;
    const auto n = scalar_values(name);
    for (const auto &t : tuples_)
        if (t.name == n) values.emplace_back(t.value);
    return values;
}

bool search_params::has(std::string_view name) const { return get(name).has_value(); }

bool search_params::has(std::string_view name, std::string_view value) const {
    const name_value wanted{scalar_values(name), scalar_values(value)};
    return std::ranges::find(tuples_, wanted) != tuples_.end();
}

void search_params::set(std::string_view name, std::string_view value) {
    const auto n = scalar_values(name);
    const auto first = std::ranges::find(tuples_, n, &name_value::name);
    if (first == tuples_.end()) return append(n, value);
    first->value = scalar_values(value);
    tuples_.erase(std::remove_if(first + 1, tuples_.end(), [&](const auto &t) { return t.name == n; }), tuples_.end());
}

void search_params::sort() {
    // std::stable_sort of libstdc++ 12 uses what Clang calls deprecated.
    std::vector<std::pair<name_value, std::size_t>> numbered;
    numbered.reserve(tuples_.size());
    for (auto &t : tuples_) numbered.emplace_back(std::move(t), numbered.size());
    std::ranges::sort(numbered, [](const auto &a, const auto &b) {
        if (a.first.name == b.first.name) return a.second < b.second;
        return code_unit_less_than(a.first.name, b.first.name);
    });
    for (std::size_t i = 0; i < numbered.size(); ++i) tuples_[i] = std::move(numbered[i].first);
}

} // namespace uniform::whatwg
