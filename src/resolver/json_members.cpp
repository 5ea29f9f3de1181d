#include "resolver/json_members.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <set>
#include <utility>

#include <uniform/percent.hpp>

namespace uniform::resolver {

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
            d.exponent = std::numeric_limits<std::int64_t>::min() / 2; // no double has such a one
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
bool survives(double v, std::string_view written) {
    std::array<char, 64> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), v, std::chars_format::scientific);
    return std::isfinite(v) && error == std::errc{} &&
           decimal_of(written) == decimal_of({text.data(), static_cast<std::size_t>(end - text.data())}) &&
           (written.find_first_of(".eE") != std::string_view::npos || std::abs(v) <= double{greatest_whole});
}

// Builds the value by events, so that a member which comes twice is seen, depth is bounded, and nothing is thrown.
class builder final : public nlohmann::json_sax<json> {
public:
    builder(json &root, json_limits limits) : root_{root}, limits_{limits} {}

    std::string why;
    std::optional<std::size_t> where = {};
    std::optional<std::string> pointer = {}; // to a number that would be rounded

    bool null() override { return put(nullptr); }
    bool boolean(bool v) override { return put(v); }
    bool number_integer(number_integer_t v) override {
        return v < -static_cast<number_integer_t>(greatest_whole) ? rounded(std::to_string(v), v) : put(v);
    }
    bool number_unsigned(number_unsigned_t v) override {
        return v > greatest_whole ? rounded(std::to_string(v), v) : put(v);
    }
    bool number_float(number_float_t v, const string_t &written) override {
        return limits_.exact && !survives(v, written) ? rounded(written, v) : put(v);
    }
    bool string(string_t &v) override { return put(std::move(v)); }
    bool binary(binary_t & /*v*/) override { return false; }
    bool start_object(std::size_t /*size*/) override { return open(json::object()); }
    bool end_object() override { return close(); }
    bool start_array(std::size_t /*size*/) override { return open(json::array()); }
    bool end_array() override { return close(); }
    bool key(string_t &name) override {
        if (!open_.back().names.insert(name).second) {
            why = "the member \"" + name + "\" is there twice";
            return false;
        }
        open_.back().name = std::move(name);
        return true;
    }
    bool parse_error(std::size_t position, const std::string &last, const json::exception &e) override {
        where = position == 0 ? 0 : position - 1;
        if (e.id == 406) { // beyond the greatest double
            if (limits_.exact) return rounded(last, 0);
            why = "a number in it is too great";
            return false;
        }
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ..."
        std::string_view says = e.what();
        if (const auto at = says.find("column "); at != std::string_view::npos) {
            if (const auto colon = says.find(": ", at); colon != std::string_view::npos) says.remove_prefix(colon + 2);
        }
        why = says;
        return false;
    }

private:
    template <class V>
    bool rounded(std::string_view written, V v) {
        if (!limits_.exact) return put(v);
        // One that comes as a long text is not repeated.
        why = "the number" + (written.size() <= 40 ? " " + std::string(written) : std::string{}) +
              " would not be kept as it is: a number has the range and the precision of IEEE 754 double, a whole "
              "number is from -9007199254740991 to 9007199254740991; others are strings";
        pointer.emplace();
        for (const level &l : open_) {
            *pointer += '/';
            const bool inmost = &l == &open_.back();
            if (l.value->is_array()) {
                *pointer += std::to_string(l.value->size() - (inmost ? 0 : 1));
                continue;
            }
            // RFC 6901 3: "~" and "/"
            for (const char c : inmost ? l.name : l.value->get_ref<json::object_t &>().back().first)
                *pointer += c == '~' ? std::string{"~0"} : c == '/' ? std::string{"~1"} : std::string(1, c);
        }
        return false;
    }

    struct level {
        json *value;
        std::set<std::string> names = {};
        std::string name = {};
    };

    json *add(json v) {
        if (++count_ > limits_.values) {
            why = "it has more than " + std::to_string(limits_.values) + " values";
            return nullptr;
        }
        if (open_.empty()) {
            root_ = std::move(v);
            return &root_;
        }
        level &top = open_.back();
        if (top.value->is_array()) {
            top.value->push_back(std::move(v));
            return &top.value->back();
        }
        // The name is new: appended without looking for it again, so that large objects stay linear.
        auto &object = top.value->get_ref<json::object_t &>();
        static_cast<std::vector<json::object_t::value_type> &>(object).emplace_back(std::move(top.name), std::move(v));
        return &object.back().second;
    }
    template <class V>
    bool put(V &&v) {
        return add(json(std::forward<V>(v))) != nullptr;
    }
    bool open(json v) {
        if (open_.size() >= limits_.depth) {
            why = "it is nested deeper than " + std::to_string(limits_.depth) + " levels";
            return false;
        }
        json *const at = add(std::move(v));
        if (at == nullptr) return false;
        open_.push_back({at});
        return true;
    }
    bool close() {
        open_.pop_back();
        return true;
    }

    json &root_;
    json_limits limits_;
    std::vector<level> open_ = {};
    std::size_t count_ = 0;
};

} // namespace

std::expected<json, problem> read_json(std::string_view text, json_limits limits) {
    json result;
    builder b{result, limits};
    if (json::sax_parse(text.begin(), text.end(), &b)) return result;
    if (b.pointer) {
        problem p{.type = problem_type::invalid, .detail = std::move(b.why), .rule = "RFC 7493 section 2.2"};
        p.members = json{{"pointer", *b.pointer}}.dump(-1, ' ', false, json::error_handler_t::replace);
        return std::unexpected{std::move(p)};
    }
    problem p{.type = problem_type::malformed,
              .detail = "This is not the JSON that is expected: " + b.why,
              .offset = b.where,
              .rule = "RFC 8259"};
    // A message of the parser may quote a part of a character.
    if (!is_utf8(p.detail)) p.detail = "This is not JSON, or not UTF-8";
    return std::unexpected{std::move(p)};
}

members::members(std::string_view text, std::string_view what) : what_{what} {
    auto value = read_json(text);
    if (!value) {
        wrong_ = std::move(value.error());
    } else if (!value->is_object()) {
        wrong_ = problem{.type = problem_type::malformed, .detail = what_ + " is a JSON object"};
    } else {
        object_ = std::move(*value);
    }
}

void members::take_object(json object) {
    if (object.is_object()) {
        object_ = std::move(object);
    } else {
        wrong_ = problem{.type = problem_type::malformed, .detail = what_ + " is a JSON object"};
    }
}

const json *members::find(std::string_view name) {
    if (wrong_) return nullptr;
    taken_.emplace_back(name);
    const auto at = object_.find(name);
    return at == object_.end() || at->is_null() ? nullptr : &*at;
}

bool members::has(std::string_view name) const {
    const auto at = object_.find(name);
    return at != object_.end() && !at->is_null();
}

void members::refuse(std::string_view name, std::string_view why) {
    if (wrong_) return;
    wrong_ = problem{.type = problem_type::invalid,
                     .detail = "\"" + std::string(name) + "\" of " + what_ + " " + std::string(why)};
    wrong_->members = json{{"pointer", "/" + std::string(name)}}.dump(-1, ' ', false, json::error_handler_t::replace);
}

members &members::require(std::string_view name) {
    if (!wrong_ && !has(name)) refuse(name, "is missing");
    return *this;
}

members &members::text(std::string_view name, std::string &out, std::size_t max_size) {
    const json *const v = find(name);
    if (v == nullptr) return *this;
    if (!v->is_string()) {
        refuse(name, "is not a text");
    } else if (const auto &s = v->get_ref<const std::string &>(); s.size() > max_size) {
        refuse(name, "is longer than " + std::to_string(max_size) + " bytes");
    } else if (s.find('\0') != std::string::npos) {
        refuse(name, "holds a NUL");
    } else {
        out = s;
    }
    return *this;
}

members &members::texts(std::string_view name, std::vector<std::string> &out, std::size_t max_count,
                        std::size_t max_size) {
    const json *const v = find(name);
    if (v == nullptr) return *this;
    if (!v->is_array() || !std::ranges::all_of(*v, [](const json &e) { return e.is_string(); })) {
        refuse(name, "is not a list of texts");
        return *this;
    }
    if (v->size() > max_count) {
        refuse(name, "has more than " + std::to_string(max_count) + " entries");
        return *this;
    }
    std::vector<std::string> result;
    for (const json &e : *v) {
        const auto &s = e.get_ref<const std::string &>();
        if (s.size() > max_size || s.find('\0') != std::string::npos) {
            refuse(name, "has an entry that is longer than " + std::to_string(max_size) + " bytes or holds a NUL");
            return *this;
        }
        result.push_back(s);
    }
    out = std::move(result);
    return *this;
}

members &members::flag(std::string_view name, bool &out) {
    const json *const v = find(name);
    if (v == nullptr) return *this;
    if (v->is_boolean()) {
        out = v->get<bool>();
    } else {
        refuse(name, "is neither true nor false");
    }
    return *this;
}

members &members::integer(std::string_view name, std::int64_t &out, std::int64_t min, std::int64_t max) {
    const json *const v = find(name);
    if (v == nullptr) return *this;
    const bool fits = v->is_number_integer() &&
                      (!v->is_number_unsigned() || v->get<std::uint64_t>() <= std::uint64_t{INT64_MAX}) &&
                      v->get<std::int64_t>() >= min && v->get<std::int64_t>() <= max;
    if (fits) {
        out = v->get<std::int64_t>();
    } else {
        refuse(name, "is not a whole number from " + std::to_string(min) + " to " + std::to_string(max));
    }
    return *this;
}

json members::take(std::string_view name) {
    const json *const v = find(name);
    return v == nullptr ? json(nullptr) : *v;
}

std::expected<void, problem> members::done() {
    if (!wrong_) {
        for (const auto &[name, value] : object_.items()) {
            if (std::ranges::find(taken_, name) == taken_.end()) {
                refuse(name, "is not known: nothing that is misspelt gets lost");
                break;
            }
        }
    }
    if (wrong_) return std::unexpected{*wrong_};
    return {};
}

} // namespace uniform::resolver
