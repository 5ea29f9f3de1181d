// URNs: what their namespaces say, check characters, equivalence, names of other systems.
#include "wire.hpp"

#include <uniform/urn/check_character.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/new_nid.hpp>
#include <uniform/urn/nid.hpp>

using namespace uniform;
using namespace uniform::js;

namespace {

void write(json::writer &w, const namespace_info &n) {
    w.begin_object().member("nid", n.nid).member("kind", to_string(n.kind)).member("status", to_string(n.status));
    w.member("title", n.title).member("registrant", n.registrant).member("references", n.references);
    w.member("date", n.date).member("updated", n.updated).member("source", n.source).member("notes", n.notes);
    w.key("syntax").begin_object().member("abnf", n.syntax.abnf).member("pattern", n.syntax.pattern);
    w.member("ignoreCase", n.syntax.ignore_case).end_object();
    w.member("equivalence", n.equivalence_summary).key("checks").begin_array();
    for (const check_rule &c : n.checks) {
        w.begin_object().member("algorithm", to_string(c.algorithm)).member("strict", c.strict);
        w.member("note", c.note).end_object();
    }
    w.end_array().key("components").begin_object().member("r", n.components.r_component);
    w.member("q", n.components.q_component).member("f", n.components.f_component).end_object();
    w.member("resolution", to_string(n.resolution)).member("resolutionNote", n.resolution_note);
    w.key("systems").begin_array();
    for (const name_form &f : n.names)
        w.begin_object().member("name", f.system).member("example", f.example).end_object();
    w.end_array().member("examples", n.examples).key("badExamples").begin_array();
    for (const bad_example &b : n.bad_examples) w.begin_object().member("urn", b.urn).member("why", b.why).end_object();
    w.end_array().end_object();
}

void write(json::writer &w, const nid_citation &c) {
    w.begin_object();
    source(w, c.document, c.section).member("says", c.says).end_object();
}

template <class F>
answer with_two(u32 size, u32 e, F f) {
    arguments in{size};
    const auto a = in.next();
    const auto b = in.next();
    const auto first = parse_urn(a, {.edition = edition_at(e)});
    if (!first) return fail(first.error(), a, "first");
    const auto second = parse_urn(b, {.edition = edition_at(e)});
    if (!second) return fail(second.error(), b, "second");
    return give(f(*first, *second) ? "1" : "");
}

} // namespace

UNIFORM_JS(urn_equivalent)(u32 size, u32 e) { return with_two(size, e, urn_equivalent); }
UNIFORM_JS(namespace_equivalent)(u32 size, u32 e) {
    return with_two(size, e, [](const urn_view &a, const urn_view &b) { return namespace_equivalent(a, b); });
}

// The assigned-name in normal form: by RFC 8141 3.1, or also by the namespace.
UNIFORM_JS(normalize_urn)(u32 size, u32 e, u32 by_namespace) {
    const auto text = arguments{size}.next();
    const auto u = parse_urn(text, {.edition = edition_at(e)});
    if (!u) return fail(u.error(), text);
    return give(by_namespace != 0 ? namespace_normalized(*u) : normalized_assigned_name(*u));
}

UNIFORM_JS(convert_urn)(u32 size, u32 e, u32 to) {
    const auto text = arguments{size}.next();
    const auto u = parse_urn(text, {.edition = edition_at(e)});
    if (!u) return fail(u.error(), text);
    const auto other = convert(*u, edition_at(to));
    return other ? give(other->text()) : fail(other.error(), text);
}

// nid, nss, r, q, f
UNIFORM_JS(build_urn)(u32 size, u32 e) {
    arguments in{size};
    urn_components c;
    c.nid = in.next();
    c.nss = in.next();
    c.r_component = in.maybe();
    c.q_component = in.maybe();
    c.f_component = in.maybe();
    const auto u = urn::build(c, {.edition = edition_at(e)});
    return u ? give(u->text()) : fail(u.error(), c.nss, to_string(u.error().rule));
}

// All that is known without asking a server.
UNIFORM_JS(urn_facts)(u32 size, u32 e, u32 level) {
    const auto text = arguments{size}.next();
    const auto u = parse_urn(text, {.edition = edition_at(e)});
    if (!u) return fail(u.error(), text);
    return give_json([&](json::writer &w) {
        w.begin_object();
        w.key("namespace");
        const auto *n = namespace_registry::standard().find(u->nid());
        n != nullptr ? write(w, *n) : static_cast<void>(w.null());
        w.key("error");
        const auto valid = validate(*u, static_cast<validation_level>(level));
        valid ? static_cast<void>(w.null()) : write_error(w, valid.error(), text);
        const check_result c = check(*u);
        w.key("check").begin_object().member("state", to_string(c.state)).member("strict", c.strict);
        if (c.state == check_state::correct || c.state == check_state::incorrect) {
            w.member("algorithm", to_string(c.algorithm)).member("expected", c.expected.view());
            w.member("found", c.found).member("offset", c.offset).member("note", c.note);
        }
        w.end_object();
        w.member("normalized", normalized_assigned_name(*u)).member("namespaceNormalized", namespace_normalized(*u));
        w.member("name", name_from_urn(*u)).member("addresses", resolver_addresses(*u));
        const urn_display shown = display_urn(*u);
        w.member("shown", shown.shown).end_object();
    });
}

UNIFORM_JS(nid_facts)(u32 size, u32 e) {
    const auto nid = arguments{size}.next();
    const auto c = classify_nid(nid, edition_at(e));
    return give_json([&](json::writer &w) {
        w.begin_object().member("nid", nid).member("kind", to_string(c.kind)).member("registered", c.registered);
        w.member("availableAsFormal", c.available_as_formal()).key("error");
        c.fault ? write_error(w, *c.fault, nid) : static_cast<void>(w.null());
        w.key("refusals").begin_array();
        for (const auto &r : refusals_of_new_nid(nid, c.registered, edition_at(e))) write(w, r);
        w.end_array().member("notes", notes_on_new_nid(nid, namespace_registry::standard(), edition_at(e)));
        w.end_object();
    });
}

UNIFORM_JS(urn_namespace)(u32 size) {
    const auto *n = namespace_registry::standard().find(arguments{size}.next());
    return give_json([&](json::writer &w) { n != nullptr ? write(w, *n) : static_cast<void>(w.null()); });
}

UNIFORM_JS(urn_namespaces)() {
    return give_json([](json::writer &w) {
        w.begin_array();
        for (const namespace_info &n : iana_namespaces()) {
            w.begin_object().member("nid", n.nid).member("kind", to_string(n.kind));
            w.member("status", to_string(n.status)).member("title", n.title).end_object();
        }
        w.end_array();
    });
}

// The check character of a payload; an empty text when the algorithm gives none.
UNIFORM_JS(check_character)(u32 size, u32 algorithm) {
    const auto c = compute(static_cast<check_algorithm>(algorithm), arguments{size}.next());
    return give(std::string{c ? c->view() : std::string_view{}});
}

// nid, name of its identifier system
UNIFORM_JS(urn_from_name)(u32 size, u32 flags) {
    arguments in{size};
    const auto nid = in.next();
    const auto name = in.next();
    const auto u = urn_from_name(nid, name, {.complete_check = (flags & 1) != 0, .any_check = (flags & 2) != 0});
    return u ? give(u->text()) : fail(u.error(), name, u.error().rule == rule::nid ? "nid" : "name");
}

UNIFORM_JS(guess_names)(u32 size) {
    const auto text = arguments{size}.next();
    return give_json([&](json::writer &w) {
        w.begin_array();
        for (const name_guess &g : guess_names(text)) {
            w.begin_object().member("nid", g.nid).member("system", g.system).member("urn", g.urn).end_object();
        }
        w.end_array();
    });
}
