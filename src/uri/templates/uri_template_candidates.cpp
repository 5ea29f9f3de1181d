// The positions at which the expansion of a variable can end in a URI.
#include <algorithm>

#include "uri/templates/expansion_text.hpp"
#include "uri/templates/template_matcher.hpp"

namespace uniform {

using detail::template_operator;

namespace {

// The length of what an expansion has for one octet of a value; 0 if no expansion has it.
std::size_t unit_at(const template_operator &o, std::string_view text, std::size_t p) noexcept {
    if (p >= text.size()) return 0;
    const char c = text[p];
    if (c != '%') {
        return detail::template_unreserved.contains(c) || (o.reserved && detail::template_reserved.contains(c)) ? 1 : 0;
    }
    if (p + 2 >= text.size() || !ascii::is_hexdig(text[p + 1]) || !ascii::is_hexdig(text[p + 2])) return 0;
    if (o.reserved) return 3; // passed as it is
    const bool made = detail::is_upper_hex(text[p + 1]) && detail::is_upper_hex(text[p + 2]) &&
                      !detail::template_unreserved.contains(detail::octet_at(text, p));
    return made ? 3 : 0;
}

} // namespace

// Whether a literal that follows the node, or the end, is at p.
bool uri_template::matcher::goes_on(std::size_t n, std::size_t p) noexcept {
    if (n + 1 == nodes_.size()) return p == uri_.size();
    const node &next = nodes_[n + 1];
    return next.spec != nullptr || literal_is_at(next, p);
}

bool uri_template::matcher::literal_is_at(const node &n, std::size_t p) noexcept {
    const std::string_view literal = n.of->literal;
    const auto same = std::ranges::mismatch(literal, uri_.substr(p)).in1 - literal.begin();
    if (same != 0) furthest_ = std::max(furthest_, p + static_cast<std::size_t>(same));
    return same == std::ssize(literal);
}

void uri_template::matcher::candidates(frame &f) {
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

// The ends of what the variable can be, and how; of the same end, those that are preferred come last.
void uri_template::matcher::defined(frame &f, const node &n) {
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
    if (s.explode) return exploded(f, n, p);
    if (o.named) {
        if (!uri_.substr(p).starts_with(s.name)) return;
        p += s.name.size();
        if (o.empty.empty()) put(p, kind::text);
        if (p == uri_.size() || uri_[p] != '=') return;
        ++p;
    }
    const bool needs_text = o.named && o.empty.empty();
    const bool live = is_live(variables_[n.variable], f.node + 1) || known_before;
    const bool differs_from_undefined = !lead.empty() || o.named; // an empty one is not an undefined one
    const bool goes_on_here = !n.last && p < uri_.size() && uri_[p] == o.separator;
    std::size_t characters = 0;
    std::size_t commas = 0;
    for (std::size_t at = p;;) {
        const bool is_empty = at == p;
        if (!is_empty || (!needs_text && (differs_from_undefined || live || goes_on_here))) {
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
        const char c = unit == 3 ? detail::octet_at(uri_, at) : uri_[at];
        const bool begins = detail::begins_character(c);
        if (s.prefix != 0 && begins && characters == s.prefix) break;
        characters += begins ? 1 : 0;
        commas += comma ? 1 : 0;
        at += unit;
        reach(at);
    }
}

void uri_template::matcher::exploded(frame &f, const node &n, std::size_t p) {
    const template_operator &o = op(n);
    const variable &v = variables_[n.variable];
    const bool known_before = !v.now.seen.empty();
    const bool live = is_live(v, f.node + 1) || known_before;
    const bool open = o.reserved || o.separator == '.';
    const bool differs_from_undefined = p != f.at;
    bool all_named = true;
    bool equals = false;
    std::size_t fields = 1;
    std::size_t field = p;
    for (std::size_t at = p;;) {
        if (goes_on(f.node, at) &&
            (at != p || differs_from_undefined || live || (!n.last && at < uri_.size() && uri_[at] == ','))) {
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
        if (!known_before) furthest_ = std::max(furthest_, at);
    }
}

} // namespace uniform
