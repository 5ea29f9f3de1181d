#include "url/url_fields.hpp"

#include <algorithm>

#include <uniform/base/ascii.hpp>

#include "print/text_columns.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t field_label_width = 15;

void append_field(std::string &out, std::string_view label, std::string_view value) {
    append_labelled(out, label, field_label_width, value);
}

std::string shown_argument(std::string_view value) { return value.empty() ? "(empty)" : printable(value); }

void append_list(std::string &out, const std::vector<std::string> &list, json::encoding strings) {
    out += '[';
    for (const std::string &item : list) {
        if (&item != list.data()) out += ", ";
        json::append_string(out, item, strings);
    }
    out += ']';
}

void append_field(json_object &object, const url_field &f) {
    switch (f.what) {
    case url_field::kind::absent:
        object.null(f.name);
        break;
    case url_field::kind::text:
        object.text(f.name, f.text);
        break;
    case url_field::kind::number:
        object.number(f.name, f.number);
        break;
    case url_field::kind::boolean:
        object.boolean(f.name, f.number != 0);
        break;
    case url_field::kind::list:
        append_list(object.raw(f.name), f.list, object.strings());
        break;
    case url_field::kind::pair_list: {
        std::string &out = object.raw(f.name);
        out += '[';
        for (const auto &pair : f.pair_list) {
            if (&pair != f.pair_list.data()) out += ", ";
            append_list(out, {pair.first, pair.second}, object.strings());
        }
        out += ']';
    }
    }
}

} // namespace

std::string scheme_of(const url_view &url) {
    const std::string_view text = text_of(url);
    std::string name{text.substr(0, text.find(':'))};
    ascii::make_lower(name);
    return name;
}

bool is_shown(const url_field &f) noexcept {
    if (f.what == url_field::kind::boolean) return f.number != 0 || f.name == "user_given";
    return f.what != url_field::kind::absent;
}

void append_fields(std::string &out, std::span<const url_field> fields, passwords p) {
    for (const url_field &f : fields) {
        if (!is_shown(f)) continue;
        std::string_view label = f.name;
        switch (f.what) {
        case url_field::kind::absent:
            break;
        case url_field::kind::text:
            append_field(out, label,
                         p == passwords::hidden && label == "password"
                             ? "***"
                             : shown_argument(without_password_text{f.text, p}.text()));
            break;
        case url_field::kind::number:
            append_field(out, label, std::to_string(f.number));
            break;
        case url_field::kind::boolean:
            append_field(out, label, f.number != 0 ? "yes" : "no");
            break;
        case url_field::kind::list:
            for (const std::string &item : f.list) append_field(out, std::exchange(label, {}), shown_argument(item));
            break;
        case url_field::kind::pair_list:
            for (const auto &[name, value] : f.pair_list) {
                append_field(out, std::exchange(label, {}), printable(name) + '=' + printable(value));
            }
        }
    }
}

void append_fields(json_object &object, std::span<const url_field> fields) {
    json_object inner = object.object("fields");
    for (const url_field &f : fields) append_field(inner, f);
    inner.end();
}

void append_url(json_object &object, const url_view &url, std::span<const url_field> fields) {
    object.text("scheme", scheme_of(url));
    object.text("edition", to_string(edition_of(url))).text("document", document(edition_of(url)));
    append_fields(object, fields);
}

void reject_url(const batch_options &o, work &w, const input &r, const error &why) {
    // The draft's appendix: "This wrapper does not form part of the URL"
    constexpr std::string_view prefix = "url:";
    const std::string_view start = r.text.substr(r.text.starts_with('<') ? 1 : 0, prefix.size());
    const bool wrapped = r.text.starts_with('<') || ascii::equal_ignoring_case(start, prefix);
    std::string says;
    if (wrapped && (why.code == error_code::invalid_scheme || why.code == error_code::unknown_scheme ||
                    why.code == error_code::missing_scheme || why.code == error_code::invalid_character)) {
        says = "angle brackets and \"URL:\" are a wrapper and not part of the URL: leave them out";
    } else if (why.offset < r.text.size() && r.text[why.offset] == '#') {
        says = "a fragment is not part of the URL: leave out the text from \"#\" on";
    }
    reject(o, w, r, why, says);
}

bool are_utf8(std::span<const url_field> fields) noexcept {
    return std::ranges::all_of(fields, [](const url_field &f) {
        return is_utf8(f.text) && std::ranges::all_of(f.list, [](const auto &item) { return is_utf8(item); }) &&
               std::ranges::all_of(f.pair_list,
                                   [](const auto &pair) { return is_utf8(pair.first) && is_utf8(pair.second); });
    });
}

} // namespace uniform::cli
