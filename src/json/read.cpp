// The one reader of JSON, and the one file that includes the library which tokenizes it. The library calls an event for
// each token; `builder` makes the tree, counts, and keeps where each token begins in the text, which the events do not
// say: between two tokens there is space and at most one "," or ":". What is wrong with a text that the library refuses
// is found by fault.cpp, from the end of the last token on.

#include <uniform/json/read.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <random>
#include <utility>

#include <nlohmann/json.hpp>

#include <uniform/json/pointer.hpp>

#include "json/fault.hpp"
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

// A universal hash: the name as a polynomial, modulo the prime 2^31 - 1, at a random point. Two names of n bytes have
// the same value at n / 3 + 1 points at most, so nobody can write names that share one.
std::uint32_t name_hash(std::string_view name) {
    constexpr std::uint64_t prime = (std::uint64_t{1} << 31U) - 1;
    static const std::uint64_t point = std::random_device{}() % (prime - 2) + 2;
    std::uint64_t h = 1;
    for (std::size_t i = 0; i < name.size(); i += 3) {
        std::uint64_t three = 0;
        for (const char c : name.substr(i, 3)) three = three << 8U | static_cast<unsigned char>(c);
        h = (h * point + three) % prime;
    }
    return static_cast<std::uint32_t>((h * point + name.size()) % prime);
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
        if (all.size() < small_object && std::ranges::find(all, name, &member::name) != all.end())
            return repeated_at(begin);
        names_.push_back(static_cast<std::uint32_t>(begin));
        after_key_ = true;
        return true;
    }
    bool parse_error(std::size_t /*position*/, const std::string & /*token*/, const nlohmann::json::exception &e) {
        if (e.id == 406) { // beyond the greatest double
            const std::size_t begin = number();
            if (limits_.exact) return inexact(begin);
            return fail(error_code::out_of_range, "a number must not be greater than 1.7976931348623157e308", begin);
        }
        return wrong_syntax();
    }

    // The library takes NUL for the end of the text.
    bool finish() {
        while (at_ < text_.size() && detail::is_space(text_[at_])) ++at_;
        if (at_ == text_.size()) return true;
        return wrong_syntax();
    }

    bool fail(error_code code, std::string message, std::size_t offset) {
        why = {code, std::move(message), offset, pointer(detail::subject::next)};
        return false;
    }

private:
    static constexpr std::size_t small_object = 16; // members are compared one by one up to here
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct level {
        value *at;
        std::size_t first_name; // in names_
    };

    // The beginning of the next token; moves behind it.
    std::size_t begin_of_token() {
        while (at_ < text_.size() && (detail::is_space(text_[at_]) || text_[at_] == ',' || text_[at_] == ':')) ++at_;
        return at_;
    }
    std::size_t token(std::size_t size) {
        const std::size_t begin = begin_of_token();
        at_ = std::min(begin + size, text_.size());
        return begin;
    }
    std::size_t number() {
        const std::size_t begin = begin_of_token();
        at_ = detail::end_of_number(text_, begin);
        return begin;
    }
    std::size_t quoted() {
        const std::size_t begin = begin_of_token();
        at_ = begin + 1;
        while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
        at_ = std::min(at_ + 1, text_.size());
        return begin;
    }

    // The first member whose name an earlier one has. The table is as large as the object, so that all tables together
    // cost time linear in the text.
    std::size_t repeated() {
        const object &all = open_.back().at->members();
        if (all.size() <= small_object) return none;
        table_.assign(std::bit_ceil(2 * all.size()), {});
        const std::size_t last = table_.size() - 1;
        for (std::uint32_t i = 0; i < all.size(); ++i) {
            const std::uint32_t hash = name_hash(all[i].name);
            std::size_t at = hash & last;
            for (; table_[at].number != 0; at = (at + 1) & last) {
                if (table_[at].hash == hash && all[table_[at].number - 1].name == all[i].name) return i;
            }
            table_[at] = {hash, i + 1};
        }
        return none;
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

    // The token that was read last.
    [[nodiscard]] detail::context before() const {
        using enum detail::context;
        if (open_.empty()) return count_ == 0 ? nothing : complete;
        if (after_key_) return name;
        const value &in = *open_.back().at;
        if (in.is_array()) return in.elements().empty() ? array_start : element;
        return in.members().empty() ? object_start : member;
    }
    bool wrong_syntax() {
        const detail::fault found = detail::find_fault(text_, at_, before());
        why = {error_code::syntax, std::string(found.message), found.offset, pointer(found.about), found.section};
        return false;
    }

    [[nodiscard]] std::string pointer(detail::subject about) const {
        std::string result;
        for (const level &l : open_) {
            const bool innermost = &l == &open_.back();
            if (innermost && about == detail::subject::container) break;
            const bool next = innermost && about == detail::subject::next;
            if (l.at->is_array()) {
                append_token(result, l.at->elements().size() - (next ? 0 : 1));
            } else {
                append_token(result, next ? std::string_view{name_} : l.at->members().back().name);
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
    struct slot {
        std::uint32_t hash = 0;
        std::uint32_t number = 0; // of the member, from 1; 0: none
    };
    std::vector<slot> table_; // for repeated()
    std::string name_ = {};   // of the member whose value is next
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
