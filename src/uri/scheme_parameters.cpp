// The rules of scheme_info::equivalence for parameters, fields, coordinates and addresses: RFC 3261, RFC 3966, RFC
// 5870, RFC 6068 and those that share them.

#include "uri/scheme_rules.hpp"

#include <iterator>
#include <ranges>

#include <uniform/syntax/percent.hpp>

namespace uniform::detail::rules {

namespace {

// RFC 5870 3.3: num = [ "-" ] 1*DIGIT [ "." 1*DIGIT ]; the shortest form of the same number.
std::optional<std::string> shortest_number(std::string_view text) {
    const bool negative = text.starts_with('-');
    if (negative) text.remove_prefix(1);
    const std::size_t dot = std::min(text.find('.'), text.size());
    std::string_view whole = text.substr(0, dot);
    std::string_view part = text.substr(std::min(dot + 1, text.size()));
    if (whole.empty() || (dot != text.size() && part.empty())) return std::nullopt;
    if (!std::ranges::all_of(whole, ascii::is_digit) || !std::ranges::all_of(part, ascii::is_digit))
        return std::nullopt;
    while (whole.size() > 1 && whole.front() == '0') whole.remove_prefix(1);
    while (part.ends_with('0')) part.remove_suffix(1);
    std::string out{negative && !(whole == "0" && part.empty()) ? "-" : ""};
    out += whole;
    if (!part.empty()) (out += '.') += part;
    return out;
}

class rewriter {
public:
    rewriter(scheme_text &t, const scheme_info &info) : t_{t}, info_{info} {}

    void rewrite() {
        if (rule_of(info_, "fold_path")) {
            fold_letters(t_.main);
            for (std::string &parameter : t_.parameters) fold_letters(parameter);
        }
        if (rule_of(info_, "user")) fold_letters(t_.main); // a host with its port
        if (!info_.path_separators.empty() && t_.main.find('/') == std::string::npos) without_separators(t_.main);
        parameters();
        if (rule_of(info_, "coordinates")) coordinates();
        without_default();
        fields();
        main_field();
    }

private:
    void without_separators(std::string &text) const {
        std::string out;
        std::ranges::copy_if(text, std::back_inserter(out), [&](char c) { return !info_.path_separators.contains(c); });
        if (!out.empty()) text = std::move(out);
    }

    // RFC 3966 3: phonedigits, after a "+" or not. "3com.com" is a domainname, whose separators count.
    [[nodiscard]] bool is_phone_number(std::string_view value) const {
        if (value.starts_with('+')) value.remove_prefix(1);
        return std::ranges::any_of(value, ascii::is_digit) && std::ranges::all_of(value, [&](char c) {
                   return ascii::is_digit(c) || info_.path_separators.contains(c);
               });
    }

    void parameters() {
        const auto first = rule_of(info_, "parameters");
        if (!first) return;
        const std::string_view numbers = rule_of(info_, "numbers").value_or("");
        const bool folds_values = rule_of(info_, "fold_values").has_value();
        for (std::string &parameter : t_.parameters) {
            fold_letters(parameter, 0, folds_values ? std::string::npos : name_of(parameter).size());
            const std::string name{name_of(parameter)};
            std::string value{value_of(parameter)};
            if (lists(numbers, name) && is_phone_number(value)) {
                without_separators(value);
                parameter = name + '=' + value;
            }
        }
        const text_list order = split(*first, ',');
        const auto rank = [&](const std::string &parameter) {
            const auto at = std::ranges::find(order, name_of(parameter));
            return std::pair{at - order.begin(), name_of(parameter)};
        };
        sort_stably(t_.parameters, rank);
    }

    // RFC 5870 3.4.4: numbers are compared as such; in WGS 84 (3.4.2) the poles have one longitude, and 180 and -180
    // are one.
    void coordinates() {
        text_list numbers = split(t_.main, ',');
        for (std::string &number : numbers) {
            auto shortest = shortest_number(number);
            if (!shortest) return;
            number = *std::move(shortest);
        }
        bool wgs84 = true;
        for (std::string &parameter : t_.parameters) {
            if (name_of(parameter) == "crs") {
                fold_letters(parameter);
                wgs84 = wgs84 && value_of(parameter) == "wgs84";
            } else if (name_of(parameter) == "u") {
                if (const auto shortest = shortest_number(value_of(parameter))) parameter = "u=" + *shortest;
            }
        }
        if (wgs84 && numbers.size() > 1) {
            if (numbers[0] == "90" || numbers[0] == "-90") numbers[1] = "0";
            if (numbers[1] == "-180") numbers[1] = "180";
        }
        t_.main.clear();
        for (const std::string &number : numbers) {
            if (!t_.main.empty()) t_.main += ',';
            t_.main += number;
        }
    }

    void without_default() {
        const auto parameter = rule_of(info_, "default");
        if (parameter && has_alone(t_.parameters, *parameter)) std::erase(t_.parameters, *parameter);
    }

    void fields() {
        if (!rule_of(info_, "fields")) return;
        for (std::string &field : t_.fields) fold_letters(field, 0, name_of(field).size());
        sort_stably(t_.fields, name_of);
    }

    // RFC 6068 2: "mailto:?to=addr1,addr2" and "mailto:addr1?to=addr2" are "mailto:addr1,addr2". Only what the path
    // may have: addr-spec *("," addr-spec).
    void main_field() {
        const auto name = rule_of(info_, "main_field");
        if (!name) return;
        const auto stands_for_main = [&](const std::string &field) {
            return field.size() > name->size() && name_of(field) == *name;
        };
        const auto is_plain = [](const std::string &field) {
            return !any_part(value_of(field), ',', [](std::string_view address) { return !is_address(address); }) &&
                   !value_of(field).empty();
        };
        auto moved = t_.fields | std::views::filter(stands_for_main);
        if (moved.empty() || !std::ranges::all_of(moved, is_plain)) return;
        std::string &path = t_.parameters.empty() ? t_.main : t_.parameters.back();
        for (const std::string &field : moved) {
            if (!t_.main.empty() || !t_.parameters.empty()) path += ',';
            path += value_of(field);
        }
        std::erase_if(t_.fields, stands_for_main);
        t_.has_query = !t_.fields.empty();
    }

    // RFC 6068 2: addr-spec = local-part "@" domain, local-part = dot-atom-text / quoted-string; a domain in brackets
    // is never in a reference as it is. Item 4: what it has percent-encoded is UTF-8.
    static bool is_address(std::string_view text) {
        const std::size_t at = text.rfind('@');
        if (at == std::string_view::npos || !decodes_to_utf8(text)) return false;
        const std::string_view local = text.substr(0, at);
        const bool quoted = local.size() >= 6 && local.starts_with("%22") && local.ends_with("%22");
        if (quoted ? local.find_first_of("/?") != std::string_view::npos : !is_dot_atom(local, "!#$%&'*+-/=?^_`{|}~"))
            return false;
        const std::string_view domain = text.substr(at + 1);
        return !domain.contains("%2D") && is_dot_atom(domain, "-"); // the older texts do not decode "-"
    }

    static bool decodes_to_utf8(std::string_view text) {
        const auto octets = decode(text);
        return octets && is_utf8(*octets);
    }

    // RFC 5322 3.2.3: dot-atom-text = 1*atext *("." 1*atext), with these characters of atext, percent-encoded or not,
    // beside letters, digits and what is not of US-ASCII.
    static bool is_dot_atom(std::string_view text, std::string_view others) {
        bool empty = true;
        for (std::size_t i = 0; i < text.size(); ++i) {
            char c = text[i];
            if (c == '.') {
                if (empty) return false;
                empty = true;
                continue;
            }
            if (c == '%') { // its two digits are there: the text is a reference
                c = static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
                i += 2;
            } else if (c == '/' || c == '?') {
                return false; // of the path, or its end
            }
            if (!ascii::is_alnum(c) && !others.contains(c) && static_cast<unsigned char>(c) < 0x80) return false;
            empty = false;
        }
        return !empty;
    }

    scheme_text &t_;
    const scheme_info &info_;
};

} // namespace

void rewrite_by_rules(scheme_text &text, const scheme_info &info) {
    rewriter{text, info}.rewrite();
    rewrite_parts(text, info);
}

} // namespace uniform::detail::rules
