// The rules of scheme_info::equivalence that are about one part of a path or a query: RFC 2229, RFC 3617, RFC 4452, RFC
// 4501, RFC 4516, RFC 4975, RFC 5456, RFC 6920, RFC 7512, RFC 9758.

#include "uri/scheme_rules.hpp"

#include <ranges>

namespace uniform::detail::rules {

namespace {

bool is_number(std::string_view text) { return !text.empty() && std::ranges::all_of(text, ascii::is_digit); }

std::string without_zeros(std::string_view number) {
    return std::string{number.substr(std::min(number.find_first_not_of('0'), number.size() - 1))};
}

class part_rewriter {
public:
    part_rewriter(scheme_text &t, const scheme_info &info) : t_{t}, info_{info} {}

    void rewrite() {
        letters();
        port();
        root_dot();
        if (rule_of(info_, "nodes")) nodes();
        if (const auto algorithms = rule_of(info_, "hash")) hash(*algorithms);
        if (rule_of(info_, "attributes")) attributes();
        if (const auto fields = rule_of(info_, "omitted")) omitted(*fields);
        if (const auto values = rule_of(info_, "positions")) positions(*values);
        if (const auto kinds = rule_of(info_, "commands")) commands(*kinds);
        if (const auto last = rule_of(info_, "ending")) ending(*last);
    }

private:
    void letters() {
        // RFC 4975 6.1: the transport
        if (rule_of(info_, "fold_first") && !t_.parameters.empty() &&
            std::ranges::all_of(t_.parameters[0], ascii::is_alnum)) {
            fold_letters(t_.parameters[0]);
        }
        // RFC 4452 5: namespace "/" identifier
        const std::size_t slash = t_.main.find('/');
        // RFC 3508 2: user "@" hostport
        if (rule_of(info_, "fold_main")) fold_letters(t_.main);
        if (rule_of(info_, "fold_segment") && slash != std::string::npos) fold_letters(t_.main, 0, slash);
        if (rule_of(info_, "fold_query")) {
            for (std::string &field : t_.fields) fold_letters(field);
        }
        // RFC 5724 2.2
        if (const auto words = rule_of(info_, "keywords")) {
            for (std::string &field : t_.fields) {
                std::string name{name_of(field)};
                fold_letters(name);
                if (lists(*words, name)) field.replace(0, name.size(), name);
            }
        }
    }

    // RFC 5456 5.1: host [ ":" port ] [ "/" number [ "?" context ] ]
    void port() {
        const auto number = rule_of(info_, "port");
        const std::size_t end = std::min(t_.main.find('/'), t_.main.size());
        if (!number || (end == t_.main.size() && !t_.parameters.empty())) return;
        const std::string known = ':' + std::string{*number};
        if (end > known.size() && t_.main.compare(end - known.size(), known.size(), known) == 0)
            t_.main.erase(end - known.size(), known.size());
    }

    // RFC 4501 3: names are relative to the root, which is "." or an empty name. After an encoded backslash, "." is of
    // a label (RFC 1035 5.1).
    void root_dot() {
        if (!rule_of(info_, "root_dot")) return;
        std::string &name = t_.parameters.empty() ? t_.main : t_.parameters.back();
        if (name == "." ? !t_.parameters.empty() : name.ends_with("..") || name.ends_with("%5C.")) return;
        if (name.ends_with('.')) name.pop_back();
    }

    // RFC 9758 4: [ALLOCATOR "."] NODE "." SERVICE, where the allocator 0 may be omitted (rule 2) and "!" is the node
    // 4294967295 of it (rule 3). 3.4.1: its node 0 is the null URI.
    void nodes() {
        text_list numbers = split(t_.main, '.');
        if (!t_.parameters.empty() || t_.has_query || numbers.size() < 2 || numbers.size() > 3) return;
        for (const std::string &number : numbers) {
            const bool local = numbers.size() == 2 && &number == numbers.data() && number == "!";
            if (!local && (!is_number(number) || without_zeros(number) != number)) return;
        }
        if (numbers.size() == 3 && numbers[0] == "0") numbers.erase(numbers.begin());
        if (numbers.size() == 2 && numbers[0] == "4294967295") numbers[0] = "!";
        if (numbers.size() == 2 && numbers[0] == "0") numbers[1] = "0";
        t_.main = join(numbers, '.');
    }

    // RFC 6920 7: alg ";" sepval [ ";" checkdigit ], where the algorithm may be its number. 2: algorithm and value
    // count
    void hash(std::string_view algorithms) {
        const auto is_digit = [](char c) { return ascii::is_digit(c) || (c >= 'a' && c <= 'f'); };
        const bool checked = t_.parameters.size() == 2;
        if (t_.has_query || t_.parameters.empty() || t_.parameters.size() > 2) return;
        if (checked && (t_.parameters[1].size() != 1 || !is_digit(t_.parameters[1][0]))) return;
        std::string value = t_.parameters[0];
        std::erase(value, '-');
        if (value.empty() || !std::ranges::all_of(value, is_digit)) return;
        t_.parameters = {value};
        const text_list names = split(algorithms, ',');
        const auto at = std::ranges::find(names, t_.main);
        if (at != names.end()) t_.main = std::to_string(at - names.begin() + 1);
    }

    // RFC 7512 2.6; an attribute has no "/" (2.3)
    void attributes() {
        text_list all = t_.parameters;
        all.insert(all.begin(), t_.main);
        if (std::ranges::any_of(all, [](const std::string &attribute) { return attribute.contains('/'); })) return;
        for (std::string &attribute : all) {
            const std::string name{name_of(attribute)};
            if (name == attribute) continue; // no "="
            const std::string_view value = value_of(attribute);
            if (lists(rule_of(info_, "octets").value_or(""), name)) {
                attribute = name + '=' + decoded(value);
            } else if (lists(rule_of(info_, "decimals").value_or(""), name) && is_number(value)) {
                attribute = name + '=' + without_zeros(value);
            } else if (lists(rule_of(info_, "versions").value_or(""), name)) {
                attribute = name + '=' + version(value);
            }
        }
        sort_stably(all, name_of);
        t_.main = all[0];
        t_.parameters.assign(all.begin() + 1, all.end());
        sort_stably(t_.fields, name_of);
        if (t_.fields.size() == 1 && t_.fields[0].empty()) t_.has_query = false;
    }

    // The value with those characters decoded that may stand in a path as they are, and delimit no attribute.
    static std::string decoded(std::string_view value) {
        constexpr std::string_view plain{":@!$&'()*+,="};
        std::string out;
        for (std::size_t i = 0; i < value.size(); ++i) {
            if (value[i] == '%') { // its two digits are there: the text is a reference
                const auto c = static_cast<char>(ascii::hex_value(value[i + 1]) * 16 + ascii::hex_value(value[i + 2]));
                if (plain.contains(c)) {
                    out += c;
                    i += 2;
                    continue;
                }
            }
            out += value[i];
        }
        return out;
    }

    // "M" is "M.0"
    static std::string version(std::string_view value) {
        const std::size_t dot = std::min(value.find('.'), value.size());
        const std::string_view minor = value.substr(std::min(dot + 1, value.size()));
        if (!is_number(value.substr(0, dot)) || (dot != value.size() && !is_number(minor))) return std::string{value};
        std::string out = without_zeros(value.substr(0, dot));
        if (!minor.empty() && without_zeros(minor) != "0") (out += '.') += without_zeros(minor);
        return out;
    }

    // RFC 4501 3
    void omitted(std::string_view known) {
        const bool had = !t_.fields.empty();
        for (const std::string &field : split(known, ',')) {
            if (has_alone(t_.fields, field)) std::erase(t_.fields, field);
        }
        if (had && t_.fields.empty()) t_.has_query = false;
    }

    // RFC 4516 3: an empty part of the query is the default, and what is not there is empty.
    void positions(std::string_view values) {
        const text_list defaults = split(values, ',');
        if (t_.fields.size() > defaults.size()) return;
        for (std::size_t i = 0; i < t_.fields.size(); ++i) {
            if (t_.fields[i] == defaults[i]) t_.fields[i].clear();
        }
        while (!t_.fields.empty() && t_.fields.back().empty()) t_.fields.pop_back();
        t_.has_query = !t_.fields.empty();
    }

    // RFC 2229 5: "/d:" word ":" database ":" n and "/m:" word ":" database ":" strat ":" n
    void commands(std::string_view kinds) {
        if (!t_.main.starts_with('/') || t_.has_query || !t_.parameters.empty()) return;
        text_list parts = split(std::string_view{t_.main}.substr(1), ':');
        for (const std::string &kind : split(kinds, '/')) {
            const text_list defaults = split(kind, ',');
            if (parts[0] != defaults[0] || parts.size() > defaults.size() + 1) continue;
            for (std::size_t i = 2; i < std::min(parts.size(), defaults.size()); ++i) {
                if (parts[i] == defaults[i]) parts[i].clear();
            }
            while (parts.size() > 2 && parts.back().empty()) parts.pop_back();
            t_.main = '/' + join(parts, ':');
            return;
        }
    }

    // RFC 3617 2
    void ending(std::string_view last) {
        if (has_alone(t_.parameters, last) && t_.parameters.back() == last) t_.parameters.pop_back();
    }

    static std::string join(const text_list &parts, char separator) {
        std::string out;
        for (const std::string &part : parts) {
            if (&part != parts.data()) out += separator;
            out += part;
        }
        return out;
    }

    scheme_text &t_;
    const scheme_info &info_;
};

} // namespace

void rewrite_parts(scheme_text &text, const scheme_info &info) { part_rewriter{text, info}.rewrite(); }

} // namespace uniform::detail::rules
