#include "uri/explain_urn.hpp"

#include <algorithm>
#include <span>

#include <uniform/base/hex.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/nid.hpp>

#include "print/side_by_side.hpp"
#include "print/text_columns.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"

namespace uniform::cli {

namespace {

using readings = std::vector<std::expected<urn_view, error>>;

// All of them, or the one that was asked for.
std::span<const edition> shown_editions(std::optional<edition> only) {
    const auto found = only ? std::ranges::find(urn_editions, *only) : urn_editions.end();
    return found == urn_editions.end() ? std::span{urn_editions} : std::span{found, 1};
}

readings read_all(std::string_view text, std::span<const edition> by) {
    readings all;
    all.reserve(by.size());
    for (const edition e : by) all.push_back(parse_urn(text, {e}));
    return all;
}

template <class F>
void add_part(side_by_side &table, const readings &all, std::string_view label, F component) {
    std::vector<cell_text> cells(all.size());
    bool any = false;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i]) continue;
        cells[i] = component(*all[i]);
        any = any || cells[i].text != "-";
    }
    if (any) table.add(label, cells);
}

// The newest edition's reading, to which the rest refers.
const urn_view *newest(const readings &all) {
    for (const auto &r : all) {
        if (r) return &*r;
    }
    return nullptr;
}

std::string place(const nid_citation &c) { return uniform::citation(c.document, c.section); }

std::string nid_sentence(const urn_view &u) {
    const nid_classification v = classify_nid(u.nid(), u.edition());
    std::string says = in_quotes(u.nid()) + (v.registered ? " is registered: " : " is not registered: ");
    says += std::string{to_string(v.kind)} + " (" + place(v.citation()) + ')';
    const namespace_info *info = namespace_registry::standard().find(u.nid());
    if (info != nullptr && !info->title.empty()) says += ", " + std::string{info->title};
    return says;
}

std::string fit_sentence(const urn_view &u) {
    const auto fit = validate(u);
    if (fit) return "the NSS matches its syntax";
    if (fit.error().code == error_code::unknown_namespace)
        return "unknown: its registration gives no syntax for the NSS";
    return message(fit.error(), u.text()) + ", from offset " + std::to_string(fit.error().offset) + " on";
}

std::string check_sentence(const check_result &c) {
    std::string says{to_string(c.state)};
    if (c.state != check_state::correct && c.state != check_state::incorrect) return says;
    says += ": " + in_quotes(c.found) + " by " + std::string{to_string(c.algorithm)};
    if (c.state == check_state::incorrect && !c.expected.view().empty()) {
        says += ", which gives " + in_quotes(c.expected.view());
    }
    return c.strict ? says : says + " (recommended only)";
}

void line(std::string &out, std::string_view label, std::string_view says) { append_labelled(out, label, 13, says); }

std::string_view script_article(const display_remark &it) { return it.mixed ? " among letters of another script" : ""; }

} // namespace

bool looks_like_urn(std::string_view text) noexcept { return ascii::starts_with_ignoring_case(text, "urn:"); }

void append_urn_explanation(std::string &out, std::string_view text, std::optional<edition> only, bool colour) {
    const std::span<const edition> by = shown_editions(only);
    const readings all = read_all(text, by);
    side_by_side table;
    std::vector<cell_text> names(by.size());
    std::vector<cell_text> verdicts(by.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        names[i].text = to_string(by[i]);
        verdicts[i].text = all[i] ? "URN" : "not valid";
    }
    table.add("", names);
    table.add("", verdicts);
    add_part(table, all, "NID", [](const urn_view &u) { return cell(u.nid()); });
    add_part(table, all, "NSS", [](const urn_view &u) { return cell(u.nss()); });
    add_part(table, all, "r-comp.", [](const urn_view &u) { return cell(u.r_component()); });
    add_part(table, all, "q-comp.", [](const urn_view &u) { return cell(u.q_component()); });
    add_part(table, all, "f-comp.", [](const urn_view &u) { return cell(u.f_component()); });
    table.append_to(out);
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i]) append_rejection(out, text, by[i], all[i].error(), colour);
    }
    const urn_view *u = newest(all);
    if (u == nullptr) return;
    line(out, "NID", nid_sentence(*u));
    line(out, "namespace", fit_sentence(*u));
    if (const check_result c = check(*u); c.state != check_state::none) line(out, "check", check_sentence(c));
    line(out, "normal", normalized_assigned_name(*u));
    const std::string by_namespace = namespace_normalized(*u);
    if (by_namespace != normalized_assigned_name(*u)) line(out, "by rules", by_namespace);
    if (const auto name = name_from_urn(*u)) line(out, "name", printable(*name));
    if (const urn_display display = display_urn(*u); display.decoded) line(out, "shown as", display.shown);
    for (const std::string &address : resolver_addresses(*u)) line(out, "address", address);
}

void append_urn_explanation(json_object &object, std::string_view text, std::optional<edition> only) {
    const std::span<const edition> by = shown_editions(only);
    const readings all = read_all(text, by);
    json_object inner = object.object("urn");
    json_object by_edition = inner.object("editions");
    for (std::size_t i = 0; i < all.size(); ++i) {
        json_object one = by_edition.object(to_string(by[i]));
        one.boolean("valid", all[i].has_value());
        all[i] ? append_urn(one, *all[i]) : append_error(one, all[i].error());
        one.end();
    }
    by_edition.end();
    if (const urn_view *u = newest(all)) {
        const nid_classification v = classify_nid(u->nid(), u->edition());
        inner.text("kind", to_string(v.kind)).boolean("registered", v.registered);
        const auto fit = validate(*u);
        const bool unknown = !fit && fit.error().code == error_code::unknown_namespace;
        inner.text("namespace", fit ? "match" : unknown ? "unknown" : "mismatch");
        inner.text("check", to_string(check(*u).state));
        inner.text("namespace_normalized", namespace_normalized(*u));
        const urn_display display = display_urn(*u);
        display.decoded ? inner.text("display", display.shown) : inner.null("display");
    }
    inner.end();
}

bool is_urn(std::string_view text, edition e) { return parse_urn(text, {e}).has_value(); }

void add_urn_remarks(std::vector<remark> &all, std::string_view text, std::optional<edition> only) {
    const readings read = read_all(text, shown_editions(only));
    const urn_view *u = newest(read);
    if (u == nullptr) return;
    // By RFC 3986 alone; what is said above and below holds for URNs.
    std::erase_if(all, [](const remark &it) { return it.code == "not_normal" || it.code == "dot_segments"; });
    for (const display_remark &it : display_urn(*u).remarks) {
        std::string says = "offset " + std::to_string(it.offset) + " is " + base::code_point(it.character) + ", a " +
                           std::string{to_string(script_of(it.character))} + " letter";
        says += script_article(it);
        if (it.looks_like != 0) says += ", which looks like " + in_quotes({&it.looks_like, 1});
        all.push_back({"confusable", std::move(says)});
    }
    const auto r = parse_uri(text);
    if (!r) return;
    const auto change = would_change(*r, {.level = comparison_level::percent});
    if (change.path) {
        all.push_back({"urn_percent_encoding",
                       "other software may decode the NSS as RFC 3986 section 6.2.2.2 specifies; by "
                       "RFC 8141 section 3.1 that is another name"});
    }
    if (has_dot_segments(r->path())) {
        all.push_back({"urn_dot_segments", "other software may remove the dot segments of the NSS as RFC 3986 section "
                                           "6.2.2.3 specifies; by RFC 8141 section 3.1 that is another name"});
    }
}

} // namespace uniform::cli
