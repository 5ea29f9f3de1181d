#include "uri/explain_url.hpp"

#include <algorithm>

#include "print/side_by_side.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "url/url_fields.hpp"

namespace uniform::cli {

namespace {

// On one line.
std::optional<std::string> value_of(const url_field &f) {
    std::string joined;
    if (!is_shown(f)) return std::nullopt;
    switch (f.what) {
    case url_field::kind::text:
        return printable(f.text);
    case url_field::kind::number:
        return std::to_string(f.number);
    case url_field::kind::boolean:
        return f.number != 0 ? "yes" : "no";
    case url_field::kind::list:
        if (f.list.empty()) return std::nullopt;
        for (const std::string &item : f.list) joined += (&item == f.list.data() ? "" : ", ") + in_quotes(item);
        return joined;
    case url_field::kind::pair_list:
        if (f.pair_list.empty()) return std::nullopt;
        for (const auto &pair : f.pair_list) {
            joined += &pair == f.pair_list.data() ? "" : ", ";
            joined += printable(pair.first) + '=' + in_quotes(pair.second);
        }
        return joined;
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<url_explanation> url_explanation::of(std::string_view text) {
    url_explanation all;
    all.text_ = text;
    all.scheme_ = text.substr(0, text.find(':'));
    if (all.scheme_.size() == text.size()) return std::nullopt;
    std::vector<edition> editions;
    if (const url_scheme *known = find_url_scheme(all.scheme_)) {
        editions.assign(known->editions.begin(), known->editions.end());
    } else {
        // For an unknown scheme there is a table only if the two readings of otherurl differ.
        editions = {edition::rfc1738, edition::url_06};
        const scheme_standing standing = scheme_standing_of(all.scheme_);
        if (standing != scheme_standing::reserved && standing != scheme_standing::experimental &&
            parse_otherurl(text, {.edition = edition::rfc1738}).has_value() ==
                parse_otherurl(text, {.edition = edition::url_06}).has_value()) {
            return std::nullopt;
        }
    }
    for (const edition e : editions) {
        reading r{e, parse_url(text, {.edition = e}), {}};
        if (r.url) r.fields = fields_of(*r.url);
        all.readings_.push_back(std::move(r));
    }
    return all;
}

bool url_explanation::is_url() const noexcept {
    return std::ranges::any_of(readings_, [](const reading &r) { return r.url.has_value(); });
}

bool url_explanation::is_utf8() const noexcept {
    return std::ranges::all_of(readings_, [](const reading &r) { return are_utf8(r.fields); });
}

void url_explanation::append_to(std::string &out, bool colour) const {
    side_by_side table;
    std::vector<std::string> editions;
    std::vector<std::string> verdicts;
    std::vector<std::string_view> names; // of the parts, in the order of the newest edition that has them
    for (const reading &r : readings_) {
        editions.emplace_back(to_string(r.by));
        verdicts.emplace_back(r.url ? "URL" : "not valid");
        for (const url_field &f : r.fields) {
            if (std::ranges::find(names, f.name) == names.end()) names.push_back(f.name);
        }
    }
    table.add("", std::move(editions));
    table.add("", std::move(verdicts));
    for (const std::string_view name : names) {
        std::vector<std::string> cells;
        bool any = false;
        for (const reading &r : readings_) {
            const auto it = std::ranges::find(r.fields, name, &url_field::name);
            const auto value = it == r.fields.end() ? std::nullopt : value_of(*it);
            any = any || value;
            cells.push_back(r.url ? cell(value) : "");
        }
        if (any) table.add(name, std::move(cells));
    }
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
        r.url ? append_fields(one, r.fields) : append_error(one, r.url.error());
        one.end();
    }
    by_edition.end();
    inner.end();
}

} // namespace uniform::cli
