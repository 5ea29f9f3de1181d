// Finding the values of a template in a URI: a search with backtracking over the literals and variable specifications
// of the template in their order. What an occurrence of a variable says of its value holds for the later ones (RFC 6570
// 3.2.1: "that variable's value MUST remain static throughout the expansion process"). A state from which the end was
// not reached is kept, with the values on which later occurrences depend, and not entered again. What is found is
// expanded and compared with the text.

#include <uniform/uri/uri_template.hpp>

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>

#include <uniform/base/ascii.hpp>

#include "uri/template_operators.hpp"

namespace uniform {

namespace {

using detail::template_operator;

constexpr std::size_t most_steps = std::size_t{1} << 22;
constexpr std::size_t steps_of_state = 8;

constexpr std::string_view too_long_message = "the text is longer than 8192 bytes, the limit for matching";
constexpr std::string_view too_many_message = "the search for the values took too many steps; the limit is 4194304";

bool is_upper_hex(char c) noexcept { return ascii::is_hexdig(c) && !(c >= 'a' && c <= 'f'); }

char octet_at(std::string_view text, std::size_t at) noexcept {
    return static_cast<char>(ascii::hex_value(text[at + 1]) * 16 + ascii::hex_value(text[at + 2]));
}

std::string plain_text(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '%' && at + 2 < text.size()) {
            out += octet_at(text, at);
            at += 2;
        } else {
            out += text[at];
        }
    }
    return out;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> all;
    while (true) {
        const std::size_t end = std::min(text.find(separator), text.size());
        all.push_back(text.substr(0, end));
        if (end == text.size()) return all;
        text.remove_prefix(end + 1);
    }
}

// The length of what an expansion has for one octet of a value; 0 if no expansion has it.
std::size_t unit_at(const template_operator &o, std::string_view text, std::size_t p) noexcept {
    if (p >= text.size()) return 0;
    const char c = text[p];
    if (c != '%') {
        return detail::template_unreserved.contains(c) || (o.reserved && detail::template_reserved.contains(c)) ? 1 : 0;
    }
    if (p + 2 >= text.size() || !ascii::is_hexdig(text[p + 1]) || !ascii::is_hexdig(text[p + 2])) return 0;
    if (o.reserved) return 3; // passed as it is
    const bool made = is_upper_hex(text[p + 1]) && is_upper_hex(text[p + 2]) &&
                      !detail::template_unreserved.contains(octet_at(text, p));
    return made ? 3 : 0;
}

// Whether the text of "+" or "#" has a pct-encoded that can also be the encoding of an octet.
bool has_encoded_octet(std::string_view text) noexcept {
    for (std::size_t at = 0; at + 2 < text.size(); ++at) {
        if (text[at] != '%') continue;
        const char c = octet_at(text, at);
        const bool upper = is_upper_hex(text[at + 1]) && is_upper_hex(text[at + 2]);
        const bool triplet =
            c == '%' && at + 4 < text.size() && ascii::is_hexdig(text[at + 3]) && ascii::is_hexdig(text[at + 4]);
        if (upper && !triplet && !detail::template_unreserved.contains(c) && !detail::template_reserved.contains(c))
            return true;
        at += 2;
    }
    return false;
}

bool has_twice(const template_pairs &pairs) {
    std::vector<std::string_view> names;
    for (const auto &[name, value] : pairs) names.emplace_back(name);
    std::ranges::sort(names);
    return std::ranges::adjacent_find(names) != names.end();
}

} // namespace

class uri_template::matcher {
public:
    matcher(const uri_template &t, std::string_view uri) : template_{t}, uri_{uri} {
        std::map<std::string_view, std::size_t> known;
        for (std::size_t i = 0; i < t.parts_.size(); ++i) {
            const part &e = t.parts_[i];
            if (!e.is_expression) nodes_.push_back({.of = &e});
            for (std::size_t j = 0; j < e.specifications.size(); ++j) {
                const auto [at, is_new] = known.emplace(e.specifications[j].name, variables_.size());
                if (is_new) {
                    variable &made = variables_.emplace_back();
                    made.name = e.specifications[j].name;
                    made.first = nodes_.size();
                }
                variables_[at->second].last = nodes_.size();
                nodes_.push_back({&e, &e.specifications[j], at->second, j == 0, j + 1 == e.specifications.size()});
            }
        }
        for (std::size_t v = 0; v < variables_.size(); ++v) {
            if (variables_[v].first != variables_[v].last) repeated_.push_back(v);
        }
    }

    std::expected<template_match, template_error> match() {
        enter(0, 0, false);
        std::optional<template_match> found;
        while (!stack_.empty()) {
            if (steps_ > most_steps) {
                if (!found) return std::unexpected{template_error{0, {}, too_many_message, {}, true}};
                found->ambiguous = true; // not known
                return *found;
            }
            frame &f = stack_.back();
            if (f.changed) {
                variables_[nodes_[f.node].variable].now = std::move(f.before);
                f.changed = false;
            }
            if (f.next == f.candidates.size()) {
                if (!f.succeeded) failed_.insert(std::move(f.key));
                const bool succeeded = f.succeeded;
                stack_.pop_back();
                if (!stack_.empty()) stack_.back().succeeded = stack_.back().succeeded || succeeded;
                continue;
            }
            const candidate c = f.candidates[f.next++];
            const std::size_t next = f.node + 1;
            const bool any = next < nodes_.size() && !nodes_[next].first && (f.any || c.how != kind::undefined);
            if (nodes_[f.node].spec != nullptr && !apply(f, c)) continue;
            if (next < nodes_.size()) {
                enter(next, c.end, any);
                continue;
            }
            if (c.end != uri_.size()) continue;
            f.succeeded = true;
            if (auto one = solution()) {
                if (!found) {
                    found = std::move(one);
                } else if (found->values != one->values) {
                    found->ambiguous = true;
                }
                if (found->ambiguous) return *found;
            }
        }
        if (found) return *found;
        if (nodes_.empty() && uri_.empty()) return template_match{};
        return std::unexpected{template_error{furthest_, {}, "no expansion of the template goes on here", {}}};
    }

private:
    enum class kind : std::uint8_t { undefined, known, text, list, pairs, open };
    struct node {
        const part *of = nullptr;
        const specification *spec = nullptr; // of a literal: nullptr
        std::size_t variable = 0;
        bool first = true, last = true; // of the expression
    };
    struct occurrence {
        std::size_t node, begin, value, end; // `value`: behind the operator and the name
        bool any;
        bool operator==(const occurrence &) const = default;
    };
    struct state {
        bool is_known = false; // then undefined without a value
        std::optional<template_value> value{};
        std::vector<occurrence> seen{}; // of one that is not known yet
    };
    struct variable {
        std::string_view name;
        std::size_t first = 0, last = 0; // nodes
        state now{};
    };
    struct candidate {
        std::size_t end;
        kind how;
        std::size_t value = 0;
    };
    struct frame {
        std::size_t node = 0, at = 0;
        bool any = false, changed = false, succeeded = false;
        std::size_t next = 0;
        std::vector<candidate> candidates{};
        state before{};
        std::string key{};
    };

    static const template_operator &op(const node &n) noexcept { return detail::template_operator_of(n.of->op); }
    [[nodiscard]] bool is_live(const variable &v, std::size_t at) const noexcept {
        return v.first < at && at <= v.last;
    }

    // The state of the search: the place, and the values of variables that occur again.
    std::string key_of(std::size_t n, std::size_t p, bool any) {
        std::string key = std::to_string((n * (uri_.size() + 1) + p) * 2 + (any ? 1 : 0));
        const auto add = [&](std::string_view text) { key.append(std::to_string(text.size()) + ':').append(text); };
        for (const std::size_t i : repeated_) {
            const variable &v = variables_[i];
            if (!is_live(v, n)) continue;
            key += v.now.is_known ? (v.now.value ? '=' : '-') : '?';
            for (const occurrence &o : v.now.seen) {
                key += std::to_string(o.node) + (o.any ? '&' : ' ');
                add(uri_.substr(o.begin, o.end - o.begin));
            }
            if (!v.now.value) continue;
            key += std::to_string(v.now.value->index());
            if (const auto *text = std::get_if<std::string>(&*v.now.value)) add(*text);
            if (const auto *list = std::get_if<template_list>(&*v.now.value)) std::ranges::for_each(*list, add);
            if (const auto *pairs = std::get_if<template_pairs>(&*v.now.value)) {
                for (const auto &[name, value] : *pairs) add(name), add(value);
            }
            key += ';';
        }
        steps_ += steps_of_state + key.size() / 8 + repeated_.size();
        return key;
    }

    void enter(std::size_t n, std::size_t p, bool any) {
        if (nodes_.empty()) return;
        furthest_ = std::max(furthest_, p);
        std::string key = key_of(n, p, any);
        if (failed_.contains(key)) return;
        stack_.push_back({.node = n, .at = p, .any = any, .key = std::move(key)});
        candidates(stack_.back());
    }

    // Whether a literal that follows the node, or the end, is at p.
    bool goes_on(std::size_t n, std::size_t p) noexcept {
        if (n + 1 == nodes_.size()) return p == uri_.size();
        const node &next = nodes_[n + 1];
        return next.spec != nullptr || literal_is_at(next, p);
    }

    bool literal_is_at(const node &n, std::size_t p) noexcept {
        const std::string_view literal = n.of->literal;
        const auto same = std::ranges::mismatch(literal, uri_.substr(p)).in1 - literal.begin();
        if (same != 0) furthest_ = std::max(furthest_, p + static_cast<std::size_t>(same));
        return same == std::ssize(literal);
    }

    void candidates(frame &f) {
        const node &n = nodes_[f.node];
        if (n.spec == nullptr) {
            if (literal_is_at(n, f.at)) f.candidates.push_back({f.at + n.of->literal.size(), kind::known});
            return;
        }
        const state &now = variables_[n.variable].now;
        if (now.is_known) {
            if (!now.value) {
                f.candidates.push_back({f.at, kind::undefined});
            } else if (const auto text = expansion(n, f.any, *now.value)) {
                steps_ += text->size();
                const auto same = std::ranges::mismatch(*text, uri_.substr(f.at)).in1 - text->begin();
                furthest_ = std::max(furthest_, f.at + static_cast<std::size_t>(same));
                const bool defined = !is_empty(*now.value);
                if (same == std::ssize(*text))
                    f.candidates.push_back({f.at + text->size(), defined ? kind::known : kind::undefined});
            }
            return;
        }
        defined(f, n);
        std::ranges::reverse(f.candidates); // the longest first
        steps_ += f.candidates.size();
        if (now.seen.empty() && goes_on(f.node, f.at)) f.candidates.push_back({f.at, kind::undefined});
    }

    static bool is_empty(const template_value &value) {
        const auto *list = std::get_if<template_list>(&value);
        const auto *pairs = std::get_if<template_pairs>(&value);
        return list != nullptr ? list->empty() : pairs != nullptr && pairs->empty();
    }

    // The ends of what the variable can be, and how; of the same end, those that are preferred come last.
    void defined(frame &f, const node &n) {
        const template_operator &o = op(n);
        const specification &s = *n.spec;
        const bool known_before = !variables_[n.variable].now.seen.empty();
        const auto reach = [&](std::size_t p) {
            if (!known_before) furthest_ = std::max(furthest_, p);
        };
        const std::string_view lead = f.any ? std::string_view{&o.separator, 1} : o.first;
        if (!uri_.substr(f.at).starts_with(lead)) return;
        std::size_t p = f.at + lead.size();
        furthest_ = std::max(furthest_, p);
        const auto put = [&](std::size_t end, kind how) {
            if (goes_on(f.node, end)) f.candidates.push_back({end, how, p});
        };
        if (s.explode) return exploded(f, n, p, reach);
        if (o.named) {
            if (!uri_.substr(p).starts_with(s.name)) return;
            p += s.name.size();
            if (o.empty.empty()) put(p, kind::text);
            if (p == uri_.size() || uri_[p] != '=') return;
            ++p;
        }
        const bool needs_text = o.named && o.empty.empty();
        const bool live = is_live(variables_[n.variable], f.node + 1) || known_before;
        const bool tells = !lead.empty() || o.named; // an empty one is not an undefined one
        const bool goes_on_here = !n.last && p < uri_.size() && uri_[p] == o.separator;
        std::size_t characters = 0;
        std::size_t commas = 0;
        for (std::size_t at = p;;) {
            const bool is_empty = at == p;
            if (!is_empty || (!needs_text && (tells || live || goes_on_here))) {
                if (o.reserved || (s.prefix != 0 && characters == s.prefix)) {
                    put(at, kind::open);
                } else if (commas == 0) {
                    put(at, kind::text);
                } else {
                    if (commas % 2 == 1) put(at, kind::pairs);
                    put(at, kind::list);
                }
            }
            ++steps_;
            const bool comma = !o.reserved && s.prefix == 0 && at < uri_.size() && uri_[at] == ',';
            const std::size_t unit = comma ? 1 : unit_at(o, uri_, at);
            if (unit == 0) break;
            const char c = unit == 3 ? octet_at(uri_, at) : uri_[at];
            const bool begins = (static_cast<unsigned char>(c) & 0xC0) != 0x80;
            if (s.prefix != 0 && begins && characters == s.prefix) break;
            characters += begins ? 1 : 0;
            commas += comma ? 1 : 0;
            at += unit;
            reach(at);
        }
    }

    template <class F>
    void exploded(frame &f, const node &n, std::size_t p, F reach) {
        const template_operator &o = op(n);
        const variable &v = variables_[n.variable];
        const bool live = is_live(v, f.node + 1) || !v.now.seen.empty();
        const bool open = o.reserved || o.separator == '.';
        const bool tells = p != f.at;
        bool all_named = true;
        bool equals = false;
        std::size_t fields = 1;
        std::size_t field = p;
        for (std::size_t at = p;;) {
            if (goes_on(f.node, at) && (at != p || tells || live || (!n.last && at < uri_.size() && uri_[at] == ','))) {
                const auto put = [&](kind how) { f.candidates.push_back({at, how, p}); };
                if (open) {
                    put(kind::open);
                } else if (o.named) {
                    const std::string_view last = uri_.substr(field, at - field);
                    put(kind::pairs);
                    if (all_named && last.substr(0, last.find('=')) == n.spec->name)
                        put(fields == 1 ? kind::text : kind::list);
                } else if (equals) {
                    put(kind::pairs);
                } else {
                    if (live) put(kind::pairs);
                    put(fields == 1 ? kind::text : kind::list);
                }
            }
            ++steps_;
            if (at == uri_.size()) break;
            std::size_t unit = unit_at(o, uri_, at);
            if (unit == 0 && uri_[at] == '=') {
                unit = 1;
                equals = true;
            } else if (unit == 0 && uri_[at] == o.separator) {
                unit = 1;
                const std::string_view last = uri_.substr(field, at - field);
                all_named = all_named && last.substr(0, last.find('=')) == n.spec->name;
                ++fields;
                field = at + 1;
            }
            if (unit == 0) break;
            at += unit;
            reach(at);
        }
    }

    // The expansion of one specification alone.
    [[nodiscard]] std::optional<std::string> expansion(const node &n, bool any, const template_value &value) const {
        const template_operator &o = op(n);
        uri_template alone;
        alone.parts_.push_back({.op = n.of->op, .is_expression = true, .specifications = {*n.spec}});
        auto text = alone.expand([&](std::string_view) { return &value; });
        if (!text) return std::nullopt;
        if (!any || is_empty(value)) return *std::move(text);
        return o.separator + text->substr(o.first.size());
    }

    [[nodiscard]] bool expands_to(const template_value &value, const occurrence &o) {
        const auto text = expansion(nodes_[o.node], o.any, value);
        steps_ += o.end - o.begin;
        return text && *text == uri_.substr(o.begin, o.end - o.begin);
    }

    // Takes the candidate over into the variable.
    bool apply(frame &f, const candidate &c) {
        const node &n = nodes_[f.node];
        variable &v = variables_[n.variable];
        if (v.now.is_known) return true;
        state now{};
        if (c.how == kind::undefined) {
            now.is_known = true;
        } else {
            const occurrence here{f.node, f.at, c.value, c.end, f.any};
            now.seen = v.now.seen;
            now.seen.push_back(here);
            if (c.how == kind::open) {
                // one that does not come again is looked at in solution()
                if (now.seen.size() > 1 || n.spec->explode) {
                    if (values_of(now.seen).empty()) return false;
                }
            } else {
                now.value = value_of(n, c);
                if (!now.value) return false;
                for (const occurrence &o : now.seen) {
                    if (!expands_to(*now.value, o)) return false;
                }
                now.is_known = true;
                now.seen.clear();
            }
        }
        f.before = std::exchange(v.now, std::move(now));
        f.changed = true;
        return true;
    }

    static std::optional<template_value> checked(template_pairs pairs) {
        if (has_twice(pairs)) return std::nullopt;
        return template_value{std::move(pairs)};
    }

    static template_pairs pairs_of(const std::vector<std::string_view> &fields, bool raw) {
        const auto text = [&](std::string_view t) { return raw ? std::string{t} : plain_text(t); };
        template_pairs pairs;
        for (const std::string_view field : fields) {
            const std::size_t equals = std::min(field.find('='), field.size());
            pairs.emplace_back(text(field.substr(0, equals)), text(field.substr(std::min(equals + 1, field.size()))));
        }
        return pairs;
    }

    std::optional<template_value> value_of(const node &n, const candidate &c) {
        const template_operator &o = op(n);
        const std::string_view text = uri_.substr(c.value, c.end - c.value);
        steps_ += text.size();
        const auto behind_name = [&](std::string_view field) {
            if (!o.named || !n.spec->explode) return plain_text(field);
            return plain_text(field.substr(std::min(field.size(), n.spec->name.size() + 1)));
        };
        if (c.how == kind::text) return behind_name(text);
        const std::vector<std::string_view> fields = split(text, n.spec->explode ? o.separator : ',');
        if (c.how == kind::list) {
            template_list list;
            for (const std::string_view field : fields) list.push_back(behind_name(field));
            return list;
        }
        return checked(n.spec->explode ? pairs_of(fields, false) : two_by_two(fields, false));
    }

    static template_pairs two_by_two(const std::vector<std::string_view> &fields, bool raw) {
        template_pairs pairs;
        const auto text = [&](std::string_view t) { return raw ? std::string{t} : plain_text(t); };
        for (std::size_t i = 0; i + 1 < fields.size(); i += 2) pairs.emplace_back(text(fields[i]), text(fields[i + 1]));
        return pairs;
    }

    // The values that expand to all these occurrences, the preferred first. Those of which only the beginning is there
    // have that.
    std::vector<template_value> values_of(const std::vector<occurrence> &seen) {
        std::vector<template_value> all;
        const auto put = [&](std::optional<template_value> value) {
            if (!value || std::ranges::find(all, *value) != all.end()) return;
            if (std::ranges::all_of(seen, [&](const occurrence &o) { return expands_to(*value, o); }))
                all.push_back(*std::move(value));
        };
        std::string_view raw;
        std::string plain;
        const template_operator &reserved = detail::template_operator_of('+');
        for (const occurrence &one : seen) {
            const node &n = nodes_[one.node];
            const template_operator &o = op(n);
            const std::string_view text = uri_.substr(one.value, one.end - one.value);
            steps_ += text.size();
            if (!o.reserved && !n.spec->explode) {
                std::string now = plain_text(text);
                if (now.size() > plain.size()) plain = std::move(now);
                continue;
            }
            if (o.reserved && text.size() > raw.size()) raw = text;
            if (n.spec->prefix != 0) continue;
            if (n.spec->explode) {
                const auto fields = split(text, o.separator);
                if (o.separator == '.') { // a value can have it
                    template_pairs joined;
                    std::string name;
                    for (const std::string_view field : fields) {
                        const std::size_t equals = field.find('=');
                        if (equals != std::string_view::npos) {
                            joined.emplace_back(name + plain_text(field.substr(0, equals)),
                                                plain_text(field.substr(equals + 1)));
                            name.clear();
                        } else if (!joined.empty()) {
                            joined.back().second += '.' + plain_text(field);
                        } else {
                            name += plain_text(field) + '.';
                        }
                    }
                    if (!joined.empty()) put(checked(std::move(joined)));
                }
                if (fields.size() > 1) {
                    template_list list;
                    for (const std::string_view field : fields)
                        list.push_back(o.reserved ? std::string{field} : plain_text(field));
                    put(std::move(list));
                }
                if (!o.reserved) put(plain_text(text));
                if (text.contains('=') || seen.size() > 1) put(checked(pairs_of(fields, o.reserved)));
                if (o.reserved && seen.size() > 1) { // each pct-encoded an octet, as the others have them
                    template_list list;
                    for (const std::string_view field : fields) list.push_back(plain_text(field));
                    put(std::move(list));
                    put(checked(pairs_of(fields, false)));
                }
            }
        }
        // a string: the beginning as it is known from an encoded occurrence, the rest as it is in one that passes
        std::string text = plain;
        if (!raw.empty()) {
            uri_template alone;
            alone.parts_.push_back({.op = reserved.op, .is_expression = true, .specifications = {{.name = "a"}}});
            const template_value begins{plain};
            const auto encoded = alone.expand([&](std::string_view) { return &begins; });
            if (encoded && raw.starts_with(*encoded)) text += raw.substr(encoded->size());
        }
        put(std::move(text));
        if (seen.size() > 1 && all.empty()) put(plain_text(raw));
        if (seen.size() > 1 && all.empty()) put(std::string{raw}); // a prefix can end in a pct-encoded of the value
        for (const occurrence &one : seen) {
            const node &n = nodes_[one.node];
            if (!op(n).reserved || n.spec->explode || n.spec->prefix != 0) continue;
            const auto fields = split(uri_.substr(one.value, one.end - one.value), ',');
            if (fields.size() < 2) continue;
            put(template_list(fields.begin(), fields.end()));
            if (fields.size() % 2 == 0) put(checked(two_by_two(fields, true)));
            if (seen.size() == 1) continue;
            template_list list;
            for (const std::string_view field : fields) list.push_back(plain_text(field));
            put(std::move(list));
            if (fields.size() % 2 == 0) put(checked(two_by_two(fields, false)));
        }
        return all;
    }

    // Whether there are values that expand to the occurrences and are not among those of values_of().
    [[nodiscard]] bool has_more(const std::vector<occurrence> &seen) const {
        bool cut = true;
        bool open = true;
        for (const occurrence &one : seen) {
            const node &n = nodes_[one.node];
            cut = cut && n.spec->prefix != 0;
            open = open && op(n).reserved && has_encoded_octet(uri_.substr(one.value, one.end - one.value));
        }
        if (!cut) return open;
        // fewer characters than the prefix has are all
        return open || std::ranges::all_of(seen, [&](const occurrence &one) {
                   const std::string plain = plain_text(uri_.substr(one.value, one.end - one.value));
                   return static_cast<std::size_t>(std::ranges::count_if(plain, [](char c) {
                              return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
                          })) >= nodes_[one.node].spec->prefix;
               });
    }

    std::optional<template_match> solution() {
        template_match found;
        for (const variable &v : variables_) {
            if (v.now.is_known) {
                if (v.now.value) found.values.emplace_back(v.name, *v.now.value);
            } else {
                auto values = values_of(v.now.seen);
                if (values.empty()) return std::nullopt;
                found.ambiguous = found.ambiguous || values.size() > 1 || has_more(v.now.seen);
                found.values.emplace_back(v.name, std::move(values.front()));
            }
        }
        if (!expands(found)) return std::nullopt;
        // an empty string that makes no difference is left out
        for (std::size_t i = found.values.size(); i-- > 0 && !repeated_.empty() && steps_ <= most_steps;) {
            if (found.values[i].second != template_value{std::string{}}) continue;
            template_match without = found;
            without.values.erase(without.values.begin() + static_cast<std::ptrdiff_t>(i));
            if (expands(without)) found = std::move(without);
        }
        return found;
    }

    [[nodiscard]] bool expands(const template_match &found) {
        steps_ += uri_.size() + template_.text_.size();
        template_variables variables;
        for (const auto &[name, value] : found.values) variables.emplace(name, value);
        const auto text = template_.expand(variables);
        return text && *text == uri_;
    }

    const uri_template &template_;
    std::string_view uri_;
    std::vector<node> nodes_;
    std::vector<variable> variables_;
    std::vector<std::size_t> repeated_;
    std::vector<frame> stack_;
    std::unordered_set<std::string> failed_;
    std::size_t furthest_ = 0;
    std::size_t steps_ = 0;
};

const std::string *template_match::value(std::string_view name) const noexcept {
    const auto known = std::ranges::find(values, name, &std::pair<std::string, template_value>::first);
    return known == values.end() ? nullptr : std::get_if<std::string>(&known->second);
}

std::expected<template_match, template_error> uri_template::match(std::string_view uri) const {
    if (uri.size() > longest_matched) return std::unexpected{template_error{0, {}, too_long_message, {}, true}};
    return matcher{*this, uri}.match();
}

} // namespace uniform
