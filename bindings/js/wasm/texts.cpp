// Identifiers in text, typed ones, templates, and what may mislead or harm.
#include "wire.hpp"

#include <uniform/lint/lint.hpp>
#include <uniform/text/abbreviated.hpp>
#include <uniform/text/find.hpp>
#include <uniform/unicode/icu.hpp>
#include <uniform/uri/uri_template.hpp>

using namespace uniform;
using namespace uniform::js;

namespace {

answer fail(const template_error &e, std::string_view text, std::string_view code = "invalid_template") {
    give_json([&](json::writer &w) {
        w.begin_object()
            .member("code", e.is_limit ? "template_limit" : code)
            .member("offset", units{text}.before(e.offset));
        w.member("byteOffset", e.offset).member("rule", e.production);
        source(w, "RFC 6570", e.section).member("reason", e.message).end_object();
    });
    return failed;
}

void write(json::writer &w, const template_value &value) {
    if (const auto *s = std::get_if<std::string>(&value)) {
        w.string(*s);
    } else if (const auto *list = std::get_if<template_list>(&value)) {
        w.add(*list);
    } else {
        w.begin_object();
        for (const auto &[name, each] : std::get<template_pairs>(value)) w.member(name, each);
        w.end_object();
    }
}

} // namespace

UNIFORM_JS(find)(u32 size, u32 e, u32 schemes, u32 flags) {
    const auto text = arguments{size}.next();
    find_options o;
    o.edition = edition_at(e);
    o.schemes = static_cast<found_schemes>(schemes);
    o.abbreviated = (flags & 1) != 0;
    o.join_lines = (flags & 2) != 0;
    if ((flags & 4) != 0) o.completion.default_scheme = "https";
    return give_json([&](json::writer &w) {
        units u{text};
        w.begin_array();
        uri_finder{o}.find(text, [&](const found &f) {
            w.begin_object().member("begin", u.before(f.begin)).member("end", u.before(f.end));
            w.member("uri", f.uri()).member("text", f.text).member("how", to_string(f.how)).member("guess", f.guess);
            w.member("rule", to_string(f.rule)).member("cutBefore", f.cut_before).member("cleaned", f.cleaned);
            w.end_object();
        });
        w.end_array();
    });
}

// The URI that a typed text stands for; null when it cannot be completed.
UNIFORM_JS(complete)(u32 size, u32 e, u32 https) {
    const auto text = arguments{size}.next();
    const auto c = completed(text, e, https);
    return give_json([&](json::writer &w) {
        if (!c) {
            w.null();
            return;
        }
        units u{text};
        w.begin_object().member("uri", c->uri).member("rule", to_string(c->rule)).member("guess", c->guess);
        w.key("cleaned").begin_array();
        for (const cleaning &each : c->cleaned) {
            w.begin_object().member("what", to_string(each.kind));
            w.member("begin", u.before(each.begin)).member("end", u.before(each.end)).end_object();
        }
        w.end_array().end_object();
    });
}

UNIFORM_JS(template_facts)(u32 size) {
    const auto text = arguments{size}.next();
    const auto t = uri_template::parse(text);
    if (!t) return fail(t.error(), text);
    return give_json([&](json::writer &w) {
        w.begin_object().member("variables", t->variables());
        w.member("level", static_cast<u32>(t->needs())).end_object();
    });
}

// template, then for each variable: its name, "string", "list" or "pairs", the number of texts, the texts
UNIFORM_JS(expand)(u32 size) {
    arguments in{size};
    const auto text = in.next();
    const auto t = uri_template::parse(text);
    if (!t) return fail(t.error(), text);
    template_variables variables;
    while (in.more()) {
        std::string name{in.next()};
        const auto kind = in.next();
        u32 count = 0;
        const auto digits = in.next();
        for (const char c : digits) count = count * 10 + static_cast<u32>(c - '0');
        template_value value;
        if (kind == "string") {
            value = std::string{in.next()};
        } else if (kind == "list") {
            template_list list;
            for (u32 i = 0; i < count; ++i) list.emplace_back(in.next());
            value = std::move(list);
        } else {
            template_pairs pairs;
            for (u32 i = 0; i < count; i += 2) {
                std::string key{in.next()};
                pairs.emplace_back(std::move(key), std::string{in.next()});
            }
            value = std::move(pairs);
        }
        variables.insert_or_assign(std::move(name), std::move(value));
    }
    auto uri = t->expand(variables);
    return uri ? give(*std::move(uri)) : fail(uri.error(), text);
}

// template, URI
UNIFORM_JS(match_template)(u32 size) {
    arguments in{size};
    const auto text = in.next();
    const auto uri = in.next();
    const auto t = uri_template::parse(text);
    if (!t) return fail(t.error(), text);
    const auto m = t->match(uri);
    if (!m) return fail(m.error(), uri, "no_match");
    return give_json([&](json::writer &w) {
        w.begin_object().member("ambiguous", m->ambiguous).key("values").begin_array();
        for (const auto &[name, value] : m->values) {
            w.begin_array().string(name);
            write(w, value);
            w.end_array();
        }
        w.end_array().end_object();
    });
}

UNIFORM_JS(lint)(u32 size, u32 e, u32 longest, u32 safer) {
    const auto text = arguments{size}.next();
    lint_options o;
    o.unicode = &icu_checks();
    o.edition = edition_at(e);
    o.safer = safer != 0;
    if (longest != 0) o.longest = longest;
    return give_json([&](json::writer &w) {
        units u{text};
        w.begin_array();
        for (const lint_finding &f : lint(text, o)) {
            w.begin_object().member("check", to_string(f.check)).member("severity", to_string(f.severity));
            w.member("begin", u.before(f.where.begin)).member("end", u.before(f.where.end));
            w.member("explanation", f.explanation);
            source(w, f.document, f.section).member("safer", f.safer).end_object();
        }
        w.end_array();
    });
}

UNIFORM_JS(citation)(u32 size) {
    arguments a{size};
    const auto document = a.next();
    return give(citation(document, a.next()));
}

UNIFORM_JS(lint_checks)() {
    return give_json([](json::writer &w) {
        w.begin_array();
        for (const lint_check_info &c : lint_checks()) {
            w.begin_object().member("check", c.id).member("severity", to_string(c.severity));
            w.member("summary", c.summary);
            source(w, c.document, c.section).end_object();
        }
        w.end_array();
    });
}
