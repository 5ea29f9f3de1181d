#include "proof/abnf.hpp"

#include "proof/failure.hpp"

#include <array>
#include <cstdio>
#include <memory>

namespace proof {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_name(char c) { return is_letter(c) || is_digit(c) || c == '-' || c == '_'; }

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char &c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + ('a' - 'A'));
    }
    return lower;
}

node one_of(std::vector<code_points> ranges) {
    node n;
    n.is = node::kind::characters;
    n.characters = std::move(ranges);
    return n;
}

// RFC 5234 2.3: strings are case-insensitive.
node literal(std::string_view text) {
    node all;
    for (const char c : text) {
        const auto code = static_cast<std::uint32_t>(static_cast<unsigned char>(c));
        std::vector<code_points> either{{code, code}};
        if (is_letter(c)) either.push_back({code ^ 0x20U, code ^ 0x20U});
        all.parts.push_back(one_of(std::move(either)));
    }
    return all.parts.size() == 1 ? all.parts.front() : all;
}

// The right side of one rule.
class reader {
public:
    reader(std::string_view text, std::string_view rule) : text_(text), rule_(rule) {}

    node all() {
        node n = alternatives();
        if (!at_end()) refuse("what follows is no element");
        return n;
    }

private:
    [[noreturn]] void refuse(const char *why) const {
        fail("rule " + std::string(rule_) + ": " + why + " at \"" + std::string(text_.substr(at_, 20)) + '"');
    }
    void skip() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\t')) ++at_;
    }
    bool at_end() {
        skip();
        return at_ == text_.size();
    }
    bool take(char c) {
        if (at_end() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    void need(char c) {
        if (!take(c)) refuse("a closing character is missing");
    }

    node alternatives() {
        node n;
        n.is = node::kind::choice;
        do {
            n.parts.push_back(concatenation());
        } while (take('/') || take('|'));
        return n.parts.size() == 1 ? n.parts.front() : n;
    }
    node concatenation() {
        node n;
        while (!at_end() && std::string_view{"/|)]}"}.find(text_[at_]) == std::string_view::npos) {
            if (text_[at_] == '-' && !n.parts.empty()) break; // "{ a - b }"
            n.parts.push_back(repetition());
        }
        if (n.parts.empty()) refuse("an element is missing");
        return n.parts.size() == 1 ? n.parts.front() : n;
    }
    node repetition() {
        const bool counted = is_digit(text_[at_]);
        node n;
        n.is = node::kind::repetition;
        if (counted) n.least = n.most = number(10);
        if (take('*')) {
            if (!counted) n.least = 0;
            n.most = at_ < text_.size() && is_digit(text_[at_]) ? number(10) : node::unlimited;
        } else if (!counted) {
            return element();
        }
        n.parts.push_back(element());
        return n;
    }
    node element() {
        if (at_end()) refuse("an element is missing");
        if (take('(')) {
            node n = alternatives();
            need(')');
            return n;
        }
        if (take('[')) {
            node n;
            n.is = node::kind::repetition;
            n.most = 1;
            n.parts.push_back(alternatives());
            need(']');
            return n;
        }
        if (take('{')) return difference();
        if (take('"')) {
            const std::size_t end = text_.find('"', at_);
            if (end == std::string_view::npos) refuse("a string does not end");
            const std::string_view inside = text_.substr(at_, end - at_);
            at_ = end + 1;
            return literal(inside);
        }
        if (take('%')) return number_value();
        const bool brackets = take('<');
        node n;
        n.is = node::kind::reference;
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_name(text_[at_])) ++at_;
        if (begin == at_) refuse("this begins no element");
        n.name = lower_case(text_.substr(begin, at_ - begin));
        if (brackets) need('>');
        return n;
    }
    node difference() {
        node n;
        n.is = node::kind::difference;
        n.parts.push_back(alternatives());
        need('-');
        n.parts.push_back(alternatives());
        need('}');
        return n;
    }
    // RFC 5234 2.3: %x41, %x41-5A, %x41.42
    node number_value() {
        if (at_ == text_.size() || (text_[at_] != 'x' && text_[at_] != 'X')) refuse("a base other than x");
        ++at_;
        const std::uint32_t first = number(16);
        if (at_ < text_.size() && text_[at_] == '-') {
            ++at_;
            return one_of({{first, number(16)}});
        }
        node n;
        n.parts.push_back(one_of({{first, first}}));
        while (at_ < text_.size() && text_[at_] == '.') {
            ++at_;
            const std::uint32_t next = number(16);
            n.parts.push_back(one_of({{next, next}}));
        }
        return n.parts.size() == 1 ? n.parts.front() : n;
    }
    std::uint32_t number(std::uint32_t base) {
        std::uint32_t value = 0;
        const std::size_t begin = at_;
        for (; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            std::uint32_t digit = base;
            if (is_digit(c)) digit = static_cast<std::uint32_t>(c - '0');
            if (base == 16 && is_letter(c)) digit = static_cast<std::uint32_t>((c | 0x20) - 'a') + 10;
            if (digit >= base) break;
            value = value * base + digit;
        }
        if (at_ == begin) refuse("a number is missing");
        return value;
    }

    std::string_view text_;
    std::string_view rule_;
    std::size_t at_ = 0;
};

// Without the comment, which begins at the first ";" outside of a string.
std::string_view without_comment(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (line[i] == ';' && !quoted) return line.substr(0, i);
    }
    return line;
}

// RFC 5234 B.1, as far as the documents use it.
constexpr std::string_view core_rules = "ALPHA = %x41-5A / %x61-7A\n"
                                        "DIGIT = %x30-39\n"
                                        "HEXDIG = DIGIT / \"A\" / \"B\" / \"C\" / \"D\" / \"E\" / \"F\"\n"
                                        "DQUOTE = %x22\n";

} // namespace

grammar::grammar(const std::vector<std::string> &texts) {
    read(core_rules);
    for (const std::string &text : texts) read(text);
}

void grammar::read(std::string_view text) {
    std::string name;
    std::string right;
    const auto finish = [&] {
        if (!name.empty()) rules_[lower_case(name)] = {name, reader(right, name).all()};
    };
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        const std::string_view line = without_comment(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        if (line.empty()) continue;
        if (is_letter(line.front())) { // RFC 5234 2.2: a line that is indented continues the rule
            finish();
            const std::size_t equals = line.find('=');
            if (equals == std::string_view::npos) fail("no rule: " + std::string(line));
            name = line.substr(
                0, line.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"));
            right = line.substr(equals + 1);
        } else {
            right.append(1, '\n').append(line);
        }
    }
    finish();
}

const node &grammar::rule(std::string_view name) const {
    const auto found = rules_.find(lower_case(name));
    if (found == rules_.end()) fail("no rule " + std::string(name));
    return found->second.second;
}

bool grammar::has(std::string_view name) const { return rules_.contains(lower_case(name)); }

std::vector<std::string> grammar::names() const {
    std::vector<std::string> all;
    for (const auto &[key, rule] : rules_) all.push_back(rule.first);
    return all;
}

std::string grammar::text_of(const std::string &file) {
    const std::string path = UNIFORM_ORACLE_GRAMMARS "/" + file;
    // The C++ library for WebAssembly has no file streams.
    const std::unique_ptr<std::FILE, int (*)(std::FILE *)> in(std::fopen(path.c_str(), "rb"), std::fclose);
    if (!in) fail("cannot read the grammar " + file);
    std::string all;
    std::array<char, 4096> part{};
    while (const std::size_t size = std::fread(part.data(), 1, part.size(), in.get())) all.append(part.data(), size);
    return all;
}

} // namespace proof
