// Reads ABNF: RFC 5234 4, with RFC 7405 2.2.

#include "urn/abnf_rules.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <uniform/base/ascii.hpp>

namespace uniform {

namespace detail {

namespace {

constexpr std::size_t deepest_group = 100;
constexpr std::uint32_t greatest_number = 100'000'000; // more digits change nothing: it is refused where it counts

constexpr std::string_view of_abnf = "RFC 5234 section 4";

class abnf_reader {
public:
    abnf_reader(abnf_rules &to, std::string_view text, bool predefined)
        : to_{to}, text_{text}, predefined_{predefined}, first_definition_{to.definitions.size()} {
        for (std::size_t i = 0; i < to.definitions.size(); ++i) {
            numbers_.emplace(to.definitions[i].name, static_cast<std::uint32_t>(i));
        }
    }

    // rulelist = 1*( rule / (*c-wsp c-nl) )
    std::expected<void, abnf_error> read() {
        while (at_ < text_.size()) {
            const std::size_t line = at_;
            while (more() && is_blank(peek())) ++at_;
            if (!more() || is_line_end() || peek() == ';') {
                end_line();
                continue;
            }
            const std::size_t indent = at_ - line;
            if (!margin_) margin_ = indent;
            if (indent != *margin_) {
                return fail(at_, indent > *margin_ ? "this line continues no rule"
                                                   : "the line is indented less than the rules before it");
            }
            if (!rule()) return std::unexpected{std::move(*error_)};
        }
        return {};
    }

    // Every rule that is mentioned is defined.
    std::expected<void, abnf_error> bind(std::size_t first_node) {
        for (std::size_t i = first_node; i < to_.nodes.size(); ++i) {
            abnf_node &n = to_.nodes[i];
            if (n.what != abnf_node::kind::reference) continue;
            const auto known = numbers_.find(lower(n.text));
            if (known == numbers_.end()) {
                return std::unexpected{abnf_error_at(text_, n.offset, abnf_error_code::undefined,
                                                     "the rule \"" + n.text + "\" is not defined",
                                                     "RFC 5234 section 2.1")};
            }
            n.first = known->second;
        }
        return {};
    }

private:
    using result = std::optional<std::uint32_t>; // a node; nothing after an error

    static std::string lower(std::string_view name) {
        std::string out{name};
        ascii::make_lower(out);
        return out;
    }
    static bool is_blank(char c) noexcept { return c == ' ' || c == '\t'; }
    [[nodiscard]] bool more() const noexcept { return at_ < text_.size(); }
    [[nodiscard]] char peek(std::size_t n = 0) const noexcept { return at_ + n < text_.size() ? text_[at_ + n] : '\0'; }
    [[nodiscard]] bool is_line_end() const noexcept { return peek() == '\n' || (peek() == '\r' && peek(1) == '\n'); }
    bool skip(char c) noexcept {
        if (!more() || peek() != c) return false;
        ++at_;
        return true;
    }
    // The rest of the line: c-nl = comment / CRLF
    void end_line() noexcept {
        while (more() && peek() != '\n') ++at_;
        if (more()) ++at_;
    }

    std::unexpected<abnf_error> fail(std::size_t offset, std::string message, std::string_view section = of_abnf,
                                     abnf_error_code code = abnf_error_code::syntax) const {
        return std::unexpected{abnf_error_at(text_, offset, code, std::move(message), section)};
    }
    result give_up(std::size_t offset, std::string message, std::string_view section = of_abnf,
                   abnf_error_code code = abnf_error_code::syntax) {
        if (!error_) error_ = abnf_error_at(text_, offset, code, std::move(message), section);
        return std::nullopt;
    }

    // *c-wsp, c-wsp = WSP / (c-nl WSP): also to the next line, if it is indented more than the rules. Empty lines and
    // comments in between belong to it.
    void spaces() noexcept {
        while (more()) {
            if (is_blank(peek())) {
                ++at_;
                continue;
            }
            if (peek() != ';' && !is_line_end()) return;
            const std::size_t before = at_;
            std::size_t line = before;
            do {
                at_ = line;
                end_line();
                line = at_;
                while (more() && is_blank(peek())) ++at_;
            } while (more() && (is_line_end() || peek() == ';'));
            if (!more() || at_ - line <= *margin_) {
                at_ = before;
                return;
            }
        }
    }

    std::uint32_t add(abnf_node n) {
        to_.nodes.push_back(std::move(n));
        return static_cast<std::uint32_t>(to_.nodes.size() - 1);
    }

    // rulename = ALPHA *(ALPHA / DIGIT / "-")
    std::string_view name() noexcept {
        const std::size_t begin = at_;
        if (!ascii::is_alpha(peek())) return {};
        while (more() && (ascii::is_alnum(peek()) || peek() == '-')) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    // rule = rulename defined-as elements c-nl
    bool rule() {
        const std::size_t begin = at_;
        const std::string_view called = name();
        if (called.empty()) return give_up(begin, "a rule begins with its name").has_value();
        if (peek() == '_')
            return give_up(at_, "a rule name has letters, digits and \"-\"", "RFC 5234 section 2.1").has_value();
        spaces();
        const std::size_t equals = at_;
        if (!skip('=')) return give_up(equals, "\"=\" or \"=/\" is missing after the name of the rule").has_value();
        const bool adds = skip('/');
        spaces();
        const auto body = alternation(0);
        if (!body) return false;
        spaces();
        if (more() && peek() != ';' && !is_line_end()) {
            return give_up(at_, peek() == ')' || peek() == ']' ? "\"" + std::string{peek()} + "\" closes nothing"
                                                               : std::string{"no element of a rule begins here"})
                .has_value();
        }
        end_line();
        return define(called, begin, adds, *body);
    }

    // RFC 5234 3.3: "oldrule =/ additional-alternatives"
    bool define(std::string_view called, std::size_t begin, bool adds, std::uint32_t body) {
        const std::string key = lower(called);
        const auto known = numbers_.find(key);
        const bool is_known = known != numbers_.end();
        const bool is_own = is_known && (predefined_ || known->second >= first_definition_);
        if (adds && !is_known) {
            return give_up(begin, "there is no rule \"" + std::string{called} + "\" to add alternatives to",
                           "RFC 5234 section 3.3")
                .has_value();
        }
        if (!adds && is_own) {
            return give_up(begin,
                           "the rule \"" + std::string{called} + "\" is defined already; \"=/\" adds alternatives",
                           "RFC 5234 section 3.3", abnf_error_code::redefined)
                .has_value();
        }
        if (is_own) {
            abnf_definition &old = to_.definitions[known->second];
            abnf_node &whole = to_.nodes[old.node];
            if (!old.is_first) {
                whole.children.push_back(body);
                return true;
            }
            old.is_first = false;
            old.node =
                add({.what = abnf_node::kind::alternation, .offset = whole.offset, .children = {old.node, body}});
            return true;
        }
        const auto number = static_cast<std::uint32_t>(to_.definitions.size());
        if (adds) {
            const std::uint32_t before = to_.definitions[known->second].node;
            body = add({.what = abnf_node::kind::alternation,
                        .offset = static_cast<std::uint32_t>(begin),
                        .children = {before, body}});
        }
        to_.definitions.push_back({key, body, static_cast<std::uint32_t>(begin), predefined_, !adds});
        numbers_[key] = number;
        if (!predefined_) to_.listed.push_back({called, begin, 1});
        return true;
    }

    // alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
    result alternation(std::size_t depth) {
        if (depth > deepest_group) return give_up(at_, "groups are nested too deeply", {}, abnf_error_code::too_large);
        abnf_node all{.what = abnf_node::kind::alternation, .offset = static_cast<std::uint32_t>(at_)};
        while (true) {
            const auto one = concatenation(depth);
            if (!one) return one;
            all.children.push_back(*one);
            const std::size_t before = at_;
            spaces();
            if (!skip('/')) {
                at_ = before;
                break;
            }
            spaces();
        }
        return all.children.size() == 1 ? all.children.front() : add(std::move(all));
    }

    // concatenation = repetition *(1*c-wsp repetition)
    result concatenation(std::size_t depth) {
        abnf_node all{.what = abnf_node::kind::concatenation, .offset = static_cast<std::uint32_t>(at_)};
        while (true) {
            const auto one = repetition(depth);
            if (!one) return one;
            all.children.push_back(*one);
            const std::size_t before = at_;
            spaces();
            if (!begins_repetition()) {
                at_ = before;
                break;
            }
            if (at_ == before) return give_up(at_, "a space is missing between two elements", "RFC 5234 section 3.1");
        }
        return all.children.size() == 1 ? all.children.front() : add(std::move(all));
    }

    [[nodiscard]] bool begins_repetition() const noexcept {
        return more() && (ascii::is_alnum(peek()) || std::string_view{"*([\"%<"}.contains(peek()));
    }

    std::optional<std::uint32_t> number() noexcept {
        if (!ascii::is_digit(peek())) return std::nullopt;
        std::uint32_t value = 0;
        while (ascii::is_digit(peek())) {
            if (value < greatest_number) value = value * 10 + static_cast<std::uint32_t>(peek() - '0');
            ++at_;
        }
        return value;
    }

    // repetition = [repeat] element; repeat = 1*DIGIT / (*DIGIT "*" *DIGIT)
    result repetition(std::size_t depth) {
        const std::size_t begin = at_;
        const auto least = number();
        const bool star = skip('*');
        const auto most = star ? number() : least;
        if (!least && !star) return element(depth);
        abnf_node all{.what = abnf_node::kind::repetition,
                      .offset = static_cast<std::uint32_t>(begin),
                      .min = least.value_or(0),
                      .max = most.value_or(abnf_unbounded)};
        if (all.max < all.min) {
            return give_up(begin, "the repetition has a maximum below its minimum", "RFC 5234 section 3.6");
        }
        const auto of = element(depth);
        if (!of) return of;
        all.children.push_back(*of);
        return add(std::move(all));
    }

    // element = rulename / group / option / char-val / num-val / prose-val
    result element(std::size_t depth) {
        const std::size_t begin = at_;
        const auto offset = static_cast<std::uint32_t>(begin);
        if (const std::string_view called = name(); !called.empty()) {
            if (peek() == '_') return give_up(at_, "a rule name has letters, digits and \"-\"", "RFC 5234 section 2.1");
            return add({.what = abnf_node::kind::reference, .offset = offset, .text = std::string{called}});
        }
        if (skip('(')) return group(depth, ')');
        if (skip('[')) {
            const auto inside = group(depth, ']');
            if (!inside) return inside;
            return add(
                {.what = abnf_node::kind::repetition, .offset = offset, .min = 0, .max = 1, .children = {*inside}});
        }
        if (peek() == '"') return text(offset, false);
        if (peek() == '%') return value(offset);
        if (skip('<')) {
            const std::size_t end = text_.find_first_of(">\n", at_);
            if (end == std::string_view::npos || text_[end] != '>')
                return give_up(begin, "\">\" is missing at the end of the prose");
            std::string says{text_.substr(at_, end - at_)};
            at_ = end + 1;
            return add({.what = abnf_node::kind::prose, .offset = offset, .text = std::move(says)});
        }
        return give_up(begin, more() ? "no element of a rule begins here" : "an element is missing at the end");
    }

    // group = "(" *c-wsp alternation *c-wsp ")"
    result group(std::size_t depth, char close) {
        const std::size_t begin = at_ - 1;
        spaces();
        const auto inside = alternation(depth + 1);
        if (!inside) return inside;
        spaces();
        if (!skip(close)) {
            return give_up(more() && !is_line_end() && peek() != ';' ? at_ : begin,
                           "\"" + std::string{close} + "\" is missing");
        }
        return inside;
    }

    // char-val = DQUOTE *(%x20-21 / %x23-7E) DQUOTE
    result text(std::uint32_t offset, bool sensitive) {
        ++at_;
        const std::size_t begin = at_;
        while (more() && peek() >= ' ' && peek() <= '~' && peek() != '"') ++at_;
        std::string says{text_.substr(begin, at_ - begin)};
        if (!skip('"')) {
            return give_up(more() && !is_line_end() ? at_ : offset,
                           more() && !is_line_end() ? "a string contains printable characters of US-ASCII only"
                                                    : "the quotation mark at the end of the string is missing",
                           "RFC 5234 section 2.3");
        }
        return add({.what = abnf_node::kind::text, .sensitive = sensitive, .offset = offset, .text = std::move(says)});
    }

    static int digit_of(char c) noexcept {
        if (ascii::is_digit(c)) return c - '0';
        const char l = ascii::to_lower(c);
        return l >= 'a' && l <= 'f' ? l - 'a' + 10 : 99;
    }
    std::optional<std::uint32_t> digits(int base) noexcept {
        if (digit_of(peek()) >= base) return std::nullopt;
        std::uint64_t value = 0;
        while (digit_of(peek()) < base) {
            value = std::min<std::uint64_t>(
                value * static_cast<std::uint64_t>(base) + static_cast<std::uint64_t>(digit_of(peek())), 0xFFFFFFFF);
            ++at_;
        }
        return static_cast<std::uint32_t>(value);
    }

    // num-val = "%" (bin-val / dec-val / hex-val); RFC 7405: case-sensitive-string = "%s" quoted-string
    result value(std::uint32_t offset) {
        ++at_;
        const char kind = ascii::to_lower(peek());
        if (kind == 's' || kind == 'i') {
            ++at_;
            if (peek() != '"')
                return give_up(at_, "a string is missing after \"%" + std::string{kind} + "\"", "RFC 7405 section 2.1");
            return text(offset, kind == 's');
        }
        const int base = kind == 'x' ? 16 : kind == 'd' ? 10 : kind == 'b' ? 2 : 0;
        if (base == 0) return give_up(at_, "\"%\" is followed by b, d, x, i or s");
        ++at_;
        const auto first = digits(base);
        if (!first) return give_up(at_, "a digit is missing here");
        if (skip('-')) {
            const auto last = digits(base);
            if (!last) return give_up(at_, "a digit is missing here");
            if (*last < *first) return give_up(offset, "the range ends before it begins", "RFC 5234 section 3.4");
            return add({.what = abnf_node::kind::range, .offset = offset, .first = *first, .last = *last});
        }
        abnf_node all{.what = abnf_node::kind::values, .offset = offset, .children = {*first}};
        while (peek() == '.') {
            ++at_;
            const auto next = digits(base);
            if (!next) return give_up(at_, "a digit is missing here");
            all.children.push_back(*next);
        }
        if (all.children.size() > 1 && peek() == '-') {
            return give_up(at_, "a value has either \".\" or \"-\"", "RFC 5234 section 3.4");
        }
        if (all.children.size() == 1) {
            return add({.what = abnf_node::kind::range, .offset = offset, .first = *first, .last = *first});
        }
        return add(std::move(all));
    }

    abnf_rules &to_;
    std::string_view text_;
    bool predefined_;
    std::size_t first_definition_;
    std::map<std::string, std::uint32_t, std::less<>> numbers_;
    std::optional<std::size_t> margin_;
    std::optional<abnf_error> error_;
    std::size_t at_ = 0;
};

// Read once; every grammar copies it.
const abnf_rules &predefined_rules() {
    static const abnf_rules rules = [] {
        abnf_rules r;
        abnf_reader reader{r, predefined_abnf, true};
        if (reader.read()) static_cast<void>(reader.bind(0));
        return r;
    }();
    return rules;
}

} // namespace

} // namespace detail

std::expected<abnf_grammar, abnf_error> abnf_grammar::parse(std::string_view text) {
    using detail::abnf_error_at;
    if (text.size() > longest_text) {
        return std::unexpected{
            abnf_error_at(text, longest_text, abnf_error_code::too_large, "the grammar is longer than 64 KiB", {})};
    }
    auto rules = std::make_shared<detail::abnf_rules>(detail::predefined_rules());
    rules->text = text;
    const std::size_t first_node = rules->nodes.size();
    detail::abnf_reader reader{*rules, rules->text, false};
    if (auto done = reader.read(); !done) return std::unexpected{std::move(done.error())};
    if (rules->listed.empty()) {
        return std::unexpected{
            abnf_error_at(text, text.size(), abnf_error_code::syntax, "there is no rule", detail::of_abnf)};
    }
    if (auto done = reader.bind(first_node); !done) return std::unexpected{std::move(done.error())};
    std::size_t line = 1;
    std::size_t counted = 0;
    for (abnf_rule &r : rules->listed) {
        line += static_cast<std::size_t>(std::ranges::count(text.substr(counted, r.offset - counted), '\n'));
        counted = r.offset;
        r.line = line;
    }
    const auto rank = [](const abnf_rule &r) {
        if (ascii::equal_ignoring_case(r.name, "nss")) return 0;
        return r.name.size() > 4 && ascii::equal_ignoring_case(r.name.substr(r.name.size() - 4), "-nss") ? 1 : 2;
    };
    rules->start =
        static_cast<std::uint32_t>(std::ranges::min_element(rules->listed, {}, rank) - rules->listed.begin());
    return abnf_grammar{std::move(rules)};
}

const std::vector<abnf_rule> &abnf_grammar::rules() const & noexcept { return rules_->listed; }

std::string_view abnf_grammar::start() const noexcept { return rules_->listed[rules_->start].name; }

} // namespace uniform
