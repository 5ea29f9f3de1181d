#include <uniform/resolver/namespace_rules.hpp>

#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include <uniform/json/members.hpp>
#include <uniform/json/pointer.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/urn/abnf.hpp>
#include <uniform/urn/namespace.hpp>

#include "base/text.hpp"

namespace uniform::resolver {

namespace {

constexpr auto action_names =
    enum_table<equivalence_action>({{equivalence_action::lower_case, "lower-case"},
                                    {equivalence_action::upper_case, "upper-case"},
                                    {equivalence_action::remove, "remove"},
                                    {equivalence_action::isbn_13, "isbn-13"},
                                    {equivalence_action::replace, "replace"},
                                    {equivalence_action::decode_unreserved, "decode-unreserved"},
                                    {equivalence_action::remove_leading_zeros, "remove-leading-zeros"}});
constexpr auto scope_names = enum_table<equivalence_scope>({{equivalence_scope::all, "all"},
                                                            {equivalence_scope::before_colon, "before-colon"},
                                                            {equivalence_scope::before_hyphen, "before-hyphen"},
                                                            {equivalence_scope::prefix, "prefix"},
                                                            {equivalence_scope::all_if_prefix, "all-if-prefix"},
                                                            {equivalence_scope::all_unless_prefix, "all-unless-prefix"},
                                                            {equivalence_scope::through, "through"},
                                                            {equivalence_scope::after_colon, "after-colon"},
                                                            {equivalence_scope::end_after_number, "end-after-number"}});
constexpr std::size_t most_rules = 20;
constexpr std::size_t most_texts = 50;
constexpr std::size_t longest_text = 2000;
constexpr std::size_t longest_shown = 200; // of a pattern

// `pointer` has no slash at its start.
std::unexpected<problem> refuse_value(const json::value &at, std::string_view pointer, std::string detail) {
    auto refused = refuse_member(pointer, std::move(detail));
    if (at.offset() != json::value::no_offset) refused.error().offset = at.offset();
    return refused;
}

std::unexpected<problem> refuse_grammar(const abnf_error &why, const json::value &at) {
    problem p{.type = problem_type::invalid,
              .detail = "\"abnf\" of the syntax, line " + std::to_string(why.line) + ", column " +
                        std::to_string(why.column) + ": " + why.message,
              .rule = why.section.empty() ? "RFC 8141 section 6.4.2" : std::string{why.section},
              .pointer = "/syntax/abnf"};
    if (at.offset() != json::value::no_offset) p.offset = at.offset_of(why.offset);
    if (why.code == abnf_error_code::not_regular) p.detail += "; state a \"pattern\" instead";
    return std::unexpected{std::move(p)};
}

// Without a pattern, the grammar is the rule. Where a store has one of other URNs, or the NID is not known yet, the
// grammar is that of the NSSs.
std::expected<std::string, abnf_error> pattern_of(const std::string &abnf, std::string_view nid) {
    const auto grammar = abnf_grammar::parse(abnf);
    if (!grammar) return std::unexpected{grammar.error()};
    auto pattern = grammar->nss_pattern_in(nid);
    return pattern ? std::move(pattern) : grammar->nss_pattern();
}

// The rules as the library reads them: views of texts that are stored here.
class reader {
public:
    std::expected<void, problem> syntax(const json::value &value) {
        json::members m{value, "the syntax", "/syntax"};
        std::string abnf;
        std::string pattern;
        bool octets = false; // read by service::check_new_name()
        m.string("abnf", abnf, abnf_grammar::longest_text)
            .string("pattern", pattern, abnf_grammar::longest_pattern)
            .boolean("ignore_case", info.syntax.ignore_case)
            .boolean("octets", octets);
        const json::value *const grammar = value.find("abnf");
        const bool by_grammar = value.find("pattern") == nullptr && grammar != nullptr;
        if (m.ok() && !by_grammar) m.require("pattern");
        if (m.ok() && pattern.empty() && !by_grammar) m.refuse("pattern", "must not be empty");
        if (auto done = m.done(); !done) return std::unexpected{to_problem(done.error())};
        if (by_grammar) {
            auto compiled = pattern_of(abnf, info.nid);
            if (!compiled) return refuse_grammar(compiled.error(), *grammar);
            pattern = *std::move(compiled);
        }
        pattern_ = value.find("pattern");
        info.syntax.abnf = keep(std::move(abnf));
        info.syntax.pattern = keep(std::move(pattern));
        return {};
    }

    std::expected<void, problem> equivalence(const json::value &value) {
        json::members m{value, "the equivalence", "/equivalence"};
        std::string summary;
        m.string("summary", summary, longest_text).require("operations");
        operation_values_ = m.find("operations");
        if (auto done = m.done(); !done) return std::unexpected{to_problem(done.error())};
        return each(*operation_values_, "/equivalence/operations", "the equivalence", "operations", "an operation",
                    [&](json::members &one) {
                        equivalence_operation o;
                        std::int64_t n = 0;
                        std::vector<std::string> texts;
                        one.require("action")
                            .word("action", o.action, action_names)
                            .word("scope", o.scope, scope_names)
                            .integer("n", n, 1, 255)
                            .strings("texts", texts, most_texts, longest_text);
                        o.n = static_cast<std::uint8_t>(n);
                        o.texts = keep(std::move(texts));
                        operations_.push_back(o);
                    });
    }

    std::expected<void, problem> checks(const json::value &list) {
        check_values_ = &list;
        return each(list, "/checks", "the settings of a namespace", "checks", "a check", [&](json::members &one) {
            check_rule r;
            std::vector<std::string> prefixes;
            std::string until;
            std::string skip;
            std::string note;
            std::int64_t length = 0;
            std::int64_t position = 0xFF;
            one.require("algorithm")
                .word("algorithm", r.algorithm, check_algorithm_names)
                .boolean("strict", r.strict)
                .strings("prefixes", prefixes, most_texts, longest_text)
                .string("until", until, 100)
                .string("skip", skip, 100)
                .string("note", note, longest_text)
                .integer("length", length, 1, 254)
                .integer("position", position, 0, 254)
                .boolean("whole_urn", r.whole_urn);
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

    // The fault of an operation that is not accepted.
    static std::string wrong_member(const equivalence_operation &o) {
        using enum equivalence_action;
        using scope = equivalence_scope;
        if (o.action == remove && o.scope != scope::all && o.scope != scope::end_after_number)
            return "\"scope\" of \"remove\" must be \"all\" or \"end-after-number\"";
        const bool of_all = o.action == replace || o.action == decode_unreserved || o.action == remove_leading_zeros;
        const std::string name{action_names.name(o.action)};
        if (of_all && o.scope != scope::all) return "\"scope\" of \"" + name + "\" must be \"all\"";
        if (o.scope == scope::end_after_number && o.action != remove)
            return "\"scope\" \"end-after-number\" is only for \"remove\"";
        if ((o.scope == scope::before_colon || o.scope == scope::after_colon) && o.n == 0)
            return "\"n\" is missing, the number of the colon";
        if (o.action == remove && o.texts.empty()) return "\"texts\" is missing, what is removed";
        if (o.action == replace)
            return "\"texts\" must be pairs of texts of an NSS, of which the second is no longer than the first, and "
                   "cannot "
                   "overlap with what is replaced";
        if (of_all && !o.texts.empty()) return "\"texts\" is not a member of \"" + name + "\"";
        return "\"texts\" has an empty text, or one that ends within a percent-encoded octet";
    }

    // Each must be usable alone, so that the one that is not can be named.
    std::expected<void, problem> check() {
        namespace_registry registry;
        const auto accepted = [&](const namespace_info &i) { return registry.add(i); };
        if (const auto ok = accepted(info); !ok) {
            problem p{.type = problem_type::invalid,
                      .detail =
                          "\"pattern\" of the syntax: " + message(ok.error(), info.syntax.pattern) +
                          (ok.error().code == error_code::invalid_pattern
                               ? "; it must be a regular expression from \"^\" to \"$\" over the characters of an "
                                 "NSS"
                               : ""),
                      .offset = pattern_ == nullptr ? ok.error().offset : pattern_->offset_of(ok.error().offset),
                      .rule = "RFC 8141 section 2.2",
                      .pointer = "/syntax/pattern"};
            return std::unexpected{std::move(p)};
        }
        for (std::size_t k = 0; k < operations_.size(); ++k) {
            namespace_info one{.nid = info.nid, .equivalence = {&operations_[k], 1}};
            if (!accepted(one)) {
                return refuse_value(operation_values_->elements()[k], "equivalence/operations/" + std::to_string(k),
                                    "the operation cannot be carried out: " + wrong_member(operations_[k]));
            }
        }
        for (std::size_t k = 0; k < checks_.size(); ++k) {
            namespace_info one{.nid = info.nid, .checks = {&checks_[k], 1}};
            if (!accepted(one)) {
                return refuse_value(check_values_->elements()[k], "checks/" + std::to_string(k),
                                    "the check character has no place: see \"length\", \"position\" and \"payload\"");
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

    template <class F>
    static std::expected<void, problem> each(const json::value &list, const std::string &pointer,
                                             std::string_view owner, std::string_view unit, std::string_view what,
                                             F f) {
        const auto &all = list.elements();
        if (!list.is_array() || all.size() > most_rules) {
            return refuse_value(list, std::string_view{pointer}.substr(1),
                                base::concat({"\"", pointer.substr(pointer.rfind('/') + 1), "\" of ", owner,
                                              " must be an array of at most ", std::to_string(most_rules), " ", unit}));
        }
        for (std::size_t k = 0; k < all.size(); ++k) {
            json::members one{all[k], what, json::pointer_to(pointer, k)};
            f(one);
            if (auto done = one.done(); !done) return std::unexpected{to_problem(done.error())};
        }
        return {};
    }

    // "payload": [[0, 8], [9, 12]]
    static void slices(json::members &one, check_rule &r) {
        const json::value *const value = one.find("payload");
        if (value == nullptr) return;
        const auto &list = value->elements();
        const auto is_place = [](const json::value &v) { return v.if_unsigned().value_or(255) <= 254; };
        const bool good = !list.empty() && list.size() <= r.payload.size() &&
                          std::ranges::all_of(list, [&](const json::value &slice) {
                              return slice.elements().size() == 2 && std::ranges::all_of(slice.elements(), is_place);
                          });
        if (!good) return one.refuse("payload", "must be one or two pairs of positions from 0 to 254");
        for (std::size_t k = 0; k < list.size(); ++k) {
            const auto &slice = list[k].elements();
            r.payload[k] = {.begin = static_cast<std::uint8_t>(*slice[0].if_unsigned()),
                            .end = static_cast<std::uint8_t>(*slice[1].if_unsigned())};
        }
    }

    const json::value *pattern_ = nullptr;
    const json::value *operation_values_ = nullptr;
    const json::value *check_values_ = nullptr;
    std::deque<std::string> texts_;
    std::deque<std::vector<std::string_view>> lists_;
    std::vector<equivalence_operation> operations_;
    std::vector<check_rule> checks_;
};

} // namespace

std::expected<namespace_rules, problem> namespace_rules::read(std::string_view nid, const json::value *syntax,
                                                              const json::value *equivalence,
                                                              const json::value *checks) {
    namespace_rules rules;
    if (syntax == nullptr && equivalence == nullptr && checks == nullptr) return rules;
    reader from;
    from.info.nid = nid;
    std::expected<void, problem> done;
    if (syntax != nullptr) done = from.syntax(*syntax);
    if (done && equivalence != nullptr) done = from.equivalence(*equivalence);
    if (done && checks != nullptr) done = from.checks(*checks);
    if (done) done = from.check();
    auto registry = std::make_shared<namespace_registry>();
    auto keys = std::make_shared<namespace_registry>();
    if (done && (!registry->add(from.info) || !keys->add({.nid = nid, .equivalence = from.info.equivalence}))) {
        done = std::unexpected{problem{.type = problem_type::invalid, .detail = "the rules cannot be used together"}};
    }
    if (!done) return std::unexpected{std::move(done.error())};
    if (syntax != nullptr) rules.syntax_ = *syntax;
    if (checks != nullptr) rules.checks_ = *checks;
    if (equivalence != nullptr) {
        rules.equivalence_ = *equivalence;
        const json::value &operations = *equivalence->find("operations");
        if (!operations.elements().empty()) rules.operations_ = operations;
    }
    rules.registry_ = std::move(registry);
    rules.keys_ = std::move(keys);
    return rules;
}

const namespace_registry &namespace_rules::registry() const & noexcept {
    return registry_ ? *registry_ : namespace_registry::standard();
}

const namespace_registry &namespace_rules::keys() const & noexcept {
    return keys_ ? *keys_ : namespace_registry::standard();
}

std::expected<void, problem> check_one_syntax(std::string_view nid, const json::value &syntax) {
    const json::value *const abnf = syntax.find("abnf");
    if (abnf == nullptr) return {};
    const auto grammar = abnf_grammar::parse(syntax.string_of("abnf"));
    const auto made = grammar ? grammar->nss_pattern_in(nid) : std::unexpected{grammar.error()};
    if (!made) return refuse_grammar(made.error(), *abnf);
    const json::value *const pattern = syntax.find("pattern");
    if (pattern == nullptr || syntax.string_of("pattern") == *made) return {};
    auto refused = refuse_value(*pattern, "syntax/pattern",
                                "\"pattern\" of the syntax is not that of its \"abnf\": give one of them");
    refused.error().rule = "RFC 8141 section 6.4.2";
    if (made->size() <= longest_shown) refused.error().detail += "; the grammar becomes " + *made;
    return refused;
}

} // namespace uniform::resolver
