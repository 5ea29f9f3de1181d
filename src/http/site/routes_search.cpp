// The search page: one box for a name, an address, words, or any URI.

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/http/settings.hpp>
#include <uniform/repair/repair.hpp>
#include <uniform/resolver/correction.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/names_search.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/text/typed.hpp>

#include "base/try.hpp"
#include "http/api/corrections.hpp"
#include "http/api/parameters.hpp"
#include "http/api/router.hpp"
#include "http/pages/page_with.hpp"
#include "http/site/manage.hpp"
#include "http/site/routes_site.hpp"
#include "http/site/uncached.hpp"

namespace uniform::http {

namespace {

using pages::member;
using resolver::problem_type;

constexpr parameter words_parameter{.name = "q",
                                    .description = "a name, the address of a resource, words, or any URI",
                                    .most = 8192, // as a locator
                                    .example = "urn:example:a"};

constexpr std::size_t page_size = 50;

std::string page_of_name(std::string_view urn) { return "/about/" + encode_segment(urn); }
std::string workbench_of(std::string_view text) { return "/workbench#" + encode_query_data(text); }

// The value of "q" in the query of a form: HTML forms encode a space as "+".
std::string text_of_form(std::string_view query) {
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(query.size(), pair.size() + 1));
        if (!pair.starts_with("q=")) continue;
        std::string value{pair.substr(2)};
        std::ranges::replace(value, '+', ' ');
        return decode(value).value_or(std::string{});
    }
    return {};
}

// The identifier in a typed text, without the delimiters around it (RFC 3986 appendix C), and without the "/" before a
// name in the URL of a resolver; without white space inside if it is an identifier.
std::string text_typed(std::string_view typed) {
    const std::string clean = clean_typed(typed).text;
    std::string_view text = strip_typed(typed);
    if (ascii::starts_with_ignoring_case(clean, "urn:") && find_white_space(clean) == std::string::npos) text = clean;
    if (identifier_typed(typed)) text = clean;
    if (text.starts_with('/') && ascii::starts_with_ignoring_case(text.substr(1), "urn:")) text.remove_prefix(1);
    return std::string{text};
}

struct results {
    std::vector<service::name_entry> names = {};
    std::string next = {}; // the cursor, before it is encoded
    std::string_view notice = {};
    std::optional<std::string> only = {}; // the name that was meant; its page says so if it does not exist
};

// Names that begin like this: without an index, and for a name that does not exist.
void list_beginnings(results &out, store::reading &r, std::string_view text, std::string_view after) {
    if (ascii::starts_with_ignoring_case(text, "urn:")) text.remove_prefix(4);
    if (text.empty()) return;
    const std::string_view nid = text.substr(0, text.find(':'));
    auto found = service::list(r, ascii::lower_copy(nid).append(text.substr(nid.size())), after, page_size);
    out.names = std::move(found.names);
    if (!found.next.empty()) out.next = "k" + found.next;
}

results find(store::reading &r, const std::string &text, std::string_view cursor,
             const resolver::correction_rules &rules) {
    results out;
    const bool is_first = cursor.empty();
    if (is_first) {
        auto meant = resolver::correct(text, rules);
        // "isbn:978-..." for "urn:isbn:978-...", if there is such a name
        if (!meant.urn && !ascii::starts_with_ignoring_case(text, "urn:")) {
            const auto longer = resolver::correct("urn:" + text, rules);
            if (longer.urn) {
                if (auto name = service::show(r, longer.urn->assigned_name())) {
                    out.only = resolver::urn_of(name->key, name->record);
                    return out;
                }
            }
        }
        // Names that begin like this; else the page of a name that cannot be, which says where the error is.
        if (!meant.urn && ascii::starts_with_ignoring_case(text, "urn:")) {
            list_beginnings(out, r, text, {});
            if (out.names.empty()) out.only = text;
            return out;
        }
        if (meant.urn) {
            if (auto name = service::show(r, meant.urn->assigned_name())) {
                out.only = resolver::urn_of(name->key, name->record);
                return out;
            }
            list_beginnings(out, r, meant.urn->assigned_name(), {});
            if (!out.names.empty()) out.notice = "search.no_such_name";
            // In a namespace of this service: what is similar, and whom to ask.
            if (out.names.empty() && service::find_namespace(r, meant.urn->nid())) {
                out.only = std::string{meant.urn->assigned_name()};
            }
            return out;
        }
    }
    if (cursor.starts_with('k')) {
        list_beginnings(out, r, text, cursor.substr(1));
        return out;
    }
    const std::optional<std::string> uri = identifier_typed(text);
    std::uint64_t after = 0;
    (void)std::from_chars(cursor.data(), cursor.data() + cursor.size(), after);
    service::search_request q;
    (uri ? q.locator : q.words) = uri.value_or(text);
    auto found = service::search(r, q, after, page_size);
    if (found) {
        out.names = std::move(found->names);
        if (found->next != 0) out.next = std::to_string(found->next);
        // An address that only one name has.
        if (uri && is_first && out.names.size() == 1)
            out.only = resolver::urn_of(out.names.front().key, out.names.front().record);
        if (!out.names.empty()) return out;
    } else {
        if (found.error().type == problem_type::not_found) out.notice = "search.no_index";
        if (found.error().type == problem_type::unavailable) out.notice = "search.index_incomplete";
    }
    if (is_first && !text.contains("://")) list_beginnings(out, r, text, {});
    return out;
}

struct search_model {
    static constexpr std::string_view page_template = "search";

    std::string query = {};
    bool has_results = false;
    std::vector<manage::name_row> results = {};
    std::string notice = {};
    std::string workbench = {}; ///< a URL
    std::string next = {};      ///< a URL

    static constexpr std::tuple members{
        member{"query", &search_model::query},         member{"has_results", &search_model::has_results},
        member{"results", &search_model::results},     member{"notice", &search_model::notice},
        member{"workbench", &search_model::workbench}, member{"next", &search_model::next}};
};

manage::name_row row_of(const pages::html_page &p, const service::name_entry &n) {
    manage::name_row out = manage::row_of(p, n.key, n.record);
    out.href = page_of_name(out.urn);
    return out;
}

handler_result search(request_context &c) {
    if (c.has_unreadable_query) return std::unexpected{unreadable_query()};
    // "+" is a space in what a form sends.
    const std::string typed = text_of_form(c.request.query.value_or(""));
    const std::string text = text_typed(typed);
    if (text.empty()) return see_other("/");
    if (text.size() > words_parameter.most) {
        return refuse(problem_type::invalid, "the parameter \"q\" must have at most 8192 bytes");
    }
    UNIFORM_TRY(const auto &at, page_of(c));
    const auto found = c.server.store->read(
        [&](store::reading &r) { return find(r, text, at.after, corrections_of(c.server.settings)); });
    if (found.only) return see_other(page_of_name(*found.only));
    const bool is_urn = resolver::correct(text, corrections_of(c.server.settings)).urn.has_value();
    // Without an index nobody can say whether a name has the address, so the page says that and links to the workbench.
    const bool is_known = found.notice.empty() || !text.contains("://");
    if (found.names.empty() && at.after.empty() && is_known && (is_urn || identifier_typed(text))) {
        return see_other(workbench_of(text));
    }

    pages::page_with<search_model> p{c.server.settings, c.request};
    p.title = p.text("search.document") + ": " + text;
    for (const service::name_entry &n : found.names) p.shows.results.push_back(row_of(p, n));
    p.shows.has_results = !p.shows.results.empty();
    p.shows.query = text;
    if (!found.notice.empty()) p.shows.notice = p.text(found.notice);
    p.shows.workbench = workbench_of(text);
    if (!found.next.empty()) p.shows.next = next_page_of(c, found.next);
    response out = p.response();
    out.fields.emplace_back("Cache-Control", "no-cache");
    out.fields.emplace_back("Vary", std::string{pages::html_page::varies_by});
    return out;
}

constexpr route table[]{
    {.method = "GET",
     .path = "/search",
     .operation = "search",
     .stands_for = "listNames",
     .summary = "Find a name from what a reader has of it",
     .description =
         "A name leads to its page, an address that one name has to that name, a URI that is no name here to "
         "the workbench; all else is a page of results. Programs use /api/v1/names.",
     .tag = "names",
     .scope = permission_scope::none,
     .handler = search,
     .query = {&words_parameter, &after_parameter},
     .responses = {{200, "a page of results", "text/html", {}, {&pages::page_model_of<search_model>}},
                   {303, "to the name, to the workbench or, without text, to the front page", {}, {&location_field}}},
     .problems = {400, 422}},
};

} // namespace

std::span<const route> search_routes() noexcept { return table; }

} // namespace uniform::http
