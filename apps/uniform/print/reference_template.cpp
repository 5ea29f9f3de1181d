#include "print/reference_template.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
#include <utility>
#include <vector>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/nid.hpp>

#include "print/words.hpp"

namespace uniform::cli {

std::expected<output_template, output_template::fault> output_template::read(std::string_view text) {
    output_template result;
    std::string literal;
    const auto flush = [&] {
        if (literal.empty()) return;
        part p;
        p.text = std::exchange(literal, {});
        result.parts_.push_back(std::move(p));
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '\\') {
            constexpr std::string_view letters = "tnr0\\";
            constexpr std::string_view meanings{"\t\n\r\0\\", 5};
            const auto at = i + 1 < text.size() ? letters.find(text[i + 1]) : std::string_view::npos;
            if (at == std::string_view::npos)
                return std::unexpected{fault{i, "expected t, n, r, 0 or \\ after \"\\\""}};
            literal += meanings[at];
            ++i;
        } else if (c == '{' && i + 1 < text.size() && text[i + 1] == '{') {
            literal += '{';
            ++i;
        } else if (c == '}') {
            if (i + 1 == text.size() || text[i + 1] != '}') {
                return std::unexpected{fault{i, "\"}\" without \"{\"; }} prints a brace"}};
            }
            literal += '}';
            ++i;
        } else if (c == '{') {
            const auto end = text.find('}', i);
            if (end == std::string_view::npos) {
                return std::unexpected{fault{i, "\"{\" without \"}\"; {{ prints a brace"}};
            }
            auto named = read_name(text.substr(i + 1, end - i - 1), i + 1);
            if (!named) return std::unexpected{std::move(named.error())};
            flush();
            result.parts_.push_back(*std::move(named));
            i = end;
        } else {
            literal += c;
        }
    }
    flush();
    result.asks_for_urn_ = std::ranges::any_of(result.parts_, [](const part &p) { return p.what >= name::urn; });
    return result;
}

std::expected<output_template::part, output_template::fault> output_template::read_name(std::string_view inside,
                                                                                        std::size_t offset) {
    struct entry {
        std::string_view word;
        name what;
    };
    using enum name;
    constexpr entry names[]{{"uri", uri},
                            {"url", uri},
                            {"scheme", scheme},
                            {"authority", authority},
                            {"userinfo", userinfo},
                            {"user", user},
                            {"host", host},
                            {"host.registrable", registrable},
                            {"host.suffix", suffix},
                            {"password", password},
                            {"port", port},
                            {"path", path},
                            {"query", query},
                            {"fragment", fragment},
                            {"host_type", host_type},
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
    part p;
    // Modifiers are the last words; a parameter's key may have ":" in it.
    std::string_view base = inside;
    for (;;) {
        const auto colon = base.rfind(':');
        if (colon == std::string_view::npos) break;
        const std::string_view modifier = base.substr(colon + 1);
        if (modifier == "decoded") {
            p.decoded = true;
        } else if (modifier == "form") {
            p.decoded = true;
            p.spaces = plus::as_space;
        } else if (modifier == "all") {
            p.all = true;
        } else if (modifier == "default") {
            p.default_port = true;
        } else if (modifier == "redacted") {
            p.redacted = true;
        } else if (modifier == "ascii") {
            p.form = host_form::ascii;
        } else if (modifier == "unicode") {
            p.form = host_form::unicode;
        } else if (modifier == "display") {
            p.form = host_form::display;
        } else {
            break;
        }
        base = base.substr(0, colon);
    }
    const auto known = std::ranges::find(names, base, &entry::word);
    if (known != std::end(names)) {
        p.what = known->what;
    } else if (base.starts_with("query.") && base.size() > 6) {
        p.what = parameter;
        p.text = base.substr(6);
    } else if (base.starts_with("path.")) {
        p.what = segment;
        const std::string_view digits = base.substr(5);
        const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), p.index);
        if (problem != std::errc{} || end != digits.data() + digits.size()) {
            return std::unexpected{fault{offset + 5, "expected the number of a segment after \"path.\""}};
        }
    } else {
        const auto colon = base.find(':');
        if (colon != std::string_view::npos &&
            std::ranges::find(names, base.substr(0, colon), &entry::word) != std::end(names)) {
            return std::unexpected{
                fault{offset + colon + 1,
                      "expected decoded, form, all, default, redacted, ascii, unicode or display after \":\""}};
        }
        std::vector<std::string_view> words;
        for (const entry &e : names) words.push_back(e.word);
        return std::unexpected{fault{offset, "unknown name " + in_quotes(base) + suggestion(base, words)}};
    }
    const bool secret = p.what == uri || p.what == authority || p.what == userinfo;
    const bool has_host = p.what == uri || p.what == host || p.what == registrable || p.what == suffix;
    if ((p.form != host_form::as_written && (!has_host || p.redacted || p.decoded)) || (p.all && p.what != parameter) ||
        (p.default_port && p.what != port) || (p.redacted && !secret)) {
        return std::unexpected{fault{offset + base.size(), "this modifier is not allowed after " + std::string{base}}};
    }
    return p;
}

void output_template::append_text(std::string &out, const part &p, std::string_view text) {
    if (!p.decoded || !decode_append(out, text, p.spaces)) out += text;
}

void output_template::append_parameters(std::string &out, const part &p, const reference_view &r) {
    bool first = true;
    for (const uniform::parameter &it : query_parameters{r.query().value_or("")}) {
        if (!decodes_to(it.key, p.text)) continue;
        if (!first) out += ' ';
        first = false;
        append_text(out, p, it.value.value_or(""));
        if (!p.all) return;
    }
}

void output_template::append_urn(std::string &out, const part &p, const urn_view &u) {
    switch (p.what) {
    case name::urn:
        append_text(out, p, u.text());
        break;
    case name::assigned_name:
        append_text(out, p, u.assigned_name());
        break;
    case name::nid:
        out += u.nid();
        break;
    case name::nss:
        append_text(out, p, u.nss());
        break;
    case name::r_component:
        append_text(out, p, u.r_component().value_or(""));
        break;
    case name::q_component:
        append_text(out, p, u.q_component().value_or(""));
        break;
    case name::f_component:
        append_text(out, p, u.f_component().value_or(""));
        break;
    case name::normalized:
        normalized_assigned_name_append(out, u);
        break;
    case name::normalized_by_namespace:
        namespace_normalized_append(out, u);
        break;
    case name::display:
        out += display_urn(u).shown;
        break;
    case name::native:
        out += name_from_urn(u).value_or("");
        break;
    case name::kind:
        out += to_string(classify_nid(u.nid(), u.edition()).kind);
        break;
    default:
        break;
    }
}

void output_template::append(std::string &out, const reference_view &r, const context &c) const {
    std::optional<urn_view> urn = c.urn;
    if (asks_for_urn_ && !urn && has_urn_scheme(r)) {
        if (const auto found = as_urn(r)) urn = *found;
    }
    for (const part &p : parts_) {
        switch (p.what) {
        case name::literal:
            out += p.text;
            break;
        case name::uri:
            if (p.form != host_form::as_written) {
                append_with_host(out, r, p.form);
                break;
            }
            append_text(out, p, p.redacted ? uniform::redacted(r) : std::string{r.text()});
            break;
        case name::scheme:
            append_text(out, p, r.scheme().value_or(""));
            break;
        case name::authority:
        case name::userinfo: {
            const auto whole = p.what == name::authority ? r.authority() : r.userinfo();
            const auto password = r.password();
            if (!whole) break;
            if (p.redacted && password) {
                const auto before = static_cast<std::size_t>(password->data() - whole->data());
                out += whole->substr(0, before);
                out += "***";
                out += whole->substr(before + password->size());
            } else {
                append_text(out, p, *whole);
            }
            break;
        }
        case name::user:
            append_text(out, p, r.user().value_or(""));
            break;
        case name::password:
            append_text(out, p, r.password().value_or(""));
            break;
        case name::host:
            if (p.form != host_form::as_written) {
                append_host(out, r.host().value_or(""), p.form);
                break;
            }
            append_text(out, p, r.host().value_or(""));
            break;
        case name::registrable:
            append_host(out, registrable_of(r.host().value_or("")), p.form);
            break;
        case name::suffix:
            append_host(out, suffix_of(r.host().value_or("")), p.form);
            break;
        case name::host_type:
            if (const auto type = r.host_type()) out += to_string(*type);
            break;
        case name::port: {
            const std::string_view written = r.port().value_or("");
            out += written;
            if (!written.empty() || !p.default_port || !r.has_authority() || !r.has_scheme()) break;
            const scheme_info *info =
                (c.schemes != nullptr ? *c.schemes : scheme_registry::standard()).find(*r.scheme());
            if (info != nullptr && info->default_port) out += std::to_string(*info->default_port);
            break;
        }
        case name::path:
            append_text(out, p, r.path());
            break;
        case name::query:
            append_text(out, p, r.query().value_or(""));
            break;
        case name::fragment:
            append_text(out, p, r.fragment().value_or(""));
            break;
        case name::input:
            out += c.input;
            break;
        case name::segment: {
            const path_segments segments{r.path()};
            const long index = p.index < 0 ? p.index + static_cast<long>(segments.count()) : p.index;
            if (index < 0) break;
            if (const auto s = segments.at(static_cast<std::size_t>(index))) append_text(out, p, *s);
            break;
        }
        case name::parameter:
            append_parameters(out, p, r);
            break;
        default:
            if (urn) append_urn(out, p, *urn);
        }
    }
}

} // namespace uniform::cli
