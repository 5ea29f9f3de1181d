// The rules of scheme_info::equivalence. A path with its query is read as [USERINFO "@"] MAIN *(";" PARAMETER)
// ["?" FIELD *("&" FIELD)], each part is rewritten by the rules that the scheme has, and the whole is put together
// again; what would then be another reference stays as it is.

#include "uri/scheme_equivalence.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <ranges>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/scheme.hpp>

namespace uniform::detail {

namespace {

using text_list = std::vector<std::string>;

// Calls `f` with each part of `list`, an empty list having none, until it returns true; whether it did.
template <class F>
bool any_part(std::string_view list, char separator, F f) {
    if (list.empty()) return false;
    for (;;) {
        const std::size_t end = std::min(list.find(separator), list.size());
        if (f(list.substr(0, end))) return true;
        if (end == list.size()) return false;
        list.remove_prefix(end + 1);
    }
}

text_list split(std::string_view list, char separator) {
    text_list parts;
    (void)any_part(list, separator, [&](std::string_view part) {
        parts.emplace_back(part);
        return false;
    });
    if (list.empty()) parts.emplace_back();
    return parts;
}

bool lists(std::string_view list, std::string_view name) {
    return any_part(list, ',', [&](std::string_view part) { return part == name; });
}

// What follows "=" in the rule of that name, "" if nothing does.
std::optional<std::string_view> rule_of(const scheme_info &info, std::string_view name) {
    std::optional<std::string_view> found;
    (void)any_part(info.equivalence, ' ', [&](std::string_view word) {
        if (!word.starts_with(name) || (word.size() > name.size() && word[name.size()] != '=')) return false;
        found = word.substr(std::min(name.size() + 1, word.size()));
        return true;
    });
    return found;
}

std::string_view name_of(std::string_view parameter) { return parameter.substr(0, parameter.find('=')); }

std::string_view value_of(std::string_view parameter) {
    const std::size_t equals = parameter.find('=');
    return equals == std::string_view::npos ? std::string_view{} : parameter.substr(equals + 1);
}

// Letters, but not the digits of percent-encoded octets, from `begin` to `end`.
void fold_letters(std::string &text, std::size_t begin = 0, std::size_t end = std::string::npos) {
    end = std::min(end, text.size());
    for (std::size_t i = begin; i < end; ++i) {
        if (text[i] == '%') {
            i += 2;
        } else {
            text[i] = ascii::to_lower(text[i]);
        }
    }
}

// RFC 2396 2.3: mark; RFC 3986 2.2 reserves these.
std::string with_marks(std::string_view text) {
    constexpr std::string_view marks{"!*'()"};
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%' && text.size() - i > 2) {
            const auto c = static_cast<char>(ascii::hex_value(text[i + 1]) * 16 + ascii::hex_value(text[i + 2]));
            if (marks.contains(c)) {
                out += c;
                i += 2;
                continue;
            }
        }
        out += text[i];
    }
    return out;
}

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

// std::stable_sort of libstdc++ 12 uses what Clang calls deprecated.
template <class Projection>
void sort_stably(text_list &list, Projection by) {
    std::vector<std::pair<std::size_t, std::string>> numbered;
    for (std::string &text : list) numbered.emplace_back(numbered.size(), std::move(text));
    std::ranges::sort(numbered, {}, [&](const auto &n) { return std::pair{by(n.second), n.first}; });
    for (std::size_t i = 0; i < list.size(); ++i) list[i] = std::move(numbered[i].second);
}

// The parts of a path and its query.
struct scheme_text {
    std::string userinfo; // with its "@"
    std::string main;
    text_list parameters;
    text_list fields;
    bool has_query = false;

    scheme_text(std::string_view text, const scheme_info &info) {
        if (rule_of(info, "user")) {
            const std::size_t at = text.rfind('@');
            if (at != std::string_view::npos) {
                userinfo = text.substr(0, at + 1);
                text.remove_prefix(at + 1);
            }
        }
        const std::size_t mark = std::min(text.find('?'), text.size());
        has_query = mark != text.size();
        if (has_query) fields = split(text.substr(mark + 1), '&');
        const std::string_view path = text.substr(0, mark);
        const std::size_t end = std::min(path.find(';'), path.size());
        main = path.substr(0, end);
        if (end != path.size()) parameters = split(path.substr(end + 1), ';');
    }

    [[nodiscard]] std::string str() const {
        std::string out = userinfo + main;
        for (const std::string &parameter : parameters) (out += ';') += parameter;
        for (std::size_t i = 0; has_query && i < fields.size(); ++i) (out += i == 0 ? '?' : '&') += fields[i];
        return out;
    }
};

// A reference that has a scheme with rules and no authority: what stands before and after its path and query.
struct related_text {
    std::string_view before, middle, after;
    const scheme_info *info = nullptr;

    related_text(std::string_view text, edition e, const normalize_options &o) {
        const auto r = parse_uri_reference(text, {.edition = e, .zone_ids = true});
        if (!r || !r->has_scheme() || r->has_authority()) return;
        const scheme_registry &known = o.schemes != nullptr ? *o.schemes : scheme_registry::standard();
        info = known.find(*r->scheme());
        const std::size_t begin = r->scheme()->size() + 1;
        const std::size_t end = begin + r->path().size() + (r->query() ? r->query()->size() + 1 : 0);
        before = text.substr(0, begin);
        middle = text.substr(begin, end - begin);
        after = text.substr(end);
    }
};

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
        if (!parameter) return;
        const auto named = [&](const std::string &p) { return name_of(p) == name_of(*parameter); };
        // of two, each says something of the other
        if (std::ranges::count_if(t_.parameters, named) == 1) std::erase(t_.parameters, *parameter);
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
    // is never in a reference as it is. Item 4: what a domain has percent-encoded is UTF-8.
    static bool is_address(std::string_view text) {
        const std::size_t at = text.rfind('@');
        if (at == std::string_view::npos) return false;
        const std::string_view local = text.substr(0, at);
        const bool quoted = local.size() >= 6 && local.starts_with("%22") && local.ends_with("%22");
        if (quoted ? local.find_first_of("/?") != std::string_view::npos : !is_dot_atom(local, "!#$%&'*+-/=?^_`{|}~"))
            return false;
        const std::string_view domain = text.substr(at + 1);
        return !domain.contains("%2D") && is_dot_atom(domain, "-"); // the older texts do not decode "-"
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

const scheme_info *related_scheme(std::string_view scheme, const normalize_options &o) noexcept {
    if (o.level < comparison_level::scheme) return nullptr;
    const scheme_registry &known = o.schemes != nullptr ? *o.schemes : scheme_registry::standard();
    if (!known.may_relate_paths(scheme)) return nullptr;
    const scheme_info *const info = known.find(scheme);
    return info != nullptr && (!info->equivalence.empty() || !info->path_separators.empty()) ? info : nullptr;
}

const std::string *find_parameter(const text_list &parameters, std::string_view name) {
    const auto at = std::ranges::find_if(parameters, [&](const std::string &p) { return name_of(p) == name; });
    return at == parameters.end() ? nullptr : &*at;
}

} // namespace

bool relates_parameters(const reference_view &r, const normalize_options &o) noexcept {
    return r.has_scheme() && !r.has_authority() && related_scheme(*r.scheme(), o) != nullptr;
}

void relate_parameters(std::string &out, std::size_t begin, const reference_view &r, const normalize_options &o) {
    if (!relates_parameters(r, o)) return;
    const std::string normal = out.substr(begin);
    const related_text whole{normal, r.edition(), o};
    if (whole.info == nullptr) return;
    const scheme_info &info = *whole.info;
    scheme_text text{rule_of(info, "marks") ? with_marks(whole.middle) : std::string{whole.middle}, info};
    rewriter{text, info}.rewrite();
    std::string made{whole.before};
    made += text.str();
    made += whole.after;
    if (made == normal) return;
    const auto again = parse_uri_reference(made, {.edition = r.edition(), .zone_ids = true});
    if (again && again->has_scheme() && !again->has_authority()) out.replace(begin, std::string::npos, made);
}

bool equivalent_by_parameters(std::string_view a, std::string_view b, edition e, const normalize_options &o) {
    if (related_scheme(a.substr(0, a.find(':')), o) == nullptr) return false;
    const related_text x{a, e, o};
    const related_text y{b, e, o};
    if (x.info == nullptr || x.info != y.info || x.after != y.after) return false;
    const auto decisive = rule_of(*x.info, "decisive");
    if (!decisive) return false;
    const scheme_text p{x.middle, *x.info};
    const scheme_text q{y.middle, *y.info};
    if (p.userinfo != q.userinfo || p.main != q.main || p.fields != q.fields || p.has_query != q.has_query)
        return false;
    const auto agrees = [&](const text_list &these, const text_list &others) {
        return std::ranges::all_of(these, [&](const std::string &parameter) {
            const std::string *const other = find_parameter(others, name_of(parameter));
            return other == nullptr ? !lists(*decisive, name_of(parameter)) : *other == parameter;
        });
    };
    return agrees(p.parameters, q.parameters) && agrees(q.parameters, p.parameters);
}

std::optional<std::string> decisive_text(std::string_view normal, edition e, const normalize_options &o) {
    if (related_scheme(normal.substr(0, normal.find(':')), o) == nullptr) return std::nullopt;
    const related_text whole{normal, e, o};
    if (whole.info == nullptr) return std::nullopt;
    const auto decisive = rule_of(*whole.info, "decisive");
    if (!decisive) return std::nullopt;
    scheme_text text{whole.middle, *whole.info};
    std::erase_if(text.parameters, [&](const std::string &p) { return !lists(*decisive, name_of(p)); });
    // The same twice says it once; the normal form has them side by side.
    const auto repeated = std::ranges::unique(text.parameters);
    text.parameters.erase(repeated.begin(), repeated.end());
    std::string out{whole.before};
    out += text.str();
    out += whole.after;
    return out;
}

} // namespace uniform::detail
