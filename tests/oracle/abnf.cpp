#include "oracle/abnf.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace oracle {

namespace {

// RFC 5234 B.1
constexpr std::string_view core_rules = R"(ALPHA = %x41-5A / %x61-7A
BIT = "0" / "1"
CHAR = %x01-7F
CR = %x0D
CTL = %x00-1F / %x7F
DIGIT = %x30-39
DQUOTE = %x22
HEXDIG = DIGIT / "A" / "B" / "C" / "D" / "E" / "F"
HTAB = %x09
LF = %x0A
OCTET = %x00-FF
SP = %x20
VCHAR = %x21-7E
WSP = SP / HTAB
)";

std::string lower(std::string_view text) {
    std::string result(text);
    for (char &c : result)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    return result;
}

bool is_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) { return is_alpha(c) || is_digit(c) || c == '-' || c == '_'; }

// A comment runs to the end of the line, unless its ";" is inside a string.
std::string_view without_comment(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (line[i] == ';' && !quoted) return line.substr(0, i);
    }
    return line;
}

std::string content(const std::string &path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

// All ends of a node from a start, remembered for each (node, start).
class matcher {
public:
    matcher(const grammar &g, std::string_view text)
        : grammar_(g),
          text_(text),
          memo_(g.size() * (text.size() + 1)),
          state_(g.size() * (text.size() + 1), unknown) {}

    using positions = std::vector<std::uint32_t>; // sorted, without duplicates

    const positions &ends(std::uint32_t index, std::uint32_t start) {
        const std::size_t key = index * (text_.size() + 1) + start;
        if (state_[key] == known) return memo_[key];
        // A rule that reaches itself without consuming a byte; none of the documents has one.
        if (state_[key] == running) throw std::runtime_error("ABNF: left recursion");
        state_[key] = running;
        positions result = compute(grammar_.at(index), start);
        state_[key] = known;
        return memo_[key] = std::move(result);
    }

private:
    positions compute(const node &n, std::uint32_t start) {
        switch (n.kind) {
        case node_kind::set:
            if (start < text_.size() && n.set.test(static_cast<unsigned char>(text_[start]))) return {start + 1};
            return {};
        case node_kind::rule:
            return ends(grammar_.root(n.items[0]), start);
        case node_kind::alternation: {
            positions result;
            for (const std::uint32_t item : n.items) result = united(result, ends(item, start));
            return result;
        }
        case node_kind::sequence: {
            positions current{start};
            for (const std::uint32_t item : n.items) current = step(item, current);
            return current;
        }
        case node_kind::repetition:
            break;
        }
        const std::uint32_t item = n.items[0];
        positions current{start};
        for (std::uint32_t i = 0; i < n.least && !current.empty(); ++i) current = step(item, current);
        positions result = current;
        for (std::uint32_t i = n.least; i < n.most && !current.empty(); ++i) {
            // Only new positions can lead to more: the others have been followed with more repetitions left.
            positions next = step(item, current);
            positions fresh;
            std::set_difference(next.begin(), next.end(), result.begin(), result.end(), std::back_inserter(fresh));
            result = united(result, fresh);
            current = std::move(fresh);
        }
        return result;
    }

    positions step(std::uint32_t item, const positions &starts) {
        positions result;
        for (const std::uint32_t start : starts) result = united(result, ends(item, start));
        return result;
    }

    static positions united(const positions &a, const positions &b) {
        positions result;
        result.reserve(a.size() + b.size());
        std::set_union(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(result));
        return result;
    }

    enum : std::uint8_t { unknown, running, known };

    const grammar &grammar_;
    std::string_view text_;
    std::vector<positions> memo_;
    std::vector<std::uint8_t> state_;
};

} // namespace

// Reads the right side of one rule: RFC 5234 section 4.
class abnf_reader {
public:
    abnf_reader(grammar &target, std::string_view text, std::size_t line)
        : grammar_(target), text_(text), line_(line) {}

    std::uint32_t read() {
        const std::uint32_t result = alternation();
        if (position_ != text_.size()) fail("unexpected text");
        return result;
    }

private:
    // alternation = concatenation *(*c-wsp "/" *c-wsp concatenation)
    std::uint32_t alternation() {
        std::vector<std::uint32_t> items{concatenation()};
        while (peek() == '/' || peek() == '|') {
            ++position_;
            items.push_back(concatenation());
        }
        return items.size() == 1 ? items[0] : add(node{node_kind::alternation, {}, std::move(items), 0, 0});
    }

    // concatenation = repetition *(1*c-wsp repetition)
    std::uint32_t concatenation() {
        std::vector<std::uint32_t> items;
        for (char c = peek(); c != '\0' && c != '/' && c != '|' && c != ')' && c != ']'; c = peek())
            items.push_back(repetition());
        if (items.empty()) fail("an element is missing");
        return items.size() == 1 ? items[0] : add(node{node_kind::sequence, {}, std::move(items), 0, 0});
    }

    // repetition = [repeat] element; repeat = 1*DIGIT / (*DIGIT "*" *DIGIT)
    std::uint32_t repetition() {
        bool repeated = false;
        std::uint32_t least = 0;
        std::uint32_t most = unbounded;
        if (is_digit(peek())) {
            repeated = true;
            least = number(10);
            most = least;
        }
        if (peek() == '*') {
            repeated = true;
            ++position_;
            most = is_digit(peek()) ? number(10) : unbounded;
        }
        const std::uint32_t item = element();
        return repeated ? add(node{node_kind::repetition, {}, {item}, least, most}) : item;
    }

    // element = rulename / group / option / char-val / num-val / prose-val
    std::uint32_t element() {
        const char c = peek();
        if (is_alpha(c)) return add(node{node_kind::rule, {}, {grammar_.rule_number(name())}, 0, 0});
        if (c == '(' || c == '[') {
            ++position_;
            const std::uint32_t inner = alternation();
            expect(c == '(' ? ')' : ']');
            return c == '(' ? inner : add(node{node_kind::repetition, {}, {inner}, 0, 1});
        }
        if (c == '"') return string();
        if (c == '%') return numeric();
        if (c == '<') { // prose; the documents use it for the name of a rule only
            ++position_;
            const std::uint32_t result = add(node{node_kind::rule, {}, {grammar_.rule_number(name())}, 0, 0});
            expect('>');
            return result;
        }
        fail("an element is missing");
    }

    // char-val: case-insensitive (RFC 5234 2.3), but with "%s" (RFC 7405 2.1)
    std::uint32_t string(bool is_exact = false) {
        const std::size_t end = text_.find('"', ++position_);
        if (end == std::string_view::npos) fail("a string without its end");
        std::vector<std::uint32_t> items;
        for (; position_ < end; ++position_) {
            node byte{node_kind::set, {}, {}, 0, 0};
            byte.set.set(static_cast<unsigned char>(text_[position_]));
            if (!is_exact && is_alpha(text_[position_]))
                byte.set.set(static_cast<unsigned char>(text_[position_]) ^ 0x20U);
            items.push_back(add(std::move(byte)));
        }
        ++position_;
        return items.size() == 1 ? items[0] : add(node{node_kind::sequence, {}, std::move(items), 0, 0});
    }

    // num-val: %x41, %x41-5A, %x41.42.43; also %d and %b. RFC 7405 2.1: %s"text", %i"text"
    std::uint32_t numeric() {
        ++position_;
        const char letter = position_ < text_.size() ? text_[position_] : '\0';
        if ((lower({&letter, 1}) == "s" || lower({&letter, 1}) == "i") &&
            text_.substr(position_ + 1).starts_with('"')) {
            ++position_;
            return string(letter == 's' || letter == 'S');
        }
        const unsigned base = letter == 'x' || letter == 'X'   ? 16U
                              : letter == 'd' || letter == 'D' ? 10U
                              : letter == 'b' || letter == 'B' ? 2U
                                                               : 0U;
        if (base == 0) fail("an unknown number");
        ++position_;
        std::vector<std::uint32_t> items;
        for (;;) {
            const std::uint32_t first = number(base);
            std::uint32_t last = first;
            if (position_ < text_.size() && text_[position_] == '-') {
                ++position_;
                last = number(base);
            }
            if (first > last) fail("a range that ends before it begins");
            items.push_back(last > 255 ? characters(first, last) : bytes(first, last));
            if (position_ >= text_.size() || text_[position_] != '.') break;
            ++position_;
        }
        return items.size() == 1 ? items[0] : add(node{node_kind::sequence, {}, std::move(items), 0, 0});
    }

    std::uint32_t bytes(std::uint32_t first, std::uint32_t last) {
        node range{node_kind::set, {}, {}, 0, 0};
        for (std::uint32_t b = first; b <= last; ++b) range.set.set(b);
        return add(std::move(range));
    }

    // The characters of a range, in UTF-8. RFC 3987 2.2: "Terminals in the ABNF are characters, not bytes". What has no
    // number above 255 is read as bytes, which the other documents mean.
    std::uint32_t characters(std::uint32_t first, std::uint32_t last) {
        if (first < 0x80 || last > 0x10FFFF) fail("not a range of characters");
        std::vector<std::uint32_t> alternatives;
        // ranges of the same length in UTF-8: RFC 3629 3
        struct length {
            std::uint32_t first, last, lead, bytes;
        };
        for (const length &l :
             {length{0x80, 0x7FF, 0xC0, 2}, length{0x800, 0xFFFF, 0xE0, 3}, length{0x10000, 0x10FFFF, 0xF0, 4}}) {
            const std::uint32_t from = std::max(first, l.first);
            const std::uint32_t to = std::min(last, l.last);
            if (from <= to) alternatives.push_back(encoded(from, to, l.lead, l.bytes));
        }
        return alternatives.size() == 1 ? alternatives[0]
                                        : add(node{node_kind::alternation, {}, std::move(alternatives), 0, 0});
    }

    // The last `count` bytes of the characters from `first` to `last`, which take the same number of bytes; `mark` is
    // added to the first of these bytes.
    std::uint32_t encoded(std::uint32_t first, std::uint32_t last, std::uint32_t mark, std::uint32_t count) {
        if (count == 1) return bytes(mark + first, mark + last);
        const std::uint32_t shift = 6 * (count - 1);
        const std::uint32_t rest = (1U << shift) - 1;
        std::vector<std::uint32_t> alternatives;
        for (std::uint32_t head = first >> shift; head <= last >> shift;) {
            const std::uint32_t from = head == first >> shift ? first & rest : 0;
            const std::uint32_t to = head == last >> shift ? last & rest : rest;
            // all first bytes that every one of the following bytes may follow together
            std::uint32_t end = head;
            while (from == 0 && to == rest && end < last >> shift && (end + 1 < last >> shift || (last & rest) == rest))
                ++end;
            std::vector<std::uint32_t> sequence{bytes(mark + head, mark + end), encoded(from, to, 0x80, count - 1)};
            alternatives.push_back(add(node{node_kind::sequence, {}, std::move(sequence), 0, 0}));
            head = end + 1;
        }
        return alternatives.size() == 1 ? alternatives[0]
                                        : add(node{node_kind::alternation, {}, std::move(alternatives), 0, 0});
    }

    std::uint32_t number(unsigned base) {
        std::uint32_t value = 0;
        const std::size_t begin = position_;
        for (; position_ < text_.size(); ++position_) {
            const char c = lower(text_.substr(position_, 1))[0];
            const unsigned digit = is_digit(c)            ? static_cast<unsigned>(c - '0')
                                   : c >= 'a' && c <= 'f' ? static_cast<unsigned>(c - 'a') + 10U
                                                          : 99U;
            if (digit >= base) break;
            value = value * base + digit;
            if (value > 0x10FFFF) fail("a number too large");
        }
        if (position_ == begin) fail("a number is missing");
        return value;
    }

    std::string_view name() {
        const std::size_t begin = position_;
        while (position_ < text_.size() && is_name(text_[position_])) ++position_;
        if (position_ == begin) fail("a rule name is missing");
        return text_.substr(begin, position_ - begin);
    }

    char peek() {
        while (position_ < text_.size() && (text_[position_] == ' ' || text_[position_] == '\t' ||
                                            text_[position_] == '\n' || text_[position_] == '\r'))
            ++position_;
        return position_ < text_.size() ? text_[position_] : '\0';
    }

    void expect(char c) {
        if (peek() != c) fail(std::string("missing ") + c);
        ++position_;
    }

    std::uint32_t add(node &&n) {
        grammar_.nodes_.push_back(std::move(n));
        return static_cast<std::uint32_t>(grammar_.nodes_.size() - 1);
    }

    [[noreturn]] void fail(const std::string &what) const {
        throw std::runtime_error("ABNF, rule at line " + std::to_string(line_) + ": " + what + " at \"" +
                                 std::string(text_.substr(std::min(position_, text_.size()), 30)) + "\"");
    }

    grammar &grammar_;
    std::string_view text_;
    std::size_t line_;
    std::size_t position_ = 0;
};

grammar::grammar(std::string_view text) {
    read(core_rules, 1);
    read(text, 2);
    check();
}

grammar::grammar(std::string_view text, std::string_view amendment) {
    read(core_rules, 1);
    read(text, 2);
    read(amendment, 3);
    check();
}

grammar grammar::from_file(const std::string &path) { return grammar(content(path)); }

grammar grammar::from_files(const std::string &path, const std::string &amendment) {
    return grammar(content(path), content(amendment));
}

void grammar::read(std::string_view text, int origin) {
    struct source {
        std::string name;
        std::string body;
        std::size_t line;
    };
    std::vector<source> sources;
    std::size_t line_number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = without_comment(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++line_number;
        if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
        if (line[0] == ' ' || line[0] == '\t') {
            if (sources.empty()) throw std::runtime_error("ABNF: continuation before the first rule");
            sources.back().body.append(line).push_back('\n');
            continue;
        }
        std::size_t length = 0;
        while (length < line.size() && is_name(line[length])) ++length;
        const std::size_t sign = line.find_first_not_of(" \t", length);
        if (length == 0 || !is_alpha(line[0]) || sign == std::string_view::npos || line[sign] != '=')
            throw std::runtime_error("ABNF, line " + std::to_string(line_number) + ": not a rule");
        sources.push_back(
            {std::string(line.substr(0, length)), std::string(line.substr(sign + 1)) + "\n", line_number});
    }
    for (const source &s : sources) {
        const std::uint32_t number = rule_number(s.name);
        if (rules_[number].origin == origin)
            throw std::runtime_error("ABNF, line " + std::to_string(s.line) + ": " + s.name + " is defined twice");
        const std::uint32_t root = abnf_reader(*this, s.body, s.line).read();
        rules_[number] = {s.name, root, origin, s.line};
    }
}

void grammar::check() const {
    for (const rule_entry &r : rules_)
        if (r.root == UINT32_MAX) throw std::runtime_error("ABNF: " + r.name + " is used but not defined");
}

std::uint32_t grammar::rule_number(std::string_view name) {
    const auto [place, added] = numbers_.emplace(lower(name), static_cast<std::uint32_t>(rules_.size()));
    if (added) rules_.push_back({std::string(name), UINT32_MAX, 0, 0});
    return place->second;
}

bool grammar::has(std::string_view rule) const { return numbers_.contains(lower(rule)); }

std::uint32_t grammar::root(std::string_view rule) const {
    const auto place = numbers_.find(lower(rule));
    if (place == numbers_.end()) throw std::runtime_error("ABNF: no rule " + std::string(rule));
    return rules_[place->second].root;
}

std::vector<std::string> grammar::rule_names() const {
    std::vector<std::string> names;
    for (const rule_entry &r : rules_)
        if (r.origin >= 2) names.push_back(r.name);
    return names;
}

bool grammar::matches(std::string_view rule, std::string_view text) const {
    matcher m(*this, text);
    const auto &ends = m.ends(root(rule), 0);
    return std::binary_search(ends.begin(), ends.end(), static_cast<std::uint32_t>(text.size()));
}

} // namespace oracle
