// Names of other identifier systems into NSSs and back, as the registry entries describe them.

#include <uniform/base/ascii.hpp>
#include <uniform/urn/name.hpp>

#include <algorithm>
#include <array>

#include <uniform/syntax/percent.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/namespace_equivalence.hpp>

#include "base/text.hpp"
#include "urn/compiled_namespace.hpp"
#include "urn/letters.hpp"

namespace uniform {

namespace {

std::unexpected<error> fail(std::size_t offset, error_code code, rule r = rule::nss) {
    return std::unexpected{error{offset, code, r, edition::rfc8141}};
}

bool is_space(char c) noexcept { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

// A name without what is written around it.
struct bare_name {
    std::string_view text;
    bool had_lead = false;
    bool from_address = false; // the lead was a web address: the rest is percent-encoded
};

std::optional<bare_name> without_lead(const name_form &form, std::string_view text) {
    bare_name b{ascii::trim(text)};
    if (const std::string_view *lead = detail::prefix_of(b.text, form.leads)) {
        // "ISBN 0-...", "ISBN: 0-...", "ISBN0-..."; a lead in letters does not end in the middle of a word
        b.text = ascii::trim(b.text.substr(lead->size()));
        if (b.text.starts_with(':')) b.text = ascii::trim(b.text.substr(1));
        b.had_lead = true;
        b.from_address = lead->starts_with("http");
    }
    if (form.needs_lead && !b.had_lead) return std::nullopt;
    if (form.braces && b.text.size() >= 2 && b.text.front() == '{' && b.text.back() == '}') {
        b.text = ascii::trim(b.text.substr(1, b.text.size() - 2));
    }
    return b;
}

// A separator becomes `separator`, or nothing, and so does a run of white space with at most one other in it; letters
// change case. The error is the offset of a separator too many: "951--0".
std::expected<std::string, std::size_t> canonical(const name_form &form, std::string_view text) {
    std::string out;
    std::size_t run = 0;   // separators so far
    std::size_t marks = 0; // those of them that are no white space
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (form.separators.find(c) != std::string_view::npos) {
            if (!is_space(c) && ++marks > 1) return std::unexpected{i};
            if (run++ == 0) out += form.separator;
            continue;
        }
        run = marks = 0;
        out += form.letters == equivalence_action::lower_case   ? ascii::to_lower(c)
               : form.letters == equivalence_action::upper_case ? ascii::to_upper(c)
                                                                : c;
    }
    return out;
}

// "9999:2011", "9999:2011(E)": the name without the year of publication and the language.
std::string_view without_year(std::string_view text) noexcept {
    const std::size_t colon = text.rfind(':');
    if (colon == std::string_view::npos || colon == 0) return text;
    std::string_view year = text.substr(colon + 1);
    if (const std::size_t open = year.find('('); open != std::string_view::npos && year.ends_with(')')) {
        const std::string_view language = year.substr(open + 1, year.size() - open - 2);
        if (language.empty() || !std::ranges::all_of(language, [](char c) { return ascii::is_alpha(c) || c == '/'; })) {
            return text;
        }
        year = year.substr(0, open);
    }
    const bool is_year = year.size() == 4 && std::ranges::all_of(year, ascii::is_digit);
    return is_year ? text.substr(0, colon) : text;
}

// Digits and dots that could as well be a number, a version or an IPv4 address: no name without a lead. Five arcs are
// none of these, nor are three with one above 255.
bool is_mere_number(std::string_view text) noexcept {
    if (text.find_first_not_of("0123456789.") != std::string_view::npos || text.find('.') == std::string_view::npos) {
        return false;
    }
    if (text == "1.3.6.1") return false; // iso.org.dod.internet
    std::size_t arcs = 0;
    bool has_large = false;
    while (true) {
        const std::size_t end = std::min(text.find('.'), text.size());
        has_large = has_large || end > 3 || (end == 3 && text.substr(0, 3) > "255");
        ++arcs;
        if (end == text.size()) break;
        text.remove_prefix(end + 1);
    }
    return arcs < 3 || (arcs < 5 && !has_large);
}

// "8-4-4-4-12" on a text without hyphens: as many groups as it fills exactly, or none.
std::string grouped(std::string_view groups, std::string text) {
    if (groups.empty() || text.find('-') != std::string::npos) return text;
    std::string out;
    std::size_t used = 0;
    while (!groups.empty() && used < text.size()) {
        const std::size_t end = std::min(groups.find('-'), groups.size());
        std::size_t size = 0;
        for (const char c : groups.substr(0, end)) size = size * 10 + static_cast<std::size_t>(c - '0');
        if (size > text.size() - used) return text;
        if (used > 0) out += '-';
        out.append(text, used, size);
        used += size;
        groups.remove_prefix(std::min(end + 1, groups.size()));
    }
    return used == text.size() ? out : text;
}

using pair = std::array<std::string_view, 2>;

// Once each, in order.
void replace_first(std::string &text, std::span<const pair> pairs, std::size_t from, std::size_t to) {
    for (const pair &p : pairs) {
        const std::size_t at = text.find(p[from]);
        if (at != std::string::npos) text.replace(at, p[from].size(), p[to]);
    }
}

// At once: the first pair that is found at a place counts.
std::string replace_all(std::string_view text, std::span<const pair> pairs, std::size_t from, std::size_t to) {
    std::string out;
    while (!text.empty()) {
        const auto p = std::ranges::find_if(pairs, [&](const pair &one) { return text.starts_with(one[from]); });
        if (p == pairs.end()) {
            out += text.front();
            text.remove_prefix(1);
        } else {
            out += (*p)[to];
            text.remove_prefix((*p)[from].size());
        }
    }
    return out;
}

// The registry entry, with its compiled patterns, and the edition of the result.
struct maker {
    const namespace_info &info;
    const detail::compiled_namespace &rules;
    const namespace_registry &registry;
    edition e;
    bool any_check = false;

    // RFC 8141 2.2: the NSS is encoded; is it one of the namespace, with the right check character?
    [[nodiscard]] std::expected<urn, error> from_nss(std::string_view nss) const {
        auto made = urn::build({.nid = info.nid, .nss = nss}, {.edition = e});
        if (!made) return made;
        if (const auto good = validate(*made, registry); !good) {
            if (good.error().code == error_code::unknown_namespace) return made; // unknown namespace: no error
            return fail(good.error().offset - (made->assigned_name().size() - nss.size()), good.error().code);
        }
        const check_result c = check(*made, registry);
        if (c.state == check_state::incorrect && c.strict && !any_check) {
            return fail(c.offset - (made->assigned_name().size() - nss.size()), error_code::wrong_check_character);
        }
        return made;
    }

    // One form's translation; nothing when the name is not of that form. A bare name is one without a lead.
    [[nodiscard]] std::optional<std::expected<urn, error>> from_form(std::size_t index, std::string_view name,
                                                                     bool complete, bool only_guessed) const {
        const name_form &form = info.names[index];
        const auto bare = without_lead(form, name);
        if (!bare || (only_guessed && !form.guess && !bare->had_lead)) return std::nullopt;
        std::string text{bare->text};
        if (bare->from_address) {
            auto decoded = decode(text);
            if (!decoded) return std::unexpected{decoded.error()};
            text = std::move(*decoded);
        }
        if (text.empty()) return fail(name.size(), error_code::invalid_name);
        const auto in_name = [&](std::size_t at) { // as far as name and NSS are the same text
            return static_cast<std::size_t>(bare->text.data() - name.data()) + std::min(at, bare->text.size());
        };
        auto plain = canonical(form, text);
        if (!plain) return fail(in_name(plain.error()), error_code::invalid_name);
        text = std::move(*plain);
        if (!form.omitted.empty()) text.resize(without_year(text).size());
        if (only_guessed && !bare->had_lead && is_mere_number(text)) return std::nullopt;
        replace_first(text, form.replace, 0, 1);
        text = replace_all(text, form.replace_all, 0, 1);
        if (form.encode) {
            std::string encoded;
            encode_append(encoded, text, allowed(rule::nss, e) - char_set{form.also_encode});
            text = std::move(encoded);
        }
        std::string nss{form.nss_prefix};
        if (complete) {
            auto whole = complete_check_character(info.nid, nss + text, registry);
            if (!whole) return fail(name.size(), error_code::invalid_name);
            text = whole->substr(nss.size());
        }
        text = grouped(form.groups, std::move(text));
        if (rules.forms[index] && !rules.forms[index]->matches(text)) {
            return fail(in_name(rules.forms[index]->mismatch(text)), error_code::invalid_name);
        }
        nss += text;
        auto made = from_nss(nss);
        if (!made && made.error().code != error_code::wrong_check_character) {
            const std::size_t at = made.error().offset < form.nss_prefix.size()
                                       ? 0
                                       : static_cast<std::size_t>(made.error().offset) - form.nss_prefix.size();
            return fail(in_name(at), error_code::invalid_name);
        }
        if (!made) {
            // the check character stands at the end of the name, or nearly: counted from there
            const std::size_t behind = nss.size() - std::min<std::size_t>(made.error().offset, nss.size());
            const auto end = static_cast<std::size_t>(bare->text.data() - name.data()) + bare->text.size();
            return fail(end - std::min(behind, bare->text.size()), error_code::wrong_check_character);
        }
        return made;
    }
};

std::optional<maker> maker_for(std::string_view nid, const namespace_registry &registry, edition e,
                               bool any_check = false) {
    const namespace_info *info = registry.find(nid);
    const detail::compiled_namespace *rules = info == nullptr ? nullptr : detail::compiled_of(*info);
    if (rules == nullptr) return std::nullopt;
    return maker{*info, *rules, registry, e, any_check};
}

// The NSS when the text is a URN of that namespace already.
std::optional<std::string_view> nss_of(std::string_view nid, std::string_view text) {
    std::string_view t = ascii::trim(text);
    if (!ascii::starts_with_ignoring_case(t, "urn:")) return std::nullopt;
    t.remove_prefix(4);
    if (!ascii::starts_with_ignoring_case(t, nid) || t.substr(nid.size()).substr(0, 1) != ":") return std::nullopt;
    return t.substr(nid.size() + 1);
}

// A text that begins with "urn:": the URN, of a registered namespace and with its right check character, or one in
// another writing, as people are shown it or as its names are written.
std::optional<name_guess> guess_urn(std::string_view text, const namespace_registry &registry) {
    std::string_view nid = text.substr(std::min(ascii::find_ignoring_case(text, "urn:") + 4, text.size()));
    nid = nid.substr(0, nid.find(':'));
    const namespace_info *const info = registry.find(nid);
    if (info == nullptr) return std::nullopt;
    auto made = urn_from_display(text);
    if (made && !validate(*made, registry)) {
        if (validate(*made, registry).error().code != error_code::unknown_namespace) {
            made = std::unexpected{validate(*made, registry).error()};
        }
    }
    if (!made) made = urn_from_name(nid, text, {.registry = &registry});
    if (!made || check(*made, registry).state == check_state::incorrect) return std::nullopt;
    std::string urn = "urn:" + std::string{info->nid};
    urn += std::string_view{made->text()}.substr(urn.size());
    return name_guess{info->nid, info->names.empty() ? info->title : info->names.front().system, std::move(urn)};
}

} // namespace

std::expected<urn, error> urn_from_name(std::string_view nid, std::string_view name, make_options options) {
    const namespace_registry &registry =
        options.registry != nullptr ? *options.registry : namespace_registry::standard();
    const edition e = is_urn_edition(options.edition) ? options.edition : edition::rfc8141;
    if (const auto fault = detail::check_nid(nid, e); fault.found) return fail(fault.offset, fault.code, rule::nid);
    const auto known = maker_for(nid, registry, e, options.any_check);
    if (options.encoded) {
        const std::string_view nss = nss_of(nid, name).value_or(name);
        const auto before = static_cast<std::size_t>(nss.data() - name.data());
        std::string whole{nss};
        if (options.complete_check) {
            auto completed = complete_check_character(nid, nss, registry);
            if (!completed) return std::unexpected{completed.error()};
            whole = std::move(*completed);
        }
        if (!known) return urn::build({.nid = nid, .nss = whole}, {.edition = e});
        auto made = known->from_nss(whole);
        if (!made) made.error().offset += before;
        return made;
    }
    if (!known || known->info.names.empty()) return fail(0, error_code::unknown_namespace, rule::nid);
    if (nss_of(nid, name)) { // a URN is encoded
        options.encoded = true;
        auto made = urn_from_name(nid, name, options);
        if (made) return made;
        // or another writing of it, such as "urn:isbn:978 951 0 18435 6"
        options.encoded = false;
        const std::string_view rest = *nss_of(nid, name);
        auto other = urn_from_name(nid, rest, options);
        return other ? other : made;
    }
    // RFC 8141 2.2: URNs "MUST use only Unicode characters encoded in UTF-8 and further encoded"
    if (const auto at = base::find_invalid_utf8(name)) return fail(*at, error_code::invalid_name);
    std::optional<std::expected<urn, error>> nearest;
    for (std::size_t i = 0; i < known->info.names.size(); ++i) {
        auto made = known->from_form(i, name, options.complete_check, false);
        if (!made) continue;
        if (*made) return *made;
        // of several forms, the one that got furthest determines the error
        if (!nearest || made->error().offset > nearest->error().offset) nearest = std::move(made);
    }
    if (!nearest) return fail(0, error_code::invalid_name);
    return *nearest;
}

std::optional<omitted_part> omitted_from_name(std::string_view nid, std::string_view name,
                                              const namespace_registry &registry) {
    const auto known = maker_for(nid, registry, edition::rfc8141, true);
    if (!known || nss_of(nid, name)) return std::nullopt;
    for (std::size_t i = 0; i < known->info.names.size(); ++i) {
        const name_form &form = known->info.names[i];
        if (form.omitted.empty()) continue;
        const auto made = known->from_form(i, name, false, false);
        if (!made || !*made) continue;
        const auto bare = without_lead(form, name);
        const auto plain = canonical(form, bare->text);
        if (!plain || without_year(*plain).size() == plain->size()) return std::nullopt;
        const std::size_t at = bare->text.rfind(':');
        const std::string_view part = bare->text.substr(at);
        return omitted_part{static_cast<std::size_t>(part.data() - name.data()), part, form.omitted};
    }
    return std::nullopt;
}

std::optional<omitted_part> omitted_from_name(std::string_view nid, std::string_view name) {
    return omitted_from_name(nid, name, namespace_registry::standard());
}

std::optional<std::string> name_from_urn(const urn_view &u, const namespace_registry &registry) {
    const auto known = maker_for(u.nid(), registry, u.edition());
    if (!known || !validate(u, registry)) return std::nullopt;
    for (std::size_t i = 0; i < known->info.names.size(); ++i) {
        const name_form &form = known->info.names[i];
        std::string_view nss = u.nss();
        if (!ascii::starts_with_ignoring_case(nss, form.nss_prefix)) continue;
        nss.remove_prefix(form.nss_prefix.size());
        std::string text{nss};
        if (form.letters != equivalence_action::remove && !form.encode) {
            std::ranges::transform(text, text.begin(),
                                   form.letters == equivalence_action::lower_case ? ascii::to_lower : ascii::to_upper);
        }
        if (known->rules.forms[i] && !known->rules.forms[i]->matches(text)) continue;
        text = replace_all(text, form.replace_all, 1, 0);
        replace_first(text, form.replace, 1, 0);
        if (form.encode) {
            auto plain = decode(text);
            if (!plain) continue;
            text = std::move(*plain);
        }
        std::string name = std::string{form.shown_lead} + text;
        // "%41" decoded is "A", which is encoded as it is: that name would be another URN's
        const auto again =
            urn_from_name(u.nid(), name, {.registry = &registry, .edition = u.edition(), .any_check = true});
        if (again && namespace_equivalent(*again, u, registry)) return name;
    }
    return std::nullopt;
}

std::optional<std::string> name_from_urn(const urn_view &u) { return name_from_urn(u, namespace_registry::standard()); }

std::vector<name_guess> guess_names(std::string_view text, const namespace_registry &registry) {
    std::vector<name_guess> all;
    const std::string_view begin = ascii::trim(text);
    if (ascii::starts_with_ignoring_case(begin, "urn:") || begin.starts_with("\xC2\xABurn:")) {
        if (auto guess = guess_urn(text, registry)) all.push_back(*std::move(guess));
        return all;
    }
    const auto ask = [&](const namespace_info &info) {
        if (info.names.empty() || registry.find(info.nid) != &info) return; // replaced by an addition
        const auto known = maker_for(info.nid, registry, edition::rfc8141);
        if (!known) return;
        for (std::size_t i = 0; i < info.names.size(); ++i) {
            const auto made = known->from_form(i, text, false, true);
            if (!made || !*made || check(**made, registry).state == check_state::incorrect) continue;
            // Two forms of one namespace, for instance one with a lead and one without.
            if (std::ranges::find(all, (*made)->text(), &name_guess::urn) != all.end()) continue;
            all.insert(std::ranges::upper_bound(all, info.nid, {}, &name_guess::nid),
                       {info.nid, info.names[i].system, (*made)->text()});
        }
    };
    for (const namespace_info &info : iana_namespaces()) ask(info);
    for (const namespace_info *info : registry.added()) ask(*info);
    return all;
}

std::vector<name_guess> guess_names(std::string_view text) { return guess_names(text, namespace_registry::standard()); }

} // namespace uniform
