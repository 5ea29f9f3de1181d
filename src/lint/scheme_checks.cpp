// The scheme, and what a URN adds to it.

#include <uniform/uri/scheme.hpp>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>
#include <uniform/urn/question_marks.hpp>
#include <uniform/urn/urn.hpp>

#include "lint/pass.hpp"

namespace uniform::linting {

namespace {

// data URLs whose document can run programs or load others.
bool is_active(std::string_view media_type) {
    const std::string type = ascii::lower_copy(media_type.substr(0, media_type.find_first_of(";,")));
    return type == "text/html" || type == "application/xhtml+xml" || type == "image/svg+xml" || type == "text/xml" ||
           type == "application/xml" || type == "text/javascript" || type == "application/javascript" ||
           type == "application/pdf";
}

// draft-ietf-urnbis-rfc2141bis-urn-14 3
void check_question_marks(pass &p, const urn_view &urn) {
    for (const doubtful_question_mark &mark : doubtful_question_marks(urn)) {
        p.find_by(lint_check::scheme_rules, {mark.offset, mark.offset + 1},
                  "a \"?\" " + std::string{mark.where} + " is discouraged: it is easily taken for a delimiter",
                  "draft-ietf-urnbis-rfc2141bis-urn-14", "3", {}, lint_severity::note);
    }
}

} // namespace

void check_scheme(pass &p) {
    if (!p.at.scheme) return;
    const range where = *p.at.scheme;
    const bool web = is_web_scheme(p.scheme);
    // Nearly always.
    if (web && p.at.authority && p.known != nullptr && p.known->status != scheme_status::historical) return;
    if (!matches(rule::scheme, p.scheme)) return; // the parser says so
    if (p.scheme == "javascript" || p.scheme == "vbscript" || p.scheme == "livescript" || p.scheme == "mocha" ||
        p.scheme == "jscript") {
        p.find(lint_check::script_scheme, where,
               "following it runs the rest of the text as a program, with the rights of the page that contains it");
    } else if (p.scheme.starts_with("x-")) {
        p.find(lint_check::experimental_scheme, where,
               "schemes that begin with \"x-\" are experimental: the same name may have other uses");
    } else if (p.known == nullptr) {
        p.find(lint_check::unregistered_scheme, where,
               "the scheme " + in_quotes(p.scheme) + " is not in IANA's registry: its meaning depends on the software");
    } else if (p.known->status == scheme_status::historical) {
        p.find(lint_check::historical_scheme, where,
               "the scheme " + in_quotes(p.scheme) + " is historical (" + std::string{p.known->reference} + ")");
    }
    if (p.scheme == "data" && is_active(p.of(p.at.path))) {
        p.find(lint_check::data_scheme, where,
               "the URL is a document with active content, which may imitate any other document");
    }
    // RFC 9110 4.2.1, 4.2.2 and RFC 6455 3: "//" and a host.
    if (!p.at.authority && (web || p.scheme == "ftp")) {
        const std::string_view document = web && p.scheme[0] == 'w' ? "RFC 6455" : web ? "RFC 9110" : "RFC 1738";
        const std::string_view section = p.scheme == "http"    ? "4.2.1"
                                         : p.scheme == "https" ? "4.2.2"
                                         : web                 ? "3"
                                                               : "3.1";
        p.find_by(
            lint_check::missing_authority, {where.end, where.end + 1},
            "no \"//\" after the scheme: by RFC 3986 there is no host, but browsers read the first segment as the host",
            document, section);
    }
}

void check_urn(pass &p) {
    if (p.scheme != "urn" || !p.parsed) return;
    const edition by = is_urn_edition(p.options.edition) ? p.options.edition : edition::rfc8141;
    const auto urn = as_urn(*p.parsed, by);
    if (!urn) {
        if (const auto draft = parse_urn(p.text, {edition::urnbis_14})) check_question_marks(p, *draft);
        const error &why = urn.error();
        const auto begin = static_cast<std::uint32_t>(std::min<std::uint64_t>(why.offset, p.text.size()));
        const auto end = static_cast<std::uint32_t>(std::min<std::size_t>(begin + std::size_t{1}, p.text.size()));
        p.find_by(lint_check::scheme_rules, {begin, end}, "a valid URI, but not a URN: " + message(why, p.text),
                  why.document(), why.section());
        return;
    }
    check_question_marks(p, *urn);
    const range where = *urn->where(rule::nid);
    const namespace_registry &registry =
        p.options.namespaces != nullptr ? *p.options.namespaces : namespace_registry::standard();
    const nid_classification verdict = classify_nid(urn->nid(), registry, by);
    if (verdict.kind == nid_kind::experimental) {
        p.find(lint_check::experimental_nid, where,
               "NIDs that begin with \"X-\" were experimental (RFC 3406) and cannot be registered: the same NID may "
               "have other uses");
    } else if (!verdict.registered && verdict.kind != nid_kind::formal && verdict.kind != nid_kind::informal) {
        const nid_citation why = verdict.citation();
        p.find_by(lint_check::reserved_nid, where, "no namespace can have this NID: " + std::string{why.says},
                  why.document, why.section);
    } else if (!verdict.registered) {
        p.find(lint_check::unregistered_nid, where,
               "the namespace " + in_quotes(urn->nid()) +
                   " is not in IANA's registry: nobody guarantees that its names are unique");
    }
    if (const auto r = urn->where(rule::r_component)) {
        p.find(lint_check::r_component, *r,
               "r-components should not be used before their semantics are standardized; two URNs that differ in it "
               "alone are equivalent",
               {{{r->begin - 2, r->end}, ""}});
    }
}

} // namespace uniform::linting
