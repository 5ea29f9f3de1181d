// Every edit as a row of a table, with what it may change and what must hold after it: for the property tests and the
// fuzz target, which differ only in where the arguments come from.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/uri/path.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/uri.hpp>

namespace uniform::model {

inline constexpr std::array parts{rule::scheme, rule::userinfo, rule::host,    rule::port,
                                  rule::path,   rule::query,    rule::fragment};

struct arguments {
    std::string first;
    std::string second;
    std::size_t index = 0;
    query_options query{};
};

struct edit {
    std::string_view name;
    std::vector<rule> changes; ///< the components that it may touch
    std::expected<void, error> (*apply)(reference &, const arguments &);
    bool (*holds)(const reference &before, const reference &after, const arguments &); ///< after success
};

inline bool is_data(std::optional<std::string_view> text, const std::string &data) {
    return text && decode(*text) == data;
}

inline std::vector<std::string> segments_of(const reference &r) {
    std::vector<std::string> out;
    for (const std::string_view s : path_segments{r.path()}) out.emplace_back(s);
    return out;
}

inline std::vector<std::string> pairs_of(const reference &r, query_options o) {
    std::vector<std::string> out;
    for (const parameter p : query_parameters{r.query().value_or(std::string_view{}), o}) out.emplace_back(p.text());
    return out;
}

inline std::size_t count_of(const reference &r, const arguments &x) {
    const query_parameters all{r.query().value_or(std::string_view{}), x.query};
    return static_cast<std::size_t>(
        std::ranges::count_if(all, [&](const parameter &p) { return decodes_to(p.key, x.first, x.query.plus); }));
}

// The first pair with the key has the value, both as data.
inline bool has_pair(const reference &r, const arguments &x) {
    const auto p = query_parameters{r.query().value_or(std::string_view{}), x.query}.find(decoded{x.first});
    return p && p->decoded_value(x.query.plus) == x.second;
}

#define APPLY(call)                                                                                                    \
    [](reference &r, const arguments &x) -> std::expected<void, error> {                                               \
        (void)x;                                                                                                       \
        return r.call;                                                                                                 \
    }
#define HOLDS(...)                                                                                                     \
    [](const reference &before, const reference &after, const arguments &x) -> bool {                                  \
        (void)before, (void)after, (void)x;                                                                            \
        return __VA_ARGS__;                                                                                            \
    }

inline const std::vector<edit> &edits() {
    using enum rule;
    static const std::vector<rule> whole{userinfo, host, port};
    static const std::vector<edit> table{
        {"set_scheme", {scheme}, APPLY(set_scheme(x.first)), HOLDS(after.scheme() == x.first)},
        {"remove_scheme", {scheme}, APPLY(remove_scheme()), HOLDS(!after.scheme())},
        {"set_authority", whole, APPLY(set_authority(x.first)), HOLDS(after.authority() == x.first)},
        {"remove_authority", whole, APPLY(remove_authority()), HOLDS(!after.authority())},
        {"set_userinfo", {userinfo}, APPLY(set_userinfo(x.first)), HOLDS(after.userinfo() == x.first)},
        {"set_userinfo data",
         {userinfo},
         APPLY(set_userinfo(decoded{x.first})),
         HOLDS(is_data(after.userinfo(), x.first))},
        {"remove_userinfo", {userinfo}, APPLY(remove_userinfo()), HOLDS(!after.userinfo())},
        {"set_user",
         {userinfo},
         APPLY(set_user(x.first)),
         HOLDS(after.user() == x.first && after.password() == before.password())},
        {"set_user data",
         {userinfo},
         APPLY(set_user(decoded{x.first})),
         HOLDS(is_data(after.user(), x.first) && after.password() == before.password())},
        {"set_password",
         {userinfo},
         APPLY(set_password(x.first)),
         HOLDS(after.password() == x.first && after.user() == before.user().value_or(""))},
        {"set_password data",
         {userinfo},
         APPLY(set_password(decoded{x.first})),
         HOLDS(is_data(after.password(), x.first) && after.user() == before.user().value_or(""))},
        {"remove_password",
         {userinfo},
         APPLY(remove_password()),
         HOLDS(!after.password() && after.user() == before.user())},
        {"set_host", {host}, APPLY(set_host(x.first)), HOLDS(after.host() == x.first)},
        {"set_host data",
         {host},
         APPLY(set_host(decoded{x.first})),
         HOLDS(is_data(after.host(), x.first) || after.host() == "[" + x.first + "]" ||
               decode_host(after.host().value_or(""), after.edition()) == x.first)},
        {"set_port", {port}, APPLY(set_port(x.first)), HOLDS(after.port() == x.first)},
        {"set_port number",
         {port},
         APPLY(set_port(static_cast<std::uint16_t>(x.index))),
         HOLDS(after.view().port_number() == static_cast<std::uint16_t>(x.index))},
        {"remove_port", {port}, APPLY(remove_port()), HOLDS(!after.port())},
        {"set_path", {path}, APPLY(set_path(x.first)), HOLDS(after.path() == x.first)},
        {"set_path data", {path}, APPLY(set_path(decoded{x.first})), HOLDS(is_data(after.path(), x.first))},
        {"append_segment", {path}, APPLY(append_segment(x.first)), HOLDS(segments_of(after).back() == x.first)},
        {"append_segment data",
         {path},
         APPLY(append_segment(decoded{x.first})),
         HOLDS(is_data(path_segments{after.path()}.back(), x.first))},
        {"insert_segment",
         {path},
         APPLY(insert_segment(x.index, x.first)),
         [](auto &before, auto &after, auto &x) {
             auto expected = segments_of(before);
             expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(x.index), x.first);
             return segments_of(after) == expected;
         }},
        {"replace_segment data",
         {path},
         APPLY(replace_segment(x.index, decoded{x.first})),
         [](auto &before, auto &after, auto &x) {
             auto expected = segments_of(before);
             expected[x.index] = segments_of(after)[x.index];
             return segments_of(after) == expected && is_data(expected[x.index], x.first);
         }},
        {"erase_segment",
         {path},
         APPLY(erase_segment(x.index)),
         [](auto &before, auto &after, auto &x) {
             auto expected = segments_of(before);
             if (expected.size() == 1) return after.path() == (before.path().starts_with('/') ? "/" : "");
             expected.erase(expected.begin() + static_cast<std::ptrdiff_t>(x.index));
             return segments_of(after) == expected && after.path().starts_with('/') == before.path().starts_with('/');
         }},
        {"pop_segment", {path}, APPLY(pop_segment()), HOLDS(after.path().size() <= before.path().size())},
        {"set_query", {query}, APPLY(set_query(x.first)), HOLDS(after.query() == x.first)},
        {"set_query data", {query}, APPLY(set_query(decoded{x.first})), HOLDS(is_data(after.query(), x.first))},
        {"remove_query", {query}, APPLY(remove_query()), HOLDS(!after.query())},
        {"append_parameter data",
         {query},
         APPLY(append_parameter(decoded{x.first}, decoded{x.second}, x.query)),
         HOLDS(count_of(after, x) == count_of(before, x) + 1 && (count_of(after, x) > 1 || has_pair(after, x)) &&
               pairs_of(after, x.query).size() == pairs_of(before, x.query).size() + 1)},
        {"append_parameter",
         {query},
         APPLY(append_parameter(x.first, x.second, x.query)),
         HOLDS(pairs_of(after, x.query).back() == x.first + "=" + x.second)},
        {"set_parameter data",
         {query},
         APPLY(set_parameter(decoded{x.first}, decoded{x.second}, x.query)),
         HOLDS(count_of(after, x) == 1 && has_pair(after, x))},
        {"replace_parameter data",
         {query},
         APPLY(replace_parameter(decoded{x.first}, decoded{x.second}, x.query)),
         HOLDS(count_of(before, x) > 0 && count_of(after, x) == 1 && has_pair(after, x))},
        {"remove_parameter data",
         {query},
         APPLY(remove_parameter(decoded{x.first}, x.query)),
         HOLDS(count_of(after, x) == 0 && (count_of(before, x) > 0 || after.query() == before.query()))},
        {"remove_parameters_matching",
         {query},
         APPLY(remove_parameters_matching(x.first, x.query)),
         HOLDS(pairs_of(after, x.query).size() <= pairs_of(before, x.query).size())},
        {"merge_parameters",
         {query},
         APPLY(merge_parameters(x.first, x.query)),
         [](auto &before, auto &after, auto &x) {
             const auto values = [&](std::string_view text, std::string_view key) {
                 std::vector<std::string> all;
                 for (const parameter p : query_parameters{text, x.query}) {
                     if (decodes_to(p.key, key, x.query.plus)) all.emplace_back(p.text().substr(p.key.size()));
                 }
                 return all;
             };
             const std::string_view is = after.query().value_or(std::string_view{});
             const auto as_given = [&](const parameter &p) {
                 const std::string key = p.decoded_key(x.query.plus).value();
                 return values(is, key) == values(x.first, key);
             };
             return std::ranges::all_of(query_parameters{x.first, x.query}, as_given) &&
                    pairs_of(after, x.query).size() >= query_parameters{x.first, x.query}.count() &&
                    (!x.first.empty() || before == after);
         }},
        {"sort_parameters",
         {query},
         APPLY(sort_parameters(x.query)),
         [](auto &before, auto &after, auto &x) {
             const query_parameters all{after.query().value_or(std::string_view{}), x.query};
             const auto was = pairs_of(before, x.query);
             const auto is = pairs_of(after, x.query);
             return std::ranges::is_sorted(std::vector<parameter>{all.begin(), all.end()}, {}, &parameter::key) &&
                    std::ranges::is_permutation(was, is);
         }},
        {"set_fragment", {fragment}, APPLY(set_fragment(x.first)), HOLDS(after.fragment() == x.first)},
        {"set_fragment data",
         {fragment},
         APPLY(set_fragment(decoded{x.first})),
         HOLDS(is_data(after.fragment(), x.first))},
        {"remove_fragment", {fragment}, APPLY(remove_fragment()), HOLDS(!after.fragment())},
    };
    return table;
}

#undef APPLY
#undef HOLDS

// Carries the edit out on `r`; "" when everything that is promised of edits holds, else what does not.
inline std::string carry_out(reference &r, const edit &e, const arguments &x) {
    const reference before = r;
    const auto done = e.apply(r, x);
    const auto report = [&](std::string_view what) {
        return std::string{e.name} + " of <" + before.text() + "> with <" + x.first + "> <" + x.second + "> #" +
               std::to_string(x.index) + " gives <" + r.text() + ">: " + std::string{what};
    };
    const auto parsed = parse_uri_reference(r.text(), before.options());
    if (!parsed) return report("does not parse");
    for (const rule part : parts) {
        if (parsed->where(part) != r.view().where(part)) return report("parses to something else");
    }
    if (!done) {
        if (r.text() != before.text()) return report("failed and changed the text");
        if (done.error().code == error_code::too_long) return {};
        if (done.error().offset > std::max(x.first.size(), x.second.size()) * 3) return report("an offset too far");
        return {};
    }
    const reference_view was = before.view();
    const reference_view is = r.view();
    const auto component = [](const reference_view &v, rule part) -> std::optional<std::string_view> {
        const auto at = v.where(part);
        if (!at) return std::nullopt;
        return v.text().substr(at->begin, at->end - at->begin);
    };
    for (const rule part : parts) {
        if (std::ranges::find(e.changes, part) != e.changes.end()) continue;
        if (component(was, part) != component(is, part)) return report("changed another component");
    }
    if (!e.holds(before, r, x)) return report("did not do what it says");
    return {};
}

} // namespace uniform::model
