#include <uniform/resolver/forgive.hpp>

#include <algorithm>
#include <array>

#include <uniform/urn.hpp>

#include "resolver/field_list.hpp"
#include "resolver/percent_layer.hpp"

namespace uniform::resolver {

namespace {

constexpr std::array<std::string_view, 5> names{"white-space", "nested-resolver", "encoding", "double-encoding",
                                                "upper-case"};

// White space as it is, as it is encoded in a request target, and what word processors add: no-break space, the mark
// of the byte order.
constexpr std::array<std::string_view, 11> spaces{" ",   "\t",  "\r",  "\n",     "%20",      "%09",
                                                  "%0D", "%0A", "%0d", "%C2%A0", "%EF%BB%BF"};

std::string_view without_white_space(std::string_view text) noexcept {
    const auto cut = [&](auto matches, auto remove) {
        for (bool again = true; again;) {
            again = false;
            for (const std::string_view s : spaces) {
                if (!matches(s)) continue;
                remove(s.size());
                again = true;
            }
        }
    };
    cut([&](auto s) { return text.starts_with(s); }, [&](auto n) { text.remove_prefix(n); });
    cut([&](auto s) { return text.ends_with(s); }, [&](auto n) { text.remove_suffix(n); });
    return text;
}

bool begins_with(std::string_view text, std::string_view lower_case) noexcept {
    return text.size() >= lower_case.size() && detail::same_letters(text.substr(0, lower_case.size()), lower_case);
}

// The URN in an address: behind a "/", "?" or "=" after the host. Proxies make one slash of two.
std::optional<std::string_view> nested(std::string_view text) noexcept {
    std::size_t begin = 0;
    if (begins_with(text, "https:/")) {
        begin = 7;
    } else if (begins_with(text, "http:/")) {
        begin = 6;
    } else {
        return std::nullopt;
    }
    if (begin < text.size() && text[begin] == '/') ++begin;
    for (std::size_t i = begin; i + 1 < text.size(); ++i) {
        if (text[i] != '/' && text[i] != '?' && text[i] != '=') continue;
        std::string_view rest = text.substr(i + 1);
        if (!begins_with(rest, "urn:") && !begins_with(rest, "urn%3a")) continue;
        // The value of one parameter: others may stand behind it.
        if (text[i] == '=') rest = rest.substr(0, rest.find('&'));
        return rest;
    }
    return std::nullopt;
}

// Whether the text begins like a URN, or like an address, when a layer of encoding is taken off.
bool begins_encoded(std::string_view text) noexcept {
    return !begins_with(text, "urn:") && text.substr(0, 40).contains('%');
}

// The layer around all of the text; what stands behind a "?" was not encoded with it.
std::string without_layer(std::string_view text) {
    const std::size_t end = std::min(text.find('?'), text.size());
    return detail::without_percent_layer(text.substr(0, end)) + std::string(text.substr(end));
}

void note(std::vector<forgiveness> &steps, forgiveness f) {
    if (std::ranges::find(steps, f) == steps.end()) steps.push_back(f);
}

} // namespace

std::string_view to_string(forgiveness f) noexcept { return names[static_cast<std::size_t>(f)]; }

forgiven forgive(std::string_view text) {
    forgiven out;
    const auto finish = [&](const urn_view &u) {
        const auto is_upper = [](char c) { return c >= 'A' && c <= 'Z'; };
        const std::string_view up_to_nss = u.text().substr(0, uniform::detail::nid_begin + u.nid().size());
        if (std::ranges::any_of(up_to_nss, is_upper)) note(out.steps, forgiveness::upper_case);
    };
    if (const auto u = parse_urn(text)) {
        out.urn = text;
        finish(*u);
        return out;
    }
    out.urn = text;
    // Each turn takes something off: white space, an address, a layer of encoding; two layers at most, two addresses at
    // most (a resolver's address may hold another's).
    int layers = 0;
    int addresses = 0;
    for (;;) {
        if (const auto bare = without_white_space(out.urn); bare.size() != out.urn.size()) {
            out.urn = std::string(bare);
            note(out.steps, forgiveness::white_space);
            continue;
        }
        if (const auto inner = nested(out.urn); inner && addresses < 2) {
            out.urn = std::string(*inner);
            note(out.steps, forgiveness::nested_resolver);
            ++addresses;
            continue;
        }
        if (layers < 2 && begins_encoded(out.urn)) {
            std::string bare = without_layer(out.urn);
            if (bare != out.urn) {
                out.urn = std::move(bare);
                note(out.steps, layers == 0 ? forgiveness::encoding : forgiveness::double_encoding);
                ++layers;
                continue;
            }
        }
        break;
    }
    if (const auto u = parse_urn(out.urn)) {
        finish(*u);
    } else if (!begins_with(out.urn, "urn:")) {
        // Nothing was found in it: the error should be about what was sent.
        out.urn = text;
        out.steps.clear();
    }
    return out;
}

std::optional<forgiven> second_reading(std::string_view urn) {
    forgiven out;
    const auto u = parse_urn(urn);
    if (!u) return std::nullopt;
    std::string_view name = u->assigned_name();
    const std::string_view behind = urn.substr(name.size());
    if (const auto bare = without_white_space(name); bare.size() != name.size()) {
        name = bare;
        note(out.steps, forgiveness::white_space);
    }
    for (std::size_t i = 0; i < name.size(); ++i) {
        out.urn += name[i];
        const std::string_view rest = name.substr(i);
        if (rest.size() < 5 || !rest.starts_with("%25")) continue;
        if (detail::hex_value(rest[3]) < 0 || detail::hex_value(rest[4]) < 0) continue;
        i += 2; // "%25" is the "%" that was written already
        note(out.steps, forgiveness::double_encoding);
    }
    out.urn += behind;
    if (out.steps.empty() || !parse_urn(out.urn)) return std::nullopt;
    return out;
}

std::string list_of(const std::vector<forgiveness> &steps) {
    std::string out;
    for (const forgiveness f : steps) {
        if (!out.empty()) out += ", ";
        out += to_string(f);
    }
    return out;
}

} // namespace uniform::resolver
