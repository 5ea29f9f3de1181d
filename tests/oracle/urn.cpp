#include "oracle/urn.hpp"

#include <cstdio>
#include <stdexcept>

namespace oracle {

namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
char upper(char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; }

std::string text_of(const std::string &name) {
    const std::string path = UNIFORM_ORACLE_GRAMMARS "/" + name;
    std::FILE *file = std::fopen(path.c_str(), "rb");
    if (file == nullptr) throw std::runtime_error("cannot read " + path);
    std::string text;
    char buffer[4096];
    for (std::size_t n; (n = std::fread(buffer, 1, sizeof buffer, file)) > 0;) text.append(buffer, n);
    std::fclose(file);
    return text + "\n";
}

std::string name_of(urn_document d) {
    switch (d) {
    case urn_document::rfc8141:
        return "rfc8141";
    case urn_document::urnbis_16:
        return "urnbis_16";
    case urn_document::urnbis_14:
        return "urnbis_14";
    case urn_document::rfc2141:
        return "rfc2141";
    }
    return {};
}

// RFC 2141 stands alone.
std::string borrowed(urn_document d) { return d == urn_document::rfc2141 ? std::string() : text_of("rfc3986.abnf"); }

// Cuts `rest` at the first `delimiter`: what stands before it stays, what stands behind it is returned.
std::optional<std::string_view> cut(std::string_view &rest, std::string_view delimiter) {
    const std::size_t at = rest.find(delimiter);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view behind = rest.substr(at + delimiter.size());
    rest = rest.substr(0, at);
    return behind;
}

// RFC 8141 2.3.1, 2.3.2: "The sequence "?+" introduces the r-component", which ends with "?="; "The sequence "?="
// introduces the q-component", which goes on to the "#".
bool split_8141(std::string_view rest, urn_parts &p) {
    if (rest.starts_with("?+")) {
        p.r = rest.substr(2);
        p.q = cut(*p.r, "?=");
        return true;
    }
    if (rest.starts_with("?=")) {
        p.q = rest.substr(2);
        return true;
    }
    return rest.empty();
}

// Draft -16 2.3.1, 2.3.2: each ends with the sequence that begins the other; 2: each stands once.
bool split_16(std::string_view rest, urn_parts &p) {
    if (rest.starts_with("?+")) {
        p.r = rest.substr(2);
        p.q = cut(*p.r, "?=");
        return !p.q || p.q->find("?+") == std::string_view::npos;
    }
    if (rest.starts_with("?=")) {
        p.q = rest.substr(2);
        p.r = cut(*p.q, "?+");
        return !p.r || p.r->find("?=") == std::string_view::npos;
    }
    return rest.empty();
}

// Draft -14 3.3.1, 3.3.2: a "?" begins the q-component, "??" the r-component, which begins with a pchar: of a run of
// question marks the last two are meant.
bool split_14(std::string_view rest, urn_parts &p) {
    if (rest.starts_with("??")) {
        p.r = rest.substr(2);
        return true;
    }
    if (rest.starts_with("?")) {
        p.q = rest.substr(1);
        const std::size_t run = p.q->find("??");
        if (run != std::string_view::npos) {
            std::size_t behind = run;
            while (behind < p.q->size() && (*p.q)[behind] == '?') ++behind;
            p.r = p.q->substr(behind);
            p.q = p.q->substr(0, behind - 2);
        }
        return true;
    }
    return rest.empty();
}

} // namespace

grammar urn_grammar(urn_document d) { return grammar(text_of(name_of(d) + ".abnf"), borrowed(d)); }

grammar urn_prose_grammar(urn_document d) {
    return grammar(text_of(name_of(d) + ".abnf"), text_of(name_of(d) + "_prose.abnf") + borrowed(d));
}

const char *urn_rule(urn_document d) { return d == urn_document::rfc2141 ? "URN" : "namestring"; }

std::optional<urn_parts> split_urn(std::string_view text, urn_document d) {
    if (text.size() < 4 || lower(text[0]) != 'u' || lower(text[1]) != 'r' || lower(text[2]) != 'n' || text[3] != ':')
        return std::nullopt;
    urn_parts p;
    p.nid = text.substr(4);
    const auto behind = cut(p.nid, ":");
    if (!behind) return std::nullopt;
    p.nss = *behind;
    if (d != urn_document::rfc2141) {
        p.f = cut(p.nss, "#");
        const std::size_t question = p.nss.find('?');
        std::string_view rest;
        if (question != std::string_view::npos) {
            rest = p.nss.substr(question);
            p.nss = p.nss.substr(0, question);
        }
        const bool fits = d == urn_document::rfc8141     ? split_8141(rest, p)
                          : d == urn_document::urnbis_16 ? split_16(rest, p)
                                                         : split_14(rest, p);
        if (!fits) return std::nullopt;
    }
    if (p.nid.empty() || p.nss.empty() || (p.r && p.r->empty()) || (p.q && p.q->empty())) return std::nullopt;
    return p;
}

std::string recompose_urn(const urn_parts &p, urn_document d) {
    std::string text = "urn:" + std::string(p.nid) + ":" + std::string(p.nss);
    const auto add = [&](const char *delimiter, const std::optional<std::string_view> &part) {
        if (part) text += delimiter + std::string(*part);
    };
    if (d == urn_document::urnbis_14) {
        add("?", p.q);
        add("??", p.r);
    } else {
        add("?+", p.r);
        add("?=", p.q);
    }
    add("#", p.f);
    return text;
}

std::string normalize_urn(const urn_parts &p) {
    // 1. "the URI scheme "urn", by conversion to lower case"
    std::string text = "urn:";
    // 2. "the NID, by conversion to lower case"
    for (const char c : p.nid) text += lower(c);
    text += ':';
    // 3. "any percent-encoded characters in the NSS [...] by conversion to upper case for the digits A-F"
    for (std::size_t i = 0; i < p.nss.size(); ++i) {
        text += p.nss[i];
        if (p.nss[i] == '%') {
            text += upper(p.nss[i + 1]);
            text += upper(p.nss[i + 2]);
            i += 2;
        }
    }
    return text;
}

} // namespace oracle
