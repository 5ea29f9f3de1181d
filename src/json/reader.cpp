// The one reader of JSON, and the one file that includes the library which tokenizes it. The library calls an event for
// each token; `builder` makes the tree, counts, and keeps where each token begins in the text, which the events do not
// say: between two tokens there is space and at most one "," or ":".

#include <uniform/json/read.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include <nlohmann/json.hpp>

#include <uniform/json/pointer.hpp>

#include "json/number.hpp"

namespace uniform::json {

namespace {

// A number as written: its digits without zeros around them, and the power of ten of the last one.
struct decimal {
    std::string digits;
    std::int64_t exponent = 0;
    bool operator==(const decimal &) const = default;
};

decimal decimal_of(std::string_view written) {
    decimal d;
    if (written.starts_with('-')) written.remove_prefix(1);
    if (const auto e = written.find_first_of("eE"); e != std::string_view::npos) {
        std::string_view power = written.substr(e + 1);
        if (power.starts_with('+')) power.remove_prefix(1);
        if (std::from_chars(power.data(), power.data() + power.size(), d.exponent).ec != std::errc{})
            d.exponent = std::numeric_limits<std::int64_t>::min() / 2; // no double has such an exponent
        written = written.substr(0, e);
    }
    const auto point = std::min(written.find('.'), written.size());
    d.digits = written.substr(0, point);
    if (point < written.size()) {
        d.digits += written.substr(point + 1);
        d.exponent -= static_cast<std::int64_t>(written.size() - point - 1);
    }
    const auto last = d.digits.find_last_not_of('0');
    if (last == std::string::npos) return {};
    d.exponent += static_cast<std::int64_t>(d.digits.size() - last - 1);
    d.digits.resize(last + 1);
    d.digits.erase(0, d.digits.find_first_not_of('0'));
    return d;
}

// RFC 7493 2.2: neither more magnitude nor more precision than IEEE 754 double has; whole numbers up to 2^53 - 1
constexpr std::uint64_t greatest_whole = (std::uint64_t{1} << 53U) - 1;

bool is_exact(double v, std::string_view written) {
    std::array<char, 64> text{};
    const auto [end, failed] = std::to_chars(text.data(), text.data() + text.size(), v, std::chars_format::scientific);
    return std::isfinite(v) && failed == std::errc{} &&
           decimal_of(written) == decimal_of({text.data(), static_cast<std::size_t>(end - text.data())}) &&
           (written.find_first_of(".eE") != std::string_view::npos || std::abs(v) <= double{greatest_whole});
}

// RFC 8259 2: ws
constexpr bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
constexpr bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

std::string_view without_space(std::string_view text) noexcept {
    while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
    return text;
}

// What is wrong at that byte, in our words. `says` are the words of the library, for what is wrong within a token.
std::string_view syntax_message(std::string_view text, std::size_t at, std::string_view says, bool after_the_end) {
    const auto has = [&](std::string_view words) { return says.contains(words); };
    if (has("UTF-8")) return "this byte is not UTF-8";
    if (has("missing closing quote")) return "the text ends within a string: a closing quotation mark is missing";
    if (has("must be escaped")) return "a control character in a string must be escaped: write \\n, \\t or \\u0000";
    if (has("backslash") || has("'\\u'") || has("surrogate")) return "this is not an escape sequence of JSON";
    if (has("invalid number")) return "this is not a number of JSON";
    const std::string_view rest = text.substr(at);
    if (without_space(rest).empty())
        return without_space(text).empty() ? "the text is empty" : "the text ends here, in the middle of JSON";
    if (after_the_end) return "something follows the end of the value";
    if (has("invalid literal")) return "this is not a value of JSON: strings stand between quotation marks";
    // A string or number has been read to its end: go back to its beginning.
    std::size_t begin = at;
    if (rest[0] == '"' && at > 0) begin = std::min(text.substr(0, at).rfind('"'), at);
    while (begin > 0 && is_digit(text[begin]) && is_digit(text[begin - 1])) --begin;
    const std::string_view before = without_space(text.substr(0, begin));
    const char last = before.empty() ? ' ' : before.back();
    if (last == ',' && (rest[0] == '}' || rest[0] == ']')) return "there must be no comma before the end";
    if (last == ':') return "a value is missing here";
    if (has("object key")) return "the name of a member is missing here, between quotation marks";
    if (has("object separator")) return "a colon is missing between the name and its value";
    if (has("object")) return "a comma is missing before the next member, or the end of the object";
    if (has("array")) return "a comma is missing before the next element, or the end of the array";
    return "this is unexpected here";
}

class builder {
public:
    using string_t = nlohmann::json::string_t;

    builder(std::string_view text, const limits &limits) : text_{text}, limits_{limits} {
        if (text.starts_with("\xEF\xBB\xBF")) at_ = 3;
    }

    value root = {};
    error why = {};

    bool null() { return put(nullptr, token(4)); }
    bool boolean(bool v) { return put(v, token(v ? 4 : 5)); }
    bool number_integer(std::int64_t v) {
        const std::size_t begin = number();
        return v < -static_cast<std::int64_t>(greatest_whole) && limits_.exact ? inexact(begin) : put(v, begin);
    }
    bool number_unsigned(std::uint64_t v) {
        const std::size_t begin = number();
        return v > greatest_whole && limits_.exact ? inexact(begin) : put(v, begin);
    }
    bool number_float(double v, const string_t &written) {
        const std::size_t begin = number();
        return limits_.exact && !is_exact(v, written) ? inexact(begin) : put(v, begin);
    }
    bool string(const string_t &v) {
        const std::size_t begin = quoted();
        const bool escaped = at_ - begin != v.size() + 2;
        value *const made = add(value(std::string(v)), begin); // a copy has no spare capacity
        if (made != nullptr) made->set_offset(made->offset(), escaped);
        return made != nullptr;
    }
    bool binary(nlohmann::json::binary_t & /*v*/) { return false; }
    bool start_array(std::size_t /*size*/) { return open(array{}); }
    bool start_object(std::size_t /*size*/) { return open(object{}); }
    bool end_array() {
        token(1);
        open_.pop_back();
        return true;
    }
    bool end_object() {
        token(1);
        if (const std::size_t twice = repeated(); twice != none) {
            name_ = open_.back().at->members()[twice].name;
            return repeated_at(names_[open_.back().first_name + twice]);
        }
        names_.resize(open_.back().first_name);
        open_.pop_back();
        return true;
    }
    bool key(const string_t &name) {
        const std::size_t begin = quoted();
        name_ = name;
        const object &all = open_.back().at->members();
        if (all.size() < few && std::ranges::find(all, name, &member::name) != all.end()) return repeated_at(begin);
        names_.push_back(static_cast<std::uint32_t>(begin));
        after_key_ = true;
        return true;
    }
    bool parse_error(std::size_t position, const std::string & /*token*/, const nlohmann::json::exception &e) {
        const std::string_view says = e.what();
        if (e.id == 406) { // beyond the greatest double
            const std::size_t begin = number();
            if (limits_.exact) return inexact(begin);
            return fail(error_code::out_of_range, "a number must not be greater than 1.7976931348623157e308", begin);
        }
        const std::size_t at = std::min(position == 0 ? 0 : position - 1, text_.size());
        why = {error_code::syntax, std::string(syntax_message(text_, at, says, open_.empty() && count_ > 0)), at,
               pointer(is_value_due())};
        return false;
    }

    // The library takes NUL for the end of the text.
    bool finish() {
        while (at_ < text_.size() && is_space(text_[at_])) ++at_;
        if (at_ == text_.size()) return true;
        return fail(error_code::syntax, "something follows the end of the value", at_);
    }

    bool fail(error_code code, std::string message, std::size_t offset) {
        why = {code, std::move(message), offset, pointer(true)};
        return false;
    }

private:
    static constexpr std::size_t few = 16; // members are compared one by one up to here
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct level {
        value *at;
        std::size_t first_name; // in names_
    };

    // The beginning of the next token; moves behind it.
    std::size_t begin_of_token() {
        while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == ',' || text_[at_] == ':')) ++at_;
        return at_;
    }
    std::size_t token(std::size_t size) {
        const std::size_t begin = begin_of_token();
        at_ = std::min(begin + size, text_.size());
        return begin;
    }
    std::size_t number() {
        const std::size_t begin = begin_of_token();
        at_ = std::min(text_.find_first_not_of("+-.0123456789Ee", begin), text_.size());
        return begin;
    }
    std::size_t quoted() {
        const std::size_t begin = begin_of_token();
        at_ = begin + 1;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        at_ = std::min(at_ + 1, text_.size());
        return begin;
    }

    // The first member whose name an earlier one has. By sorting: a table of hashes could be made to degenerate.
    std::size_t repeated() {
        const object &all = open_.back().at->members();
        if (all.size() <= few) return none;
        order_.resize(all.size());
        std::iota(order_.begin(), order_.end(), 0U);
        std::ranges::sort(order_, [&](std::uint32_t a, std::uint32_t b) {
            const std::string &left = all[a].name;
            const std::string &right = all[b].name;
            if (left.size() != right.size()) return left.size() < right.size();
            const int order = left.compare(right);
            return order != 0 ? order < 0 : a < b;
        });
        std::size_t first = none;
        for (std::size_t i = 1; i < order_.size(); ++i) {
            if (all[order_[i]].name == all[order_[i - 1]].name) first = std::min<std::size_t>(first, order_[i]);
        }
        return first;
    }
    bool repeated_at(std::size_t offset) {
        const bool printable = name_.size() <= 100;
        fail(error_code::repeated_member,
             printable ? "the object has two members \"" + name_ + "\"" : "the object has two members of this name",
             offset);
        return false;
    }

    bool inexact(std::size_t begin) {
        const std::string_view written = text_.substr(begin, at_ - begin);
        return fail(error_code::inexact,
                    "the number" + (written.size() <= 40 ? " " + std::string(written) : std::string{}) +
                        " would not be stored as it is: a number must have the range and the precision of IEEE 754 "
                        "double, a whole number must be from -9007199254740991 to 9007199254740991; write others as "
                        "strings",
                    begin);
    }

    // A value is the next that is expected, or was being read.
    [[nodiscard]] bool is_value_due() const {
        if (open_.empty()) return false;
        if (open_.back().at->is_object()) return after_key_;
        std::size_t next = at_;
        while (next < text_.size() && is_space(text_[next])) ++next;
        return open_.back().at->elements().empty() || (next < text_.size() && text_[next] == ',');
    }

    // To the innermost container, or to the value in it that is being read.
    [[nodiscard]] std::string pointer(bool to_value) const {
        std::string result;
        for (const level &l : open_) {
            const bool innermost = &l == &open_.back();
            if (innermost && !to_value) break;
            if (l.at->is_array()) {
                append_token(result, l.at->elements().size() - (innermost ? 0 : 1));
            } else {
                append_token(result, innermost ? std::string_view{name_} : l.at->members().back().name);
            }
        }
        return result;
    }

    value *add(value v, std::size_t begin) {
        if (++count_ > limits_.values) {
            fail(error_code::too_many_values, "the text has more than " + std::to_string(limits_.values) + " values",
                 begin);
            return nullptr;
        }
        v.set_offset(static_cast<std::uint32_t>(begin));
        if (open_.empty()) {
            root = std::move(v);
            return &root;
        }
        after_key_ = false;
        if (array *const elements = open_.back().at->if_array()) return &elements->emplace_back(std::move(v));
        return &open_.back().at->if_object()->emplace_back(std::move(name_), std::move(v)).value;
    }
    template <class V>
    bool put(V &&v, std::size_t begin) {
        return add(value(std::forward<V>(v)), begin) != nullptr;
    }
    bool open(value v) {
        const std::size_t begin = token(1);
        if (open_.size() >= limits_.depth) {
            return fail(error_code::too_deep,
                        "the text is nested deeper than " + std::to_string(limits_.depth) + " levels", begin);
        }
        value *const at = add(std::move(v), begin);
        if (at == nullptr) return false;
        open_.push_back({at, names_.size()});
        return true;
    }

    std::string_view text_;
    limits limits_;
    std::size_t at_ = 0;               // behind the last token
    std::vector<level> open_ = {};     // the containers around the next value
    std::vector<std::uint32_t> names_; // where the names of members begin, of the open objects
    std::vector<std::uint32_t> order_; // for repeated()
    std::string name_ = {};            // of the member whose value is next
    bool after_key_ = false;
    std::size_t count_ = 0;
};

} // namespace

std::expected<value, error> read(std::string_view text, const limits &limits) {
    builder b{text, limits};
    if (text.size() >= value::no_offset) {
        b.fail(error_code::too_many_values, "the text is longer than 4 GiB", 0);
        return std::unexpected{std::move(b.why)};
    }
    if (nlohmann::json::sax_parse(text.begin(), text.end(), &b) && b.finish()) return std::move(b.root);
    return std::unexpected{std::move(b.why)};
}

void detail::append_real(std::string &out, double v) { out += nlohmann::json(v).dump(); }

} // namespace uniform::json
