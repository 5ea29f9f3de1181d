// URNs that own their text: building and editing.

#include <uniform/urn/urn.hpp>

#include <algorithm>
#include <array>

namespace uniform {

namespace {

void append_component(std::string &out, std::string_view delimiter, const std::optional<std::string_view> &c) {
    if (!c) return;
    out += delimiter;
    out += *c;
}

// RFC 8141 2: "?+" r "?=" q; draft -14 3: "?" q "??" r.
std::string written(const urn_components &c, edition e) {
    std::string out;
    out.reserve(16 + c.nid.size() + c.nss.size() + c.r_component.value_or("").size() +
                c.q_component.value_or("").size() + c.f_component.value_or("").size());
    out += "urn:";
    out += c.nid;
    out += ':';
    out += c.nss;
    if (e == edition::urnbis_14) {
        append_component(out, "?", c.q_component);
        append_component(out, "??", c.r_component);
    } else {
        append_component(out, "?+", c.r_component);
        append_component(out, "?=", c.q_component);
    }
    append_component(out, "#", c.f_component);
    return out;
}

struct piece {
    rule component;
    std::optional<std::string_view> text;
};

std::array<piece, 5> pieces(const urn_components &c) {
    return {{{rule::nid, c.nid},
             {rule::nss, c.nss},
             {rule::r_component, c.r_component},
             {rule::q_component, c.q_component},
             {rule::f_component, c.f_component}}};
}

// Why the text of one component cannot stand in a URN of that edition, with the offset into it.
std::optional<error> misfit(const piece &p, edition e) {
    if (!p.text) return std::nullopt;
    const std::string_view text = *p.text;
    if (p.component == rule::nid) {
        const auto fault = detail::check_nid(text, e);
        if (!fault.found) return std::nullopt;
        return error{fault.offset, fault.code, rule::nid, e};
    }
    if (e == edition::rfc2141 && p.component != rule::nss) {
        return error{0, error_code::unsupported_component, p.component, e};
    }
    if (text.empty()) {
        if (p.component == rule::f_component) return std::nullopt;
        return error{0, error_code::empty_component, p.component, e};
    }
    const char_set admitted = allowed(p.component, e);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '%') {
            const auto hexdig = [&](std::size_t k) { return k < text.size() && characters::hexdig.contains(text[k]); };
            if (!hexdig(i + 1) || !hexdig(i + 2)) {
                return error{i, error_code::invalid_percent_encoding, rule::pct_encoded, e};
            }
        } else if (e == edition::rfc2141 && (text[i] == '/' || text[i] == '?' || text[i] == '#')) {
            return error{i, error_code::reserved_character, rule::nss, e};
        } else if (!admitted.contains(text[i])) {
            return error{i, error_code::invalid_character, p.component, e};
        }
    }
    if (p.component != rule::f_component && !detail::begins_component(text.front())) {
        return error{0, error_code::invalid_character, p.component, e};
    }
    return std::nullopt;
}

bool same(const urn_components &a, const urn_components &b) {
    return a.nid == b.nid && a.nss == b.nss && a.r_component == b.r_component && a.q_component == b.q_component &&
           a.f_component == b.f_component;
}

edition urn_edition_of(edition e) noexcept { return is_urn_edition(e) ? e : edition::rfc8141; }

// Writes the components and looks whether the edition reads them back. An error's offset is into the text of the
// component that its rule names; of several `first` is looked at before the others.
std::expected<std::string, error> write(const urn_components &c, edition e, rule first = rule::none) {
    const auto all = pieces(c);
    for (const bool asked : {true, false}) {
        for (const piece &p : all) {
            if ((p.component == first) != asked) continue;
            if (const auto why = misfit(p, e)) return std::unexpected{*why};
        }
    }
    std::string text = written(c, e);
    const auto parsed = parse_urn(text, {e});
    if (!parsed) {
        if (parsed.error().code == error_code::too_long) return std::unexpected{parsed.error()};
    } else if (same(components_of(*parsed), c)) {
        return text;
    }
    // Each component is valid by itself, so one contains the delimiter that ends it: "?=" in r (RFC 8141 2.3.1, draft
    // -16 2.3.2),
    // "?+" in q (draft -16 2.3.1), "??" in q (draft -14 3.3.1).
    const bool doubled = e == edition::urnbis_14;
    const std::size_t in_r = doubled ? std::string_view::npos : c.r_component.value_or("").find("?=");
    if (in_r != std::string_view::npos) {
        return std::unexpected{error{in_r, error_code::not_convertible, rule::r_component, e}};
    }
    const std::string_view q = c.q_component.value_or("");
    const std::size_t in_q = std::min(q.find(doubled ? "??" : "?+"), q.size());
    return std::unexpected{error{in_q, error_code::not_convertible, rule::q_component, e}};
}

// Whether editions read the same delimiters the same way for these components: then no byte needs to change.
bool reads_the_same(const urn_view &u, edition to) {
    const auto parsed = parse_urn(u.text(), {to});
    return parsed && same(components_of(*parsed), components_of(u));
}

} // namespace

std::expected<urn, error> urn::parse(std::string_view text, urn_options o) {
    const auto parsed = parse_urn(text, o);
    if (!parsed) return std::unexpected{parsed.error()};
    return urn{*parsed};
}

std::expected<urn, error> urn::build(const urn_components &c, urn_options o) {
    const uniform::edition e = urn_edition_of(o.edition);
    auto text = write(c, e);
    if (!text) return std::unexpected{text.error()};
    return parse(*text, {e, o.max_length});
}

urn::urn(const urn_view &u) : text_{u.text()}, at_{detail::urn_access::where(u)}, edition_{u.edition()} {}

std::expected<void, error> urn::replace(rule component, const urn_components &wanted) {
    auto text = write(wanted, edition_, component);
    if (!text) return std::unexpected{text.error()};
    const auto parsed = parse_urn(*text, {edition_});
    if (!parsed) return std::unexpected{parsed.error()};
    at_ = detail::urn_access::where(*parsed);
    text_ = *std::move(text);
    return {};
}

std::expected<void, error> urn::set_nid(std::string_view nid) {
    urn_components c = components_of(view());
    c.nid = nid;
    return replace(rule::nid, c);
}

std::expected<void, error> urn::set_nss(std::string_view nss) {
    urn_components c = components_of(view());
    c.nss = nss;
    return replace(rule::nss, c);
}

std::expected<void, error> urn::set_r_component(std::optional<std::string_view> r) {
    urn_components c = components_of(view());
    c.r_component = r;
    return replace(rule::r_component, c);
}

std::expected<void, error> urn::set_q_component(std::optional<std::string_view> q) {
    urn_components c = components_of(view());
    c.q_component = q;
    return replace(rule::q_component, c);
}

std::expected<void, error> urn::set_f_component(std::optional<std::string_view> f) {
    urn_components c = components_of(view());
    c.f_component = f;
    return replace(rule::f_component, c);
}

std::expected<urn, error> convert(const urn_view &u, edition to) {
    to = urn_edition_of(to);
    if (reads_the_same(u, to)) return urn::parse(u.text(), {to});
    const urn_components c = components_of(u);
    auto text = write(c, to);
    if (!text) {
        // the offset counts from the start of the URN
        error why = text.error();
        if (const auto at = u.where(why.rule)) {
            why.offset += at->begin;
        } else if (why.rule == rule::pct_encoded) {
            why.offset = 0;
        }
        return std::unexpected{why};
    }
    return urn::parse(*text, {to});
}

} // namespace uniform
