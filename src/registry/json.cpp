// The JSON form: docs/reference/namespace-template.schema.json.

#include <uniform/registry/template.hpp>

#include <algorithm>
#include <charconv>

#include <nlohmann/json.hpp>

#include "registry/text.hpp"

namespace uniform::registry {

namespace {

using nlohmann::json;
using what = template_error::what;

// The field of a key. The two names of the first field are both understood.
std::optional<field> field_of_key(std::string_view key) {
    if (std::ranges::any_of(key, [](char c) { return c != '_' && (!is_letter(c) || c != lower(c)); })) {
        return std::nullopt;
    }
    return field_from_name(key);
}

std::string key_of(edition e, field f) {
    const field_rule *rule = find_rule(e, f);
    std::string key = rule != nullptr ? lower(rule->name) : std::string{to_string(f)};
    std::ranges::replace(key, ' ', '_');
    return key;
}

// RFC 6901 3
std::string escaped(std::string_view key) {
    std::string result;
    for (const char c : key) {
        if (c == '~') {
            result += "~0";
        } else if (c == '/') {
            result += "~1";
        } else {
            result += c;
        }
    }
    return result;
}

// Reads by events, so that repeated members are seen, nothing is nested deeper than the shape admits, and no exception
// is thrown. Each event returns whether reading goes on.
class reader final : public nlohmann::json_sax<json> {
public:
    reader(namespace_template &out, std::size_t max_fields) : out_{out}, max_fields_{max_fields} {}

    template_error error{.code = what::invalid_json, .at = {}, .pointer = {}, .message = {}};
    std::size_t error_offset = 0;
    bool syntax = false; // the error is one of JSON's syntax, and stands at error_offset
    std::string edition_name;

    bool null() override { return refuse("null is no text; leave the member out"); }
    bool boolean(bool) override { return refuse("a text is expected here"); }
    bool number_integer(number_integer_t) override {
        return refuse_number("a version is a whole number, starting with 1");
    }
    bool number_unsigned(number_unsigned_t value) override {
        if (value == 0 || !is_version()) return refuse_number("a version is a whole number, starting with 1");
        return take(field::version, std::to_string(value));
    }
    bool number_float(number_float_t, const string_t &written) override {
        const bool whole = written.find_first_not_of("-0123456789") == std::string::npos;
        return refuse_number(whole ? "this version is out of range: the largest is 18446744073709551615"
                                   : "a version is a whole number, starting with 1");
    }
    bool binary(binary_t &) override { return refuse("a text is expected here"); }

    bool string(string_t &value) override {
        if (const auto bad = control_character(value)) {
            return refuse_control(std::string_view{value}.substr(*bad), key_);
        }
        if (at_ == level::document && key_ == "edition") {
            edition_name = value;
            return true;
        }
        if (at_ == level::document && key_ == "$schema") return true;
        if (at_ == level::document && current_) return take(*current_, value);
        if (at_ == level::other) {
            if (key_ == "name") {
                // a name that would not be read again as a label cannot be written
                const std::string as_label = value + ':';
                const auto found = label_of(as_label);
                if (!found || found->name != value) return refuse("this cannot be the label of a field");
                other_.name = value;
                other_.id = found->id;
            } else {
                other_.text = normal_text(value);
            }
            return true;
        }
        return refuse(at_ == level::top ? "the document is an object" : "no text is expected here");
    }

    bool start_object(std::size_t) override {
        if (at_ == level::top) {
            at_ = level::document;
            return true;
        }
        if (at_ == level::others) {
            at_ = level::other;
            other_ = {};
            seen_.clear();
            return true;
        }
        return refuse("no object is expected here");
    }
    bool end_object() override {
        if (at_ == level::other) {
            if (other_.name.empty()) return refuse("a field without a name", "");
            at_ = level::others;
            ++index_;
            others_.push_back(std::move(other_));
            return others_.size() <= max_fields_ || too_many();
        }
        at_ = level::top;
        std::ranges::move(others_, std::back_inserter(out_.entries));
        return out_.entries.size() <= max_fields_ || too_many();
    }
    bool start_array(std::size_t) override {
        if (at_ != level::document || key_ != "other") return refuse("no array is expected here");
        at_ = level::others;
        return true;
    }
    bool end_array() override {
        at_ = level::document;
        return true;
    }
    bool key(string_t &value) override {
        named_ = true;
        if (const auto bad = control_character(value)) {
            return refuse_control(std::string_view{value}.substr(*bad), ""); // the name itself is not printed
        }
        key_ = value;
        current_.reset();
        if (at_ == level::other) {
            if (value != "name" && value != "text") return refuse("a field has \"name\" and \"text\" only");
            if (std::ranges::find(seen_, value) != seen_.end()) return refuse("this member stands there twice");
            seen_.push_back(value);
            return true;
        }
        current_ = field_of_key(value);
        const bool known = current_ || value == "edition" || value == "other" || value == "$schema";
        if (!known) return refuse("no field has this name; fields that the template does not know go to \"other\"");
        if (std::ranges::find(keys_, value) != keys_.end() || (current_ && out_.find(*current_) != nullptr)) {
            return refuse("this member stands there twice");
        }
        keys_.push_back(value);
        return true;
    }
    bool parse_error(std::size_t offset, const std::string &, const nlohmann::detail::exception &e) override {
        error_says = e.what();
        if (error_says.find("out_of_range") != std::string::npos) return refuse("this number is out of range");
        syntax = true;
        error_offset = offset;
        return false;
    }

    std::string error_says; // the parser's own words, from which json_fault takes what is wrong within a token
    [[nodiscard]] bool wants_end() const noexcept { return at_ == level::top && named_; }

private:
    enum class level : std::uint8_t { top, document, others, other };

    bool is_version() const { return at_ == level::document && current_ == field::version; }
    bool refuse_number(std::string_view why) { return refuse(is_version() ? why : "a text is expected here"); }
    bool refuse_control(std::string_view at, std::string_view last) {
        refuse(about_control_character(at), last);
        error.code = what::control_character;
        return false;
    }
    bool take(field f, std::string_view text) {
        out_.entries.push_back({.id = f, .name = {}, .text = normal_text(text)});
        return true;
    }
    bool too_many() {
        error.code = what::too_large;
        error.message = "more than " + std::to_string(max_fields_) + " fields";
        return false;
    }
    bool refuse(std::string_view why) { return refuse(why, key_); }
    bool refuse(std::string_view why, std::string_view last) {
        error.code = what::invalid_shape;
        error.message = why;
        if (at_ == level::others || at_ == level::other) error.pointer = "/other/" + std::to_string(index_);
        if (at_ != level::top && at_ != level::others && !last.empty()) error.pointer += '/' + escaped(last);
        return false;
    }

    namespace_template &out_;
    std::size_t max_fields_;
    level at_ = level::top;
    bool named_ = false; // a member was there
    std::string key_;
    std::vector<std::string> keys_; // of the document, at most 17 that are known
    std::vector<std::string> seen_; // of a member of "other"
    std::optional<field> current_;
    entry other_;
    std::vector<entry> others_;
    std::size_t index_ = 0;
};

position place_of(std::string_view text, std::size_t offset) {
    // the parser counts the byte it has just read
    const std::string_view before = text.substr(0, std::min(offset > 0 ? offset - 1 : 0, text.size()));
    const auto begin = before.rfind('\n') + 1;
    return {static_cast<std::uint32_t>(std::ranges::count(before, '\n') + 1),
            static_cast<std::uint32_t>(before.size() - begin + 1)};
}

// What is wrong at that byte, in our words.
std::string json_fault(std::string_view text, std::size_t offset, std::string_view says, bool after_the_end) {
    const auto has = [&](std::string_view words) { return says.find(words) != std::string_view::npos; };
    if (has("UTF-8")) return "this byte is not UTF-8";
    if (has("missing closing quote")) return "the text ends within a string: a closing quote is missing";
    if (has("must be escaped"))
        return "a string cannot hold a line end, tab or other control character: write \\n or \\t";
    if (has("backslash") || has("'\\u'") || has("surrogate")) return "this escape is none of JSON's";
    if (has("invalid number")) return "this is no number of JSON";
    const std::size_t at = std::min(offset > 0 ? offset - 1 : 0, text.size());
    const std::string_view rest = text.substr(at);
    if (trimmed(rest).empty())
        return trimmed(text).empty() ? "there is nothing" : "the text ends here, in the middle of JSON";
    if (after_the_end) return "something follows the end of the object";
    if (has("invalid literal")) return "this is no value of JSON: a text stands between double quotes";
    // strings have been read to their end: the fault is at the last byte of what was not expected
    std::size_t begin = at;
    if (rest[0] == '"') begin = text.substr(0, at).rfind('"');
    while (begin != std::string_view::npos && begin > 0 && is_digit(text[begin]) && is_digit(text[begin - 1])) --begin;
    const std::string_view before = trimmed(text.substr(0, std::min(begin, text.size())));
    const char last = before.empty() ? ' ' : before.back();
    if (last == ',' && (rest[0] == '}' || rest[0] == ']')) return "no comma stands before the end";
    if (last == ':') return "a value is missing here";
    if (has("object key")) return "the name of a member is expected here, between double quotes";
    if (has("object separator")) return "a colon is missing between the name and its value";
    if (has("object")) return "a comma is missing before the next member, or the object's end";
    if (has("array")) return "a comma is missing before the next element, or the array's end";
    return "this is not expected here";
}

} // namespace

std::expected<namespace_template, template_error> read_template_json(std::string_view text,
                                                                     const read_options &options) {
    if (text.size() > options.max_size) {
        const std::string message = "longer than " + std::to_string(options.max_size) + " bytes";
        return std::unexpected{template_error{what::too_large, {}, {}, message}};
    }
    namespace_template result{.edition = options.edition.value_or(edition::rfc8141), .read_from = form::json};
    reader events{result, options.max_fields};
    if (!json::sax_parse(text.begin(), text.end(), &events)) {
        if (events.syntax) {
            events.error.at = place_of(text, events.error_offset);
            events.error.message =
                "not JSON: " + json_fault(text, events.error_offset, events.error_says, events.wants_end());
        }
        return std::unexpected{std::move(events.error)};
    }
    if (!events.edition_name.empty()) {
        const auto named = edition_from_string(events.edition_name);
        if (!named) {
            const std::string message = "there is no edition of that name";
            return std::unexpected{template_error{what::no_such_edition, {}, "/edition", message}};
        }
        if (options.edition && *options.edition != *named) {
            const std::string message = "this is a template of " + std::string{to_string(*named)} + ", but " +
                                        std::string{to_string(*options.edition)} + " was asked for";
            return std::unexpected{template_error{what::other_edition, {}, "/edition", message}};
        }
        result.edition = *named;
    }
    if (template_fields(result.edition).empty()) {
        const std::string message = std::string{document(result.edition)} + " has no registration template";
        return std::unexpected{
            template_error{what::no_such_edition, {}, events.edition_name.empty() ? "" : "/edition", message}};
    }
    const auto known = [](const entry &e) { return e.id.has_value(); };
    if (std::ranges::none_of(result.entries, known)) {
        return std::unexpected{template_error{what::no_template, {}, {}, "no field of a registration template in it"}};
    }
    // The order of an object's members means nothing. Fields in "other" stay at the end.
    const auto others = std::ranges::find_if(result.entries, [](const entry &e) { return !e.name.empty(); });
    std::sort(result.entries.begin(), others,
              [](const entry &a, const entry &b) { return a.id < b.id; }); // no two alike
    for (entry &e : result.entries) {
        if (!e.name.empty() || !e.id) continue;
        const field_rule *rule = find_rule(result.edition, *e.id);
        e.name = rule != nullptr ? rule->name : find_rule(edition::rfc8141, *e.id)->name;
    }
    return result;
}

std::string write_template_json(const namespace_template &t) {
    nlohmann::ordered_json out;
    out["edition"] = to_string(t.edition);
    auto others = nlohmann::ordered_json::array();
    std::vector<const entry *> once(13, nullptr);
    for (const entry &e : t.entries) {
        if (e.id && once[static_cast<std::size_t>(*e.id)] == nullptr) {
            once[static_cast<std::size_t>(*e.id)] = &e;
        } else {
            others.push_back({{"name", e.name}, {"text", e.text}});
        }
    }
    for (const entry *e : once) {
        if (e == nullptr) continue;
        const std::string key = key_of(t.edition, *e->id);
        std::uint64_t number = 0;
        const auto [end, problem] = std::from_chars(e->text.data(), e->text.data() + e->text.size(), number);
        if (e->id == field::version && problem == std::errc{} && number != 0 && std::to_string(number) == e->text) {
            out[key] = number;
        } else {
            out[key] = e->text;
        }
    }
    if (!others.empty()) out["other"] = std::move(others);
    return out.dump(2, ' ', false, json::error_handler_t::replace) + '\n';
}

} // namespace uniform::registry
