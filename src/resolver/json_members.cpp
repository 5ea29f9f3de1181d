#include "resolver/json_members.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include <uniform/percent.hpp>

namespace uniform::resolver {

namespace {

// Builds the value by events, so that a member which comes twice is seen, depth is bounded, and nothing is thrown.
class builder final : public nlohmann::json_sax<json> {
public:
    builder(json &root, json_limits limits) : root_{root}, limits_{limits} {}

    std::string why;
    std::optional<std::size_t> where = {};

    bool null() override { return put(nullptr); }
    bool boolean(bool v) override { return put(v); }
    bool number_integer(number_integer_t v) override { return put(v); }
    bool number_unsigned(number_unsigned_t v) override { return put(v); }
    bool number_float(number_float_t v, const string_t & /*written*/) override { return put(v); }
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
    bool parse_error(std::size_t position, const std::string & /*last*/, const json::exception &e) override {
        // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error while ..."
        std::string_view says = e.what();
        if (const auto at = says.find("column "); at != std::string_view::npos) {
            if (const auto colon = says.find(": ", at); colon != std::string_view::npos) says.remove_prefix(colon + 2);
        }
        why = says;
        where = position == 0 ? 0 : position - 1;
        return false;
    }

private:
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
