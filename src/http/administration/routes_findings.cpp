// Page: what the service counts and finds about the names that a token covers, as readStatistics and listLinks give it.

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <uniform/resolver/timestamp.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/administration/charts.hpp"
#include "http/administration/links_models.hpp"
#include "http/administration/operation_page.hpp"
#include "http/administration/routes_administration.hpp"
#include "http/api/parameters.hpp"
#include "http/operation/figures.hpp"
#include "links/link_checker_store.hpp"

namespace uniform::http {

namespace {

using namespace administration;

constexpr std::int64_t days_shown = 30;
constexpr std::size_t most_unknown = 20;

struct prefix_count {
    std::string prefix = {};
    std::string count = {};

    static constexpr std::tuple members{member{"prefix", &prefix_count::prefix}, member{"count", &prefix_count::count}};
};

// A locator that is dead, as the API shows it, with the name that has it.
struct dead_link {
    links::link_row row = {};
    std::string link = {}; ///< the URL, if it is safe to follow
    std::string urn = {};  ///< empty: not known
    std::string name_href = {};
    std::string since = {};

    static constexpr std::tuple members{members_of{&dead_link::row}, member{"link", &dead_link::link},
                                        member{"urn", &dead_link::urn}, member{"name_href", &dead_link::name_href},
                                        member{"since", &dead_link::since}};
};

struct findings_model {
    static constexpr std::string_view page_template = "manage_findings";

    manage::common_part common = {};
    bool has_counts = false;
    std::vector<prefix_count> counts = {};
    bool has_unknown = false;
    std::vector<unknown_name> unknown = {};
    bool has_links = false;
    std::vector<dead_link> dead = {};
    std::string next = {}; ///< a URL

    static constexpr std::tuple members{
        members_of{&findings_model::common},         member{"has_counts", &findings_model::has_counts},
        member{"counts", &findings_model::counts},   member{"has_unknown", &findings_model::has_unknown},
        member{"unknown", &findings_model::unknown}, member{"has_links", &findings_model::has_links},
        member{"links", &findings_model::dead},      member{"next", &findings_model::next}};
};

// The prefixes with the most resolutions first.
void add_statistics(pages::page_with<findings_model> &p, const visible_statistics &found) {
    std::map<std::string, std::uint64_t, std::less<>> sums;
    for (const counted_resolution &one : found.resolutions) {
        sums[one.prefix.empty() ? one.nid + ":" : one.prefix] += static_cast<std::uint64_t>(one.count);
    }
    std::vector<counted_text> rows{sums.begin(), sums.end()};
    std::ranges::sort(rows, [](const counted_text &a, const counted_text &b) {
        return std::tie(b.second, a.first) < std::tie(a.second, b.first);
    });
    for (const auto &[prefix, n] : rows) {
        p.shows.counts.push_back({.prefix = "urn:" + prefix, .count = pages::number(p.in(), n)});
    }
    p.shows.has_counts = !p.shows.counts.empty();
    for (const counted_text &one : found.unknown) p.shows.unknown.push_back(unknown_name_of(p, one));
    p.shows.has_unknown = !p.shows.unknown.empty();
}

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &cursor, cursor_in(c));
    auto p = manage::page_showing<findings_model>(c, manage::part::findings, "manage.findings.heading");
    p.back = "/manage/findings";
    const std::int64_t today = day_now();
    links::visible_links found;
    c.server.store->read([&](store::reading &r) {
        add_statistics(p, statistics_of(r, c.who, {.from = today - days_shown + 1, .until = today}, {}, most_unknown));
        found = links::links_of(r.sql(), *c.who, links::link_state::dead, cursor.value_or(""), rows_of_page);
        return 0;
    });
    for (links::link_row &l : found.rows) {
        dead_link one{.link = pages::safe_link(l.url),
                      .urn = l.name.empty() ? std::string{} : "urn:" + l.name,
                      .since = resolver::to_string(resolver::timestamp{std::chrono::seconds{l.found.since}})};
        if (!one.urn.empty()) one.name_href = "/about/" + encode_segment(one.urn);
        one.row = std::move(l);
        p.shows.dead.push_back(std::move(one));
    }
    p.shows.has_links = !p.shows.dead.empty();
    if (!found.next.empty()) p.shows.next = "/manage/findings?after=" + cursor_of(found.next);
    return manage::shown(p);
}

constexpr route table[]{
    {.method = "GET",
     .path = "/manage/findings",
     .operation = "showFindings",
     .stands_for = "readStatistics listLinks",
     .summary = "Show the resolutions, unknown names and dead locators of the names that the token covers",
     .tag = "pages",
     .roles = resolver::readers,
     .scope = permission_scope::own,
     .handler = show,
     .query = {&after_parameter},
     .responses = {page_row<findings_model>}},
};

} // namespace

std::span<const route> findings_routes() noexcept { return table; }

} // namespace uniform::http
