// Finding the values of a template in a URI. The text is divided among the parts of the template by dynamic
// programming from its end: ways_[i][p] is in how many ways (none, one, several) the parts from i on can be the text
// from p on. What the variables of an expression have in its part of the text follows from its operator.

#include <uniform/uri/uri_template.hpp>

#include <algorithm>
#include <optional>
#include <utility>

#include <uniform/base/ascii.hpp>

#include "uri/template_operators.hpp"

namespace uniform {

namespace {

constexpr std::size_t most_steps = std::size_t{1} << 25;

using found_values = std::vector<std::pair<std::string, template_value>>;

char lower_hex_at(std::string_view text, std::size_t at) noexcept { return ascii::to_lower(text[at]); }

std::string plain_text(std::string_view text) {
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '%' && at + 2 < text.size()) {
            out += static_cast<char>(ascii::hex_value(text[at + 1]) * 16 + ascii::hex_value(text[at + 2]));
            at += 2;
        } else {
            out += text[at];
        }
    }
    return out;
}

std::size_t count_characters(std::string_view text) noexcept {
    return static_cast<std::size_t>(
        std::ranges::count_if(text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
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

} // namespace

class uri_template::matcher {
public:
    matcher(const std::vector<part> &parts, std::string_view uri) : parts_{parts}, uri_{uri} {}

    std::expected<template_match, template_error> match() {
        const std::size_t width = uri_.size() + 1;
        if (parts_.size() * width > most_steps) return std::unexpected{too_much()};
        ways_.assign((parts_.size() + 1) * width, 0);
        ways_[parts_.size() * width + uri_.size()] = 1;
        for (std::size_t i = parts_.size(); i-- > 0;) {
            for (std::size_t p = 0; p < width; ++p) {
                ways_[i * width + p] = ways_of(i, p);
                if (steps_ > most_steps) return std::unexpected{too_much()};
            }
        }
        if (ways_[0] == 0) return std::unexpected{nowhere()};
        template_match found{.ambiguous = ways_[0] > 1};
        std::size_t p = 0;
        for (std::size_t i = 0; i < parts_.size(); ++i) {
            const std::size_t end = longest(i, p);
            if (parts_[i].is_expression) {
                bool several = false;
                auto values = values_of(parts_[i], uri_.substr(p, end - p), several);
                found.ambiguous = found.ambiguous || several;
                if (!values || !add(found.values, parts_[i], *std::move(values))) {
                    return std::unexpected{template_error{p, {}, "a variable would have two values here", "3.2.1"}};
                }
            }
            p = end;
        }
        return found;
    }

private:
    static template_error too_much() { return {0, {}, "the text or the template is too long to be matched", {}}; }

    [[nodiscard]] std::uint8_t ways(std::size_t i, std::size_t p) const { return ways_[i * (uri_.size() + 1) + p]; }

    // The characters of an expansion of the operator; a pct-encoded is one.
    [[nodiscard]] std::size_t unit_at(const part &e, std::size_t p) const noexcept {
        if (uri_[p] == '%') {
            const bool whole = p + 2 < uri_.size() && ascii::is_hexdig(uri_[p + 1]) && ascii::is_hexdig(uri_[p + 2]);
            return whole ? 3 : 0;
        }
        const detail::template_operator &o = detail::template_operator_of(e.op);
        const char c = uri_[p];
        if (detail::template_unreserved.contains(c)) return 1;
        if (o.reserved) return detail::template_reserved.contains(c) ? 1 : 0;
        const bool explodes = std::ranges::any_of(e.specifications, &specification::explode);
        if (c == ',' || (c == '=' && (o.named || explodes))) return 1;
        return c == o.separator && (explodes || e.specifications.size() > 1) ? 1 : 0;
    }

    // The end of the literal at p, up to the case of hexadecimal digits; npos if it is not there.
    [[nodiscard]] std::size_t literal_at(const std::string &literal, std::size_t p) const noexcept {
        if (uri_.size() - p < literal.size()) return std::string_view::npos;
        for (std::size_t i = 0; i < literal.size(); ++i) {
            const bool hex = (i >= 1 && literal[i - 1] == '%') || (i >= 2 && literal[i - 2] == '%');
            const bool same = hex ? lower_hex_at(literal, i) == lower_hex_at(uri_, p + i) : literal[i] == uri_[p + i];
            if (!same) return std::string_view::npos;
        }
        return p + literal.size();
    }

    // Calls f(end) for each end of what expands the part at p, the shortest first.
    template <class F>
    void each_end(std::size_t i, std::size_t p, F f) {
        const part &e = parts_[i];
        if (!e.is_expression) {
            const std::size_t end = literal_at(e.literal, p);
            if (end != std::string_view::npos) f(end);
            return;
        }
        f(p); // nothing is defined
        const detail::template_operator &o = detail::template_operator_of(e.op);
        std::size_t at = p;
        if (!o.first.empty()) {
            if (!uri_.substr(p).starts_with(o.first)) return;
            at = p + 1;
            if (fits(e, p, at)) f(at);
        }
        while (at < uri_.size()) {
            ++steps_;
            const std::size_t unit = unit_at(e, at);
            if (unit == 0 || steps_ > most_steps) return;
            at += unit;
            if (ways(i + 1, at) != 0 && fits(e, p, at)) f(at);
        }
    }

    std::uint8_t ways_of(std::size_t i, std::size_t p) {
        unsigned sum = 0;
        each_end(i, p, [&](std::size_t end) { sum = std::min(2U, sum + ways(i + 1, end)); });
        return static_cast<std::uint8_t>(sum);
    }

    std::size_t longest(std::size_t i, std::size_t p) {
        std::size_t best = p;
        each_end(i, p, [&](std::size_t end) {
            if (ways(i + 1, end) != 0) best = end;
        });
        return best;
    }

    bool fits(const part &e, std::size_t p, std::size_t end) {
        const std::string_view text = uri_.substr(p, end - p);
        const detail::template_operator &o = detail::template_operator_of(e.op);
        if (o.named || e.specifications.size() > 1 || e.specifications.front().prefix != 0) {
            steps_ += text.size();
            bool several = false;
            return values_of(e, text, several).has_value();
        }
        return true;
    }

    static template_value text_value(const part &e, const specification &s, std::string_view text, bool &good) {
        const detail::template_operator &o = detail::template_operator_of(e.op);
        if (!o.reserved && text.contains(',')) { // no value of its own has one
            template_list list;
            for (const std::string_view one : split(text, ',')) list.push_back(plain_text(one));
            good = good && s.prefix == 0;
            return list;
        }
        std::string value = o.reserved ? std::string{text} : plain_text(text);
        good = good && (s.prefix == 0 || count_characters(o.reserved ? plain_text(text) : value) <= s.prefix);
        return value;
    }

    // Fields of an exploded variable: pairs if all of them have "=", which no value has by itself unless reserved
    // characters are passed.
    static template_value exploded(const part &e, const std::vector<std::string_view> &fields) {
        const bool raw = detail::template_operator_of(e.op).reserved;
        const auto text = [&](std::string_view t) { return raw ? std::string{t} : plain_text(t); };
        if (!raw && std::ranges::all_of(fields, [](std::string_view f) { return f.contains('='); })) {
            template_pairs pairs;
            for (const std::string_view f : fields) {
                const std::size_t equals = f.find('=');
                pairs.emplace_back(text(f.substr(0, equals)), text(f.substr(equals + 1)));
            }
            return pairs;
        }
        if (fields.size() == 1) return text(fields.front());
        template_list list;
        for (const std::string_view f : fields) list.push_back(text(f));
        return list;
    }

    // What the variables of an expression have that expands to the text; nothing if it is no expansion.
    static std::optional<found_values> values_of(const part &e, std::string_view text, bool &several) {
        found_values found;
        if (text.empty()) return found;
        const detail::template_operator &o = detail::template_operator_of(e.op);
        std::string_view rest = text;
        if (!o.first.empty()) {
            if (!rest.starts_with(o.first)) return std::nullopt;
            rest.remove_prefix(o.first.size());
        }
        return o.named ? named(e, rest, several) : positional(e, rest, several);
    }

    static std::optional<found_values> positional(const part &e, std::string_view text, bool &several) {
        const detail::template_operator &o = detail::template_operator_of(e.op);
        const auto &all = e.specifications;
        found_values found;
        bool good = true;
        if (all.size() == 1) {
            const specification &s = all.front();
            if (s.explode) {
                found.emplace_back(s.name, exploded(e, split(text, o.separator)));
                several = several || (o.reserved && text.contains(','));
            } else {
                found.emplace_back(s.name, text_value(e, s, text, good));
            }
            return good ? std::optional{std::move(found)} : std::nullopt;
        }
        const std::vector<std::string_view> fields = split(text, o.separator);
        // more fields than variables: an exploded one has what is left, else the last one where its value may have the
        // separator
        std::size_t extra = fields.size() > all.size() ? fields.size() - all.size() : 0;
        const bool any_explodes = std::ranges::any_of(all, &specification::explode);
        const bool last_takes = o.reserved || o.separator == '.' || o.separator == ',';
        if (extra != 0 && !any_explodes && !last_takes) return std::nullopt;
        several = several || fields.size() != all.size() || any_explodes;
        std::size_t at = 0;
        for (std::size_t i = 0; i < all.size() && at < fields.size(); ++i) {
            const bool takes = all[i].explode || (!any_explodes && i + 1 == all.size());
            const std::size_t count = 1 + (takes ? std::exchange(extra, 0) : 0);
            if (all[i].explode) {
                found.emplace_back(all[i].name,
                                   exploded(e, {fields.begin() + static_cast<std::ptrdiff_t>(at),
                                                fields.begin() + static_cast<std::ptrdiff_t>(at + count)}));
            } else {
                const auto begin = static_cast<std::size_t>(fields[at].data() - text.data());
                const std::string_view &last = fields[at + count - 1];
                const auto end = static_cast<std::size_t>(last.data() - text.data()) + last.size();
                const std::string_view value = text.substr(begin, end - begin);
                found.emplace_back(all[i].name, text_value(e, all[i], value, good));
            }
            at += count;
        }
        return good ? std::optional{std::move(found)} : std::nullopt;
    }

    // ";name=value", "?name=value&name=value"
    static std::optional<found_values> named(const part &e, std::string_view text, bool &several) {
        const detail::template_operator &o = detail::template_operator_of(e.op);
        const auto &all = e.specifications;
        const std::vector<std::string_view> fields = split(text, o.separator);
        found_values found;
        bool good = true;
        std::size_t at = 0;
        for (std::size_t i = 0; i < all.size() && at < fields.size(); ++i) {
            const specification &s = all[i];
            const auto is_named = [&](std::string_view field, const specification &of) {
                return field.substr(0, field.find('=')) == of.name;
            };
            if (!s.explode) {
                if (!is_named(fields[at], s)) continue;
                const std::size_t equals = fields[at].find('=');
                // ";name" is of an empty value, "?name=" is
                if ((equals == std::string_view::npos) != (o.empty.empty() && fields[at].size() == s.name.size())) {
                    return std::nullopt;
                }
                const std::string_view value =
                    equals == std::string_view::npos ? std::string_view{} : fields[at].substr(equals + 1);
                if (value.contains('=') || (o.empty.empty() && equals != std::string_view::npos && value.empty())) {
                    return std::nullopt;
                }
                found.emplace_back(s.name, text_value(e, s, value, good));
                ++at;
                continue;
            }
            // as many as are not of a later variable
            std::size_t end = at;
            const auto later = [&](std::string_view field) {
                return std::any_of(
                    all.begin() + static_cast<std::ptrdiff_t>(i + 1), all.end(),
                    [&](const specification &other) { return !other.explode && is_named(field, other); });
            };
            while (end < fields.size() && !later(fields[end])) ++end;
            if (end == at) continue;
            const std::vector<std::string_view> own{fields.begin() + static_cast<std::ptrdiff_t>(at),
                                                    fields.begin() + static_cast<std::ptrdiff_t>(end)};
            for (const std::string_view field : own) {
                const std::size_t equals = field.find('=');
                if (field.empty() || (equals == std::string_view::npos && !o.empty.empty())) return std::nullopt;
                if (equals != std::string_view::npos && field.substr(equals + 1).contains('=')) return std::nullopt;
                if (o.empty.empty() && equals != std::string_view::npos && equals + 1 == field.size())
                    return std::nullopt;
            }
            const bool repeats = std::ranges::all_of(own, [&](std::string_view field) { return is_named(field, s); });
            const auto value_in = [](std::string_view field) {
                const std::size_t equals = field.find('=');
                return plain_text(equals == std::string_view::npos ? std::string_view{} : field.substr(equals + 1));
            };
            if (repeats && own.size() == 1) {
                found.emplace_back(s.name, value_in(own.front()));
            } else if (repeats) {
                template_list list;
                for (const std::string_view field : own) list.push_back(value_in(field));
                found.emplace_back(s.name, std::move(list));
            } else {
                template_pairs pairs;
                for (const std::string_view field : own) {
                    pairs.emplace_back(plain_text(field.substr(0, field.find('='))), value_in(field));
                }
                found.emplace_back(s.name, std::move(pairs));
            }
            several = several || std::any_of(all.begin() + static_cast<std::ptrdiff_t>(i + 1), all.end(),
                                             [](const specification &other) { return other.explode; });
            at = end;
        }
        return good && at == fields.size() ? std::optional{std::move(found)} : std::nullopt;
    }

    // 3.2.1: "that variable's value MUST remain static throughout the expansion process"; of a prefix modifier it is
    // the beginning.
    bool add(found_values &to, const part &e, found_values values) {
        for (auto &[name, value] : values) {
            const auto prefix_in = [&, &called = name] {
                const auto s = std::ranges::find(e.specifications, called, &specification::name);
                return s == e.specifications.end() ? 0U : s->prefix;
            };
            const bool cut = prefix_in() != 0;
            const auto known = std::ranges::find(to, name, &std::pair<std::string, template_value>::first);
            if (known == to.end()) {
                if (cut) cut_.push_back(name);
                to.emplace_back(std::move(name), std::move(value));
                continue;
            }
            if (known->second == value) continue;
            const auto *const before = std::get_if<std::string>(&known->second);
            const auto *const now = std::get_if<std::string>(&value);
            if (before == nullptr || now == nullptr) return false;
            const auto was_cut = std::ranges::find(cut_, name);
            if (was_cut != cut_.end() && now->starts_with(*before)) {
                if (!cut) cut_.erase(was_cut);
                known->second = std::move(value);
            } else if (!cut || !before->starts_with(*now)) {
                return false;
            }
        }
        return true;
    }

    // The first place where no expansion goes on: how far the parts reach from the beginning.
    template_error nowhere() {
        std::vector<bool> here(uri_.size() + 1);
        here[0] = true;
        std::size_t furthest = 0;
        for (const part &e : parts_) {
            std::vector<bool> next(uri_.size() + 1);
            std::size_t open = std::string_view::npos; // an expression reaches from here on
            for (std::size_t p = 0; p <= uri_.size(); ++p) {
                if (!here[p]) continue;
                if (!e.is_expression) {
                    std::size_t n = 0;
                    while (n < e.literal.size() && p + n < uri_.size() &&
                           (e.literal[n] == uri_[p + n] || lower_hex_at(e.literal, n) == lower_hex_at(uri_, p + n))) {
                        ++n;
                    }
                    furthest = std::max(furthest, p + n);
                    if (const std::size_t end = literal_at(e.literal, p); end != std::string_view::npos)
                        next[end] = true;
                    continue;
                }
                next[p] = true;
                const std::string_view first = detail::template_operator_of(e.op).first;
                if (open != std::string_view::npos && p < open) continue;
                std::size_t at = p;
                if (!first.empty()) {
                    if (!uri_.substr(p).starts_with(first)) continue;
                    next[++at] = true;
                }
                while (at < uri_.size()) {
                    const std::size_t unit = unit_at(e, at);
                    if (unit == 0) break;
                    at += unit;
                    next[at] = true;
                }
                open = at;
                furthest = std::max(furthest, at);
            }
            here = std::move(next);
        }
        return {furthest, {}, "no expansion of the template goes on here", {}};
    }

    const std::vector<part> &parts_;
    std::string_view uri_;
    std::vector<std::uint8_t> ways_;
    std::vector<std::string> cut_; // variables of which only the beginning is known
    std::size_t steps_ = 0;
};

const std::string *template_match::value(std::string_view name) const noexcept {
    const auto known = std::ranges::find(values, name, &std::pair<std::string, template_value>::first);
    return known == values.end() ? nullptr : std::get_if<std::string>(&known->second);
}

std::expected<template_match, template_error> uri_template::match(std::string_view uri) const {
    if (uri.size() > longest_matched) {
        return std::unexpected{
            template_error{longest_matched, {}, "the text or the template is too long to be matched", {}}};
    }
    return matcher{parts_, uri}.match();
}

} // namespace uniform
