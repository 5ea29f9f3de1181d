#include "http/metadata/citation.hpp"
#include "base/text.hpp"

#include <array>
#include <charconv>

#include <uniform/base/ascii.hpp>
#include <uniform/json/writer.hpp>

namespace uniform::http {

namespace {

void add_for_latex(std::string &out, std::string_view text) {
    for (const char c : on_one_line(text)) {
        switch (c) {
        case '\\':
            out += "\\textbackslash{}";
            break;
        case '{': // BibTeX counts the braces of "\{", too
            out += "\\textbraceleft{}";
            break;
        case '}':
            out += "\\textbraceright{}";
            break;
        case '~':
            out += "\\textasciitilde{}";
            break;
        case '^':
            out += "\\textasciicircum{}";
            break;
        case '$':
        case '&':
        case '#':
        case '_':
        case '%':
            out += '\\';
            out += c;
            break;
        default:
            out += c;
        }
    }
}

// Names are separated by the word "and", so one that is a whole is kept together by braces.
std::string for_bibtex(std::span<const std::string_view> names) {
    std::string out;
    for (const std::string_view name : names) {
        if (!out.empty()) out += " and ";
        const agent_name parts = parts_of(name);
        const bool is_divisible = !parts.family.empty() && !on_one_line(name).contains(" and ");
        if (!is_divisible) out += '{';
        add_for_latex(out, name);
        if (!is_divisible) out += '}';
    }
    return out;
}

void add_field(std::string &out, std::string_view name, std::string_view value) {
    if (value.empty()) return;
    out.append(",\n  ").append(name).append(" = {").append(value).append("}");
}

std::string for_latex(std::string_view text) {
    std::string out;
    add_for_latex(out, text);
    return out;
}

int number_of(std::string_view digits) noexcept {
    int n = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), n);
    return n;
}

// A member with one text, or an array of several.
void write_texts(json::writer &w, std::string_view name, std::span<const std::string_view> texts) {
    if (texts.empty()) return;
    w.key(name);
    if (texts.size() == 1) {
        w.string(texts.front());
        return;
    }
    w.begin_array();
    for (const std::string_view t : texts) w.string(t);
    w.end_array();
}

void write_csl_names(json::writer &w, std::string_view member, std::span<const std::string_view> names) {
    if (names.empty()) return;
    w.key(member).begin_array();
    for (const std::string_view name : names) {
        const agent_name parts = parts_of(name);
        w.begin_object();
        if (parts.family.empty()) {
            w.member("literal", name);
        } else {
            w.member("family", parts.family).member("given", parts.given);
        }
        w.end_object();
    }
    w.end_array();
}

// Only a name with a comma is surely a person's; what another one is, is not said.
void write_agents(json::writer &w, std::string_view member, std::span<const std::string_view> names,
                  std::string_view type = {}) {
    if (names.empty()) return;
    w.key(member);
    if (names.size() > 1) w.begin_array();
    for (const std::string_view name : names) {
        const agent_name parts = parts_of(name);
        w.begin_object();
        if (!type.empty()) {
            w.member("@type", type);
        } else if (!parts.family.empty()) {
            w.member("@type", "Person").member("familyName", parts.family).member("givenName", parts.given);
        }
        w.member("name", name).end_object();
    }
    if (names.size() > 1) w.end_array();
}

} // namespace

std::string bibtex(const name_description &d) {
    std::string out = "@";
    out.append(d.kind().bibtex).append("{");
    for (const char c : d.urn()) out += ascii::is_alnum(c) || std::string_view{":-./_"}.contains(c) ? c : '_';
    add_field(out, "author", for_bibtex(d.texts("creator")));
    add_field(out, "editor", for_bibtex(d.texts("editor")));
    add_field(out, "title", for_latex(base::joined(d.texts("title"), ": ")));
    if (const auto date = d.date()) {
        add_field(out, "year", date->year);
        // Names of months are macros, which the style writes in its language.
        static constexpr std::array<std::string_view, 12> months{"jan", "feb", "mar", "apr", "may", "jun",
                                                                 "jul", "aug", "sep", "oct", "nov", "dec"};
        const int month = number_of(date->month);
        if (month >= 1 && month <= 12)
            out.append(",\n  month = ").append(months.at(static_cast<std::size_t>(month - 1)));
    }
    // In the entry of a thesis or a report, the type replaces "PhD thesis" and "Technical report".
    if (const std::string_view kind = d.kind().bibtex; kind == "phdthesis" || kind == "techreport") {
        add_field(out, "type", for_latex(d.text("type")));
        add_field(out, kind == "phdthesis" ? "school" : "institution",
                  for_latex(base::joined(d.texts("publisher"), ", ")));
    } else {
        add_field(out, "publisher", for_latex(base::joined(d.texts("publisher"), ", ")));
    }
    add_field(out, "abstract", for_latex(d.text("description")));
    add_field(out, "keywords", for_latex(base::joined(d.texts("subject"), ", ")));
    add_field(out, "language", for_latex(d.text("language")));
    add_field(out, "doi", for_latex(d.doi()));
    // URIs have no braces and no backslashes, and what reads these fields takes them as they are.
    add_field(out, "urn", d.urn());
    add_field(out, "url", d.url());
    return out + "\n}\n";
}

std::string ris(const name_description &d) {
    std::string out;
    const auto line = [&](std::string_view tag, std::string_view value) {
        const std::string one = on_one_line(value);
        if (!one.empty()) out.append(tag).append("  - ").append(one).append("\r\n");
    };
    const auto lines = [&](std::string_view tag, std::string_view member) {
        for (const std::string_view t : d.texts(member)) line(tag, t);
    };
    line("TY", d.kind().ris);
    line("ID", d.urn());
    line("TI", base::joined(d.texts("title"), ": "));
    lines("AU", "creator");
    lines("A2", "contributor");
    if (const auto date = d.date()) {
        line("PY", date->year);
        std::string da{date->year};
        da.append("/").append(date->month).append("/").append(date->day).append("/");
        line("DA", da);
    }
    lines("PB", "publisher");
    lines("AB", "description");
    lines("KW", "subject");
    lines("LA", "language");
    line("DO", d.doi());
    line("UR", d.url());
    // The tag that ends an item has a space at its end, too.
    return out + "ER  - \r\n";
}

std::string csl_json(const name_description &d) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("type", d.kind().csl).member("id", d.urn());
    w.member_if("title", base::joined(d.texts("title"), ": "));
    write_csl_names(w, "author", d.texts("creator"));
    write_csl_names(w, "editor", d.texts("editor"));
    if (const auto date = d.date()) {
        w.key("issued").begin_object().key("date-parts").begin_array().begin_array();
        w.number(std::int64_t{number_of(date->year)});
        if (!date->month.empty()) w.number(std::int64_t{number_of(date->month)});
        if (!date->day.empty()) w.number(std::int64_t{number_of(date->day)});
        w.end_array().end_array().end_object();
    }
    w.member_if("publisher", base::joined(d.texts("publisher"), ", ")).member_if("abstract", d.text("description"));
    w.member_if("keyword", base::joined(d.texts("subject"), ", ")).member_if("language", d.text("language"));
    w.member_if("DOI", d.doi()).member_if("URL", d.url()).end_object();
    return out;
}

std::string json_ld(const name_description &d) {
    std::string out;
    json::writer w{out};
    const resolver::name_record &r = d.record();
    w.begin_object().member("@context", "https://schema.org").member("@type", d.kind().schema).member("@id", d.urn());
    std::vector<std::string_view> identifiers{d.urn()};
    for (const std::string_view text : d.texts("identifier")) identifiers.push_back(text);
    write_texts(w, "identifier", identifiers);
    w.member_if("url", d.url());
    write_texts(w, "name", d.texts("title"));
    write_agents(w, "creator", d.texts("creator"));
    write_agents(w, "contributor", d.texts("contributor"));
    write_agents(w, "publisher", d.texts("publisher"), "Organization");
    if (const auto date = d.date()) w.member("datePublished", date->text());
    write_texts(w, "description", d.texts("description"));
    write_texts(w, "keywords", d.texts("subject"));
    write_texts(w, "inLanguage", d.texts("language"));
    write_texts(w, "license", d.texts("license"));
    std::vector<std::string_view> same(r.other_names.begin(), r.other_names.end());
    write_texts(w, "sameAs", same);
    if (!r.locators.empty()) {
        w.key("encoding").begin_array();
        for (const resolver::locator &l : r.locators) {
            w.begin_object().member("@type", "MediaObject").member("contentUrl", l.url);
            w.member_if("encodingFormat", l.media_type).member_if("inLanguage", l.language).end_object();
        }
        w.end_array();
    }
    w.end_object();
    return out;
}

std::string json_ld_in_html(const name_description &d) {
    std::string out;
    for (const char c : json_ld(d)) {
        if (c == '<') {
            out += "\\u003c";
        } else {
            out += c;
        }
    }
    return out;
}

std::string bibliography(const name_description &d) {
    std::string out = base::joined(d.texts("creator"), "; ");
    if (const auto date = d.date()) out.append(out.empty() ? "(" : " (").append(date->year).append(")");
    const auto sentence = [&](std::string_view text) {
        if (text.empty()) return;
        if (!out.empty()) out += out.ends_with('.') ? " " : ". ";
        out += text;
    };
    sentence(base::joined(d.texts("title"), ": "));
    sentence(base::joined(d.texts("publisher"), ", "));
    sentence(d.urn());
    return on_one_line(out) + "\n";
}

} // namespace uniform::http
