#include <uniform/service/names_search.hpp>

#include <algorithm>

#include <uniform/base/ascii.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/resolver/search_terms.hpp>
#include <uniform/store/search.hpp>

#include "base/try.hpp"
#include "service/names/name_rows.hpp"

namespace uniform::service {

namespace {

constexpr std::size_t most_searched = 2000;
constexpr std::size_t most_names_of_locator = 1000;

std::expected<void, problem> searchable(store::reading &r) {
    switch (store::search_state_of(r)) {
    case store::search_state::complete:
        return {};
    case store::search_state::incomplete:
        return refuse(resolver::problem_type::unavailable,
                      "the index of search is being made; if nothing makes it any more, "
                      "`uniform store index` continues");
    default:
        return refuse(resolver::problem_type::not_found,
                      "this store has no index of search: `uniform store index` makes it");
    }
}

// The words that every key with this prefix has: the last one may go on.
std::vector<std::string> complete_words(std::string_view prefix) {
    const auto goes_on = [](char c) { return ascii::is_alnum(c) || static_cast<unsigned char>(c) >= 0x80; };
    while (!prefix.empty() && goes_on(prefix.back())) prefix.remove_suffix(1);
    return resolver::search_words(prefix);
}

} // namespace

std::expected<search_page, problem> search(store::reading &r, const search_request &q, std::uint64_t after,
                                           std::size_t limit) {
    std::string_view text = q.words;
    if (ascii::starts_with_ignoring_case(text, "urn:")) text.remove_prefix(4);
    auto words = resolver::search_words(text);
    if (q.locator.empty() && words.empty()) {
        return refuse(resolver::problem_type::invalid, "a search needs a word: letters or digits");
    }
    UNIFORM_CHECK(searchable(r));
    // The index knows states and namespaces. For other prefixes, it knows the words that are complete. What it finds
    // beyond the prefix is left out below.
    if (q.state) words.push_back(resolver::state_word(*q.state));
    if (q.prefix.contains(':')) words.push_back(resolver::namespace_word(q.prefix));
    for (std::string &word : complete_words(q.prefix)) words.push_back(std::move(word));
    search_page page;
    for (std::size_t looked_at = 0; looked_at < most_searched;) {
        const std::size_t wanted = limit - page.names.size();
        const auto found = q.locator.empty() ? store::search_names(r, words, after, wanted)
                                             : store::names_of_locator(r, q.locator, after, wanted);
        looked_at += found.names.size();
        for (const store::name_row &row : found.names) {
            if (!row.key.starts_with(q.prefix)) continue;
            if (q.state && !row.record.empty() && static_cast<resolver::name_state>(row.record[0]) != *q.state)
                continue;
            page.names.push_back(entry_of(row));
        }
        page.next = after = found.next;
        if (after == 0 || page.names.size() == limit) break;
    }
    return page;
}

std::expected<std::vector<std::string>, problem> names_at(store::reading &r, std::string_view url) {
    UNIFORM_CHECK(searchable(r));
    std::vector<std::string> urns;
    for (const store::name_row &row : store::names_of_locator(r, url, 0, most_names_of_locator).names) {
        const name_entry n = entry_of(row);
        if (n.record.state == resolver::name_state::active) urns.push_back(resolver::urn_of(n.key, n.record));
    }
    return urns;
}

} // namespace uniform::service
