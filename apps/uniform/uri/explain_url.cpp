#include "uri/explain_url.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/scheme.hpp>

#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "url/url_fields.hpp"

namespace uniform::cli {

namespace {

// On one line, of the field or in the table.
std::optional<std::string_view> value_of(const url_field &f, side_by_side &table) {
    std::string joined;
    if (!is_shown(f)) return std::nullopt;
    switch (f.what) {
    case url_field::kind::text:
        return is_printable(f.text) ? std::string_view{f.text} : table.keep(printable(f.text));
    case url_field::kind::number:
        return table.keep(std::to_string(f.number));
    case url_field::kind::boolean:
        return f.number != 0 ? "yes" : "no";
    case url_field::kind::list:
        if (f.list.empty()) return std::nullopt;
        for (const std::string &item : f.list) joined += (&item == f.list.data() ? "" : ", ") + in_quotes(item);
        return table.keep(std::move(joined));
    case url_field::kind::pair_list:
        if (f.pair_list.empty()) return std::nullopt;
        for (const auto &pair : f.pair_list) {
            joined += &pair == f.pair_list.data() ? "" : ", ";
            joined += printable(pair.first) + '=' + in_quotes(pair.second);
        }
        return table.keep(std::move(joined));
    default:
        return std::nullopt;
    }
}

// Readings that differ by their edition alone. Both documents of 1994 give a URL of the Web the same parts.
bool same_parts(const url_view &a, const url_view &b) {
    const auto *const x = std::get_if<httpurl_view>(&a);
    const auto *const y = std::get_if<httpurl_view>(&b);
    return x != nullptr && y != nullptr && x->edition != edition::rfc9110 && y->edition != edition::rfc9110 &&
           x->secure == y->secure && x->login == y->login && x->hpath == y->hpath && x->search == y->search;
}

} // namespace

std::optional<url_explanation> url_explanation::of(std::string_view text, std::optional<edition> only, bool json) {
    url_explanation all;
    all.text_ = text;
    all.scheme_ = text.substr(0, text.find(':'));
    if (all.scheme_.size() == text.size()) return std::nullopt;
    // For an unknown scheme there is a table only if the two readings of otherurl differ.
    static constexpr std::array of_1994{edition::rfc1738, edition::url_06};
    std::span<const edition> editions = of_1994;
    if (only && is_url_edition(*only)) {
        editions = std::span{&*only, 1};
    } else if (const url_scheme *known = find_url_scheme(all.scheme_)) {
        editions = known->editions;
    } else {
        const scheme_standing standing = scheme_standing_of(all.scheme_);
        if (standing != scheme_standing::reserved && standing != scheme_standing::experimental &&
            parse_otherurl(text, {.edition = edition::rfc1738}).has_value() ==
                parse_otherurl(text, {.edition = edition::url_06}).has_value()) {
            return std::nullopt;
        }
    }
    all.readings_.reserve(editions.size());
    for (const edition e : editions) {
        reading &r = all.readings_.emplace_back(e, parse_url(text, {.edition = e}), all.readings_.size());
        if (!r.url || (!json && std::holds_alternative<httpurl_view>(*r.url))) continue;
        for (const reading &before : all.readings_) {
            if (&before != &r && before.url && same_parts(*before.url, *r.url)) r.like = before.like;
        }
        if (r.like == all.readings_.size() - 1) r.own_fields = fields_of(*r.url);
    }
    return all;
}

bool url_explanation::is_url() const noexcept {
    return std::ranges::any_of(readings_, [](const reading &r) { return r.url.has_value(); });
}

bool url_explanation::is_utf8() const noexcept {
    return std::ranges::all_of(readings_, [](const reading &r) { return are_utf8(r.own_fields); });
}

void url_explanation::add_rows(side_by_side &table) const {
    std::array<cell_text, side_by_side::most_columns> cells;
    std::vector<std::string_view> names; // of the parts, in the order of the newest edition that has them
    const std::size_t columns = std::min(readings_.size(), side_by_side::most_columns);
    names.reserve(12);
    for (const reading &r : readings_) {
        for (const url_field &f : r.own_fields) {
            if (std::ranges::find(names, f.name) == names.end()) names.push_back(f.name);
        }
    }
    for (const std::string_view name : names) {
        bool any = false;
        for (std::size_t i = 0; i < columns; ++i) {
            const reading &r = readings_[i];
            if (r.like != i) { // the same as an earlier one
                cells[i] = cells[r.like];
                continue;
            }
            const auto it = std::ranges::find(r.own_fields, name, &url_field::name);
            const auto value = it == r.own_fields.end() ? std::nullopt : value_of(*it, table);
            any = any || value;
            cells[i] = r.url ? cell(value) : cell_text{};
        }
        if (any) table.add(name, std::span{cells}.first(columns));
    }
}

// Most URLs are of the Web: their rows without the copies of fields_of(), and otherwise the same.
void url_explanation::add_web_rows(side_by_side &table) const {
    std::array<cell_text, side_by_side::most_columns> cells;
    const std::size_t columns = std::min(readings_.size(), side_by_side::most_columns);
    const auto row = [&](std::string_view label, auto value_in) {
        bool any = false;
        for (std::size_t i = 0; i < columns; ++i) {
            const auto *const url = readings_[i].url ? std::get_if<httpurl_view>(&*readings_[i].url) : nullptr;
            const std::optional<std::string_view> value = url != nullptr ? value_in(*url) : std::nullopt;
            any = any || value;
            cells[i] = url != nullptr ? cell(value) : cell_text{};
        }
        if (any) table.add(label, std::span{cells}.first(columns));
    };
    using maybe = std::optional<std::string_view>;
    const auto is_current = [](const httpurl_view &url) { return url.edition == edition::rfc9110; };
    row("host", [&](const httpurl_view &url) -> maybe {
        if (std::ranges::all_of(url.login.host, [](char c) { return ascii::is_alnum(c) || c == '.' || c == '-'; })) {
            return url.login.host;
        }
        return table.keep(printable(parts_of(url).host));
    });
    row("port", [&](const httpurl_view &url) -> maybe {
        const std::string_view port = url.login.port.value_or("");
        // RFC 9110 4.2.1, 4.2.2: the default ports
        if (port.empty()) return url.secure ? "443" : "80";
        const auto number = parse_port_number(port).value_or(std::nullopt);
        return number ? table.keep(std::to_string(*number)) : port;
    });
    row("secure", [](const httpurl_view &url) -> maybe { return url.secure ? maybe{"yes"} : std::nullopt; });
    row("path", [&](const httpurl_view &url) -> maybe {
        if (!url.hpath) return "";
        // RFC 9110 has the "/" before it in the path.
        return is_current(url) ? std::string_view{url.hpath->data() - 1, url.hpath->size() + 1} : *url.hpath;
    });
    row("query", [&](const httpurl_view &url) { return is_current(url) ? url.search : std::nullopt; });
    row("searchpart", [&](const httpurl_view &url) { return is_current(url) ? std::nullopt : url.search; });
}

void url_explanation::append_to(std::string &out, side_by_side &table, bool colour) const {
    std::array<cell_text, side_by_side::most_columns> editions;
    std::array<cell_text, side_by_side::most_columns> verdicts;
    const std::size_t columns = std::min(readings_.size(), side_by_side::most_columns);
    bool web = false;
    for (std::size_t i = 0; i < columns; ++i) {
        const reading &r = readings_[i];
        editions[i].text = to_string(r.by);
        verdicts[i].text = r.url ? "URL" : "not valid";
        web = web || (r.url && std::holds_alternative<httpurl_view>(*r.url));
    }
    table.clear();
    table.add("", std::span{editions}.first(columns));
    table.add("", std::span{verdicts}.first(columns));
    web ? add_web_rows(table) : add_rows(table);
    table.append_to(out);
    for (const reading &r : readings_) {
        if (!r.url) append_rejection(out, text_, r.by, r.url.error(), colour);
    }
    const scheme_standing standing = scheme_standing_of(scheme_);
    if (standing == scheme_standing::reserved) {
        out += "  scheme     " + in_quotes(scheme_) + " is reserved: " + std::string{reserved_for(scheme_)} +
               " (draft-ietf-uri-url-06 section 4)\n";
    } else if (standing == scheme_standing::experimental) {
        out += "  scheme     " + in_quotes(scheme_) + " is for experiments (draft-ietf-uri-url-06 section 4)\n";
    }
}

void url_explanation::append_to(json_object &object) const {
    json_object inner = object.object("url");
    inner.text("scheme", scheme_).text("standing", to_string(scheme_standing_of(scheme_)));
    if (const std::string_view what = reserved_for(scheme_); !what.empty()) inner.text("reserved_for", what);
    json_object by_edition = inner.object("editions");
    for (const reading &r : readings_) {
        json_object one = by_edition.object(to_string(r.by));
        one.boolean("valid", r.url.has_value());
        r.url ? append_fields(one, readings_[r.like].own_fields) : append_error(one, r.url.error());
        one.end();
    }
    by_edition.end();
    inner.end();
}

} // namespace uniform::cli
