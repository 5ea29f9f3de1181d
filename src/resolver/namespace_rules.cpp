#include <uniform/resolver/namespace_rules.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/namespace.hpp>

#include "resolver/json_members.hpp"

namespace uniform::resolver {

namespace {

// In the order of equivalence_action and equivalence_scope.
constexpr std::array<std::string_view, 4> actions{"lower-case", "upper-case", "remove", "isbn-13"};
constexpr std::array<std::string_view, 9> scopes{"all",     "before-colon",  "before-hyphen",
                                                 "prefix",  "all-if-prefix", "all-unless-prefix",
                                                 "through", "after-colon",   "end-after-number"};
constexpr std::size_t most_rules = 20;
constexpr std::size_t most_texts = 50;
constexpr std::size_t longest_text = 2000;

template <class T, std::size_t N>
std::optional<T> enumerator(const std::array<std::string_view, N> &words, std::string_view text) {
    const auto *const at = std::ranges::find(words, text);
    if (at == words.end()) return std::nullopt;
    return static_cast<T>(at - words.begin());
}

template <std::size_t N>
std::string listed(const std::array<std::string_view, N> &words) {
    std::string out;
    for (const std::string_view w : words) out.append(out.empty() ? "" : ", ").append(w);
    return out;
}

// Whose the pointers of problems are: "/checks/0" + "/length".
problem within(problem p, const std::string &pointer) {
    json m = json::parse(p.members, nullptr, false);
    if (!m.is_object()) m = json::object();
    m["pointer"] = pointer + m.value("pointer", std::string{});
    p.members = m.dump(-1, ' ', false, json::error_handler_t::replace);
    return p;
}

std::unexpected<problem> invalid(std::string detail, const std::string &pointer) {
    return std::unexpected{within({.type = problem_type::invalid, .detail = std::move(detail)}, pointer)};
}

// The rules as the library reads them: views of texts that are kept here.
class reader {
public:
    std::expected<void, problem> syntax(std::string_view text) {
        auto object = object_of(text, "/syntax");
        if (!object) return std::unexpected{std::move(object.error())};
        members m{*object, "the syntax"};
        std::string abnf;
        std::string pattern;
        m.text("abnf", abnf, longest_text)
            .require("pattern")
            .text("pattern", pattern, longest_text)
            .flag("ignore_case", info.syntax.ignore_case);
        if (auto done = m.done(); !done) return std::unexpected{within(std::move(done.error()), "/syntax")};
        if (pattern.empty()) return invalid("\"pattern\" of the syntax is empty", "/syntax/pattern");
        info.syntax.abnf = keep(std::move(abnf));
        info.syntax.pattern = keep(std::move(pattern));
        return {};
    }

    std::expected<void, problem> equivalence(std::string_view text) {
        const std::string at = "/equivalence";
        auto object = object_of(text, at);
        if (!object) return std::unexpected{std::move(object.error())};
        members m{*object, "the equivalence"};
        std::string summary;
        m.text("summary", summary, longest_text).require("operations");
        const json list = m.take("operations");
        if (auto done = m.done(); !done) return std::unexpected{within(std::move(done.error()), at)};
        return each(list, at + "/operations", "an operation", [&](members &one) {
            equivalence_operation o;
            std::int64_t n = 0;
            std::vector<std::string> texts;
            one.require("action")
                .word(
                    "action", o.action, [](auto s) { return enumerator<equivalence_action>(actions, s); },
                    listed(actions))
                .word(
                    "scope", o.scope, [](auto s) { return enumerator<equivalence_scope>(scopes, s); }, listed(scopes))
                .integer("n", n, 1, 255)
                .texts("texts", texts, most_texts, longest_text);
            o.n = static_cast<std::uint8_t>(n);
            o.texts = keep(std::move(texts));
            operations_.push_back(o);
        });
    }

    std::expected<void, problem> checks(std::string_view text) {
        json list = json::array();
        if (auto read = read_json(text); read) {
            list = std::move(*read);
        } else {
            return std::unexpected{within(std::move(read.error()), "/checks")};
        }
        return each(list, "/checks", "a check", [&](members &one) {
            check_rule r;
            std::vector<std::string> prefixes;
            std::string until;
            std::string skip;
            std::string note;
            std::int64_t length = 0;
            std::int64_t position = 0xFF;
            one.require("algorithm")
                .word(
                    "algorithm", r.algorithm,
                    [](auto s) { return enumerator<check_algorithm>(uniform::detail::check_algorithm_names, s); },
                    listed(uniform::detail::check_algorithm_names))
                .flag("strict", r.strict)
                .texts("prefixes", prefixes, most_texts, longest_text)
                .text("until", until, 100)
                .text("skip", skip, 100)
                .text("note", note, longest_text)
                .integer("length", length, 1, 254)
                .integer("position", position, 0, 254)
                .flag("whole_urn", r.whole_urn);
            slices(one, r);
            r.prefixes = keep(std::move(prefixes));
            r.until = keep(std::move(until));
            r.skip = keep(std::move(skip));
            r.note = keep(std::move(note));
            r.length = static_cast<std::uint8_t>(length);
            r.position = static_cast<std::uint8_t>(position);
            checks_.push_back(r);
        });
    }

    // Each must be usable alone, so that the one that is not can be named.
    std::expected<void, problem> judge() {
        namespace_registry registry;
        const auto taken = [&](const namespace_info &i) { return registry.add(i); };
        if (const auto ok = taken(info); !ok) {
            problem p{.type = problem_type::invalid,
                      .detail = "\"pattern\" of the syntax: " + message(ok.error(), info.syntax.pattern) +
                                (ok.error().code == error_code::invalid_pattern
                                     ? "; it is a regular expression from \"^\" to \"$\" over what a NSS may hold"
                                     : ""),
                      .offset = ok.error().offset,
                      .rule = "RFC 8141 section 2.2"};
            return std::unexpected{within(std::move(p), "/syntax/pattern")};
        }
        for (std::size_t k = 0; k < operations_.size(); ++k) {
            namespace_info one{.nid = info.nid, .equivalence = {&operations_[k], 1}};
            if (!taken(one)) {
                return invalid("the operation cannot be carried out: its scope does not go with its action, or "
                               "\"n\" or \"texts\" are missing",
                               "/equivalence/operations/" + std::to_string(k));
            }
        }
        for (std::size_t k = 0; k < checks_.size(); ++k) {
            namespace_info one{.nid = info.nid, .checks = {&checks_[k], 1}};
            if (!taken(one)) {
                return invalid("the check character has no place: see \"length\", \"position\" and \"payload\"",
                               "/checks/" + std::to_string(k));
            }
        }
        info.equivalence = operations_;
        info.checks = checks_;
        return {};
    }

    namespace_info info{};

private:
    std::string_view keep(std::string text) { return texts_.emplace_back(std::move(text)); }
    std::span<const std::string_view> keep(std::vector<std::string> texts) {
        auto &views = lists_.emplace_back();
        for (std::string &t : texts) views.push_back(keep(std::move(t)));
        return views;
    }

    static std::expected<json, problem> object_of(std::string_view text, const std::string &pointer) {
        auto read = read_json(text);
        if (!read) return std::unexpected{within(std::move(read.error()), pointer)};
        if (!read->is_object()) return invalid("\"" + pointer.substr(1) + "\" is no JSON object", pointer);
        return read;
    }

    template <class F>
    static std::expected<void, problem> each(const json &list, const std::string &pointer, std::string_view what, F f) {
        if (!list.is_array() || list.size() > most_rules) {
            return invalid("not an array of at most " + std::to_string(most_rules), pointer);
        }
        for (std::size_t k = 0; k < list.size(); ++k) {
            members one{json(list[k]), what};
            f(one);
            if (auto done = one.done(); !done) {
                return std::unexpected{within(std::move(done.error()), pointer + "/" + std::to_string(k))};
            }
        }
        return {};
    }

    // "payload": [[0, 8], [9, 12]]
    static void slices(members &one, check_rule &r) {
        const json list = one.take("payload");
        if (list.is_null()) return;
        const auto is_place = [](const json &j) { return j.is_number_unsigned() && j <= 254; };
        const bool good = list.is_array() && !list.empty() && list.size() <= r.payload.size() &&
                          std::ranges::all_of(list, [&](const json &slice) {
                              return slice.is_array() && slice.size() == 2 && is_place(slice[0]) && is_place(slice[1]);
                          });
        if (!good) return one.refuse("payload", "is not one or two pairs of places from 0 to 254");
        for (std::size_t k = 0; k < list.size(); ++k) {
            r.payload[k] = {.begin = list[k][0].get<std::uint8_t>(), .end = list[k][1].get<std::uint8_t>()};
        }
    }

    std::deque<std::string> texts_;
    std::deque<std::vector<std::string_view>> lists_;
    std::vector<equivalence_operation> operations_;
    std::vector<check_rule> checks_;
};

// Without white space. What is there has been read.
std::string canonical(std::string_view text) {
    return text.empty() ? std::string{}
                        : json::parse(text, nullptr, false).dump(-1, ' ', false, json::error_handler_t::replace);
}

} // namespace

std::expected<namespace_rules, problem> namespace_rules::read(std::string_view nid, std::string_view syntax,
                                                              std::string_view equivalence, std::string_view checks) {
    namespace_rules rules;
    if (syntax.empty() && equivalence.empty() && checks.empty()) return rules;
    reader from;
    from.info.nid = nid;
    std::expected<void, problem> done;
    if (!syntax.empty()) done = from.syntax(syntax);
    if (done && !equivalence.empty()) done = from.equivalence(equivalence);
    if (done && !checks.empty()) done = from.checks(checks);
    if (done) done = from.judge();
    auto registry = std::make_shared<namespace_registry>();
    auto keys = std::make_shared<namespace_registry>();
    if (done && (!registry->add(from.info) || !keys->add({.nid = nid, .equivalence = from.info.equivalence}))) {
        done = invalid("the rules cannot be used together", "");
    }
    if (!done) return std::unexpected{std::move(done.error())};
    rules.syntax_ = canonical(syntax);
    rules.equivalence_ = canonical(equivalence);
    rules.checks_ = canonical(checks);
    if (!equivalence.empty()) {
        rules.operations_ = json::parse(equivalence)["operations"].dump(-1, ' ', false, json::error_handler_t::replace);
        if (rules.operations_ == "[]") rules.operations_.clear();
    }
    rules.registry_ = std::move(registry);
    rules.keys_ = std::move(keys);
    return rules;
}

const namespace_registry &namespace_rules::registry() const noexcept {
    return registry_ ? *registry_ : namespace_registry::standard();
}

const namespace_registry &namespace_rules::keys() const noexcept {
    return keys_ ? *keys_ : namespace_registry::standard();
}

} // namespace uniform::resolver
