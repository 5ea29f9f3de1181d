// The names of templates, with their modifiers: what "{host:ascii}" stands for.

#include "print/reference_template.hpp"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

#include "print/words.hpp"

namespace uniform::cli {

std::span<const output_template::entry> output_template::names() noexcept {
    using enum name;
    static constexpr entry all[]{{"uri", uri},
                                 {"url", uri},
                                 {"scheme", scheme},
                                 {"authority", authority},
                                 {"userinfo", userinfo},
                                 {"user", user},
                                 {"host", host},
                                 {"host.registrable", registrable},
                                 {"host.suffix", suffix},
                                 {"host.label", domain_label},
                                 {"host.subdomain", subdomain},
                                 {"password", password},
                                 {"port", port},
                                 {"path", path},
                                 {"path.shape", path_shape},
                                 {"query", query},
                                 {"query.keys", query_keys},
                                 {"fragment", fragment},
                                 {"host_type", host_type},
                                 {"options", login_options},
                                 {"zoneid", zone_id},
                                 {"input", input},
                                 {"urn", urn},
                                 {"assigned-name", assigned_name},
                                 {"nid", nid},
                                 {"nss", nss},
                                 {"r", r_component},
                                 {"q", q_component},
                                 {"f", f_component},
                                 {"normalized", normalized},
                                 {"namespace-normalized", normalized_by_namespace},
                                 {"display", display},
                                 {"name", native},
                                 {"kind", kind}};
    return all;
}

bool output_template::part::take_modifier(std::string_view modifier) {
    if (modifier == "decoded") {
        decoded = true;
    } else if (modifier == "form") {
        decoded = true;
        spaces = plus::as_space;
    } else if (modifier == "all") {
        all = true;
    } else if (modifier == "default") {
        default_port = true;
    } else if (modifier == "redacted") {
        redacted = true;
    } else if (modifier == "required") {
        required = true;
    } else if (modifier == "strict") {
        decoded = true;
        strict = true;
    } else if (modifier == "ascii") {
        form = host_form::ascii;
    } else if (modifier == "unicode") {
        form = host_form::unicode;
    } else if (modifier == "display") {
        form = host_form::display;
    } else {
        return false;
    }
    return true;
}

bool output_template::part::can_have_modifiers() const noexcept {
    using enum name;
    const bool secret = what == uri || what == authority || what == userinfo;
    const bool has_host = what == uri || what == host || part_of_domain_named(what) != nullptr;
    const bool has_port = what == port || what == uri || what == authority;
    const bool is_query = what == query || what == parameter;
    if (spaces == plus::as_space && !is_query) return false;
    if (form != host_form::as_written && (!has_host || redacted || decoded)) return false;
    if (all && what != parameter) return false;
    if (default_port && (!has_port || redacted || decoded)) return false;
    if (redacted && !secret) return false;
    if (what == path_shape && (decoded || required || strict)) return false;
    return !(required || strict) || (what < urn && what != input && what != host_type);
}

output_template::fault output_template::unknown_name(std::string_view word, std::size_t offset) {
    const auto colon = word.find(':');
    if (colon != std::string_view::npos &&
        std::ranges::find(names(), word.substr(0, colon), &entry::word) != names().end()) {
        return {offset + colon + 1,
                "expected decoded, form, strict, required, all, default, redacted, ascii, unicode or display after "
                "\":\""};
    }
    std::vector<std::string_view> words;
    for (const entry &e : names()) words.push_back(e.word);
    return {offset, "unknown name " + in_quotes(word) + suggestion(word, words)};
}

std::optional<output_template::fault> output_template::set_component(part &p, std::string_view word,
                                                                     std::size_t offset) {
    const auto known = std::ranges::find(names(), word, &entry::word);
    if (known != names().end()) {
        p.what = known->what;
    } else if (word.starts_with("query.") && word.size() > 6) {
        p.what = name::parameter;
        p.text = word.substr(6);
    } else if (word.starts_with("path.")) {
        p.what = name::segment;
        const std::string_view digits = word.substr(5);
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), p.index);
        if (problem != std::errc{} || end != digits.data() + digits.size())
            return fault{offset + 5, "expected the number of a segment after \"path.\""};
    } else {
        return unknown_name(word, offset);
    }
    return std::nullopt;
}

std::expected<output_template::part, output_template::fault> output_template::read_name(std::string_view inside,
                                                                                        std::size_t offset) {
    part p;
    // Modifiers are the last words; a parameter's key may have ":" in it.
    std::string_view base = inside;
    for (auto colon = base.rfind(':'); colon != std::string_view::npos; colon = base.rfind(':')) {
        if (!p.take_modifier(base.substr(colon + 1))) break;
        base = base.substr(0, colon);
    }
    p.word = base;
    if (auto wrong = set_component(p, base, offset)) return std::unexpected{*std::move(wrong)};
    if (p.what == name::query_keys && base.size() < inside.size()) { // with a modifier, the parameter of that key
        p.what = name::parameter;
        p.text = "keys";
    }
    if (!p.can_have_modifiers())
        return std::unexpected{fault{offset + base.size(), "this modifier is not allowed after " + std::string{base}}};
    return p;
}

} // namespace uniform::cli
