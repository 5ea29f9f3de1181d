#include "http/harvest/registry_views.hpp"

#include <algorithm>
#include <array>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/registry/derived_rules.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/responsibility.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/text.hpp"
#include "http/api/template_changes.hpp"
#include "http/harvest/namespace_trial.hpp"
#include "http/pages/messages.hpp"

namespace uniform::http {

using pages::html_page;
using registries::filter_choice;
using registries::namespace_model;
using registries::namespace_row;
using registries::reference_row;
using registries::registry_model;
using registries::resolver_row;
using registries::revision_row;
using registries::term_row;
using service::published_namespace;

namespace {

constexpr std::size_t most_compared = 20;
constexpr std::size_t most_examples = 3;

pages::head_link feed_link(const html_page &p) {
    return {.rel = "alternate",
            .type = "application/atom+xml",
            .href = "/api/v1/requests.atom",
            .title = p.text("front.feed")};
}

std::string path_of(std::string_view nid) { return "/namespaces/" + encode_segment(nid); }

std::string with(std::string text, std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
    for (const auto &[mark, value] : values) {
        if (const auto at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), value);
    }
    return text;
}

std::vector<reference_row> references_of(const published_namespace &n) {
    std::vector<reference_row> out;
    for (const std::string &reference : n.references) {
        std::string href;
        if (reference.starts_with("RFC ") && reference.find_first_not_of("0123456789", 4) == std::string::npos) {
            href = "https://www.rfc-editor.org/info/rfc" + reference.substr(4);
        } else if (!reference.starts_with('/') && reference.find_first_of(" \n\t") == std::string::npos) {
            href = pages::safe_link(reference);
        }
        out.push_back({.reference = reference, .href = std::move(href)});
    }
    return out;
}

std::string origin_of(const html_page &p, const published_namespace &n) { return p.text("origin." + n.origin); }

// The date of the registration and whose it is, or that the list has none.
std::string registered_on(const html_page &p, const published_namespace &n) {
    if (n.info == nullptr) return n.date;
    if (n.date.empty()) {
        std::string out = with(p.text("registry.not_in_list"), {{"{}", n.registry->date()}});
        return n.info->spec_date.empty()
                   ? out
                   : out + "; " + with(p.text("registry.document_of"), {{"{}", n.info->spec_date}});
    }
    if (n.info->date_source.empty()) return n.date;
    return with(p.text("registry.date_of"), {{"{0}", n.date}, {"{1}", pages::label_of(p.in(), n.info->date_source)}});
}

// Names and values of a list of terms, without those that are empty.
class term_list {
public:
    explicit term_list(const html_page &p) : page_{&p} {}
    void add(std::string_view key, std::string_view value, bool code = false) {
        add_row({.term = page_->text(key), .value = std::string{value}, .code = code});
    }
    // A text of the registry, which is in English.
    void add_english(std::string_view key, std::string_view value) {
        add_row({.term = page_->text(key), .value = std::string{value}, .english = true});
    }
    void add_named(std::string_view name, std::string_view value) {
        add_row({.term = std::string{name}, .value = std::string{value}});
    }
    [[nodiscard]] std::vector<term_row> take() { return std::move(out_); }

private:
    void add_row(term_row one) {
        if (!one.value.empty()) out_.push_back(std::move(one));
    }

    const html_page *page_;
    std::vector<term_row> out_;
};

// One set of rules: what the template says of them in prose is shown only as long as it is no rule.
std::vector<term_row> rules_of(const html_page &p, const published_namespace &n, const namespace_details &more) {
    term_list out{p};
    const service::published_rules &own = n.rules;
    const bool undecided = own.from == resolver::rules_source::undecided;
    out.add("registry.syntax", own.abnf, true);
    out.add("registry.pattern", own.pattern, true);
    if (n.info == nullptr && own.pattern.empty()) {
        out.add("registry.syntax", p.text(undecided ? "registry.undecided" : "registry.any_nss"));
    }
    if (n.info != nullptr)
        out.add_english("registry.equivalence", own.equivalence);
    else
        out.add("registry.equivalence", own.equivalence, true);
    out.add("registry.check", own.checks, n.info == nullptr);
    if (n.info != nullptr) {
        out.add("registry.resolution", p.text("registry.resolution_" + std::string{to_string(n.info->resolution)}));
    }
    out.add("registry.r_component", pages::label_of(p.in(), own.r_component));
    out.add("registry.q_component", pages::label_of(p.in(), own.q_component));
    out.add("registry.f_component", pages::label_of(p.in(), own.f_component));
    if (more.registered) {
        for (const registry::field f : {registry::field::purpose, registry::field::syntax, registry::field::assignment,
                                        registry::field::security_and_privacy, registry::field::interoperability,
                                        registry::field::resolution, registry::field::documentation}) {
            if (f == registry::field::syntax && own.from == resolver::rules_source::registration) continue;
            const registry::entry *const e = more.registered->find(f);
            if (e != nullptr) out.add_named(e->name, e->text);
        }
    }
    if (n.info == nullptr) return out.take();
    out.add_english("registry.source", n.info->source);
    out.add_english("registry.notes", n.info->notes);
    return out.take();
}

std::vector<resolver_row> resolvers_of(const published_namespace &n) {
    std::vector<resolver_row> out;
    if (n.info == nullptr) return out;
    for (const resolver_rule &rule : n.info->resolvers) {
        std::string prefixes;
        for (const std::string_view prefix : rule.prefixes)
            prefixes.append(prefixes.empty() ? "" : ", ").append(prefix);
        out.push_back({.address = std::string{rule.address}, .prefixes = std::move(prefixes)});
    }
    return out;
}

std::vector<revision_row> revisions_of(const published_namespace &n,
                                       const std::vector<registry::template_difference> &differences) {
    std::vector<revision_row> out;
    for (std::size_t i = 0; i < n.revisions.size(); ++i) {
        const service::published_revision &v = n.revisions[i];
        auto changes = i < differences.size() ? changes_in(differences[i]) : std::vector<pages::change_row>{};
        out.push_back(
            {.revision = v,
             .href = "/api/v1/requests/" + std::to_string(v.request) + "/versions/" + std::to_string(v.submission),
             .has_differences = !changes.empty(),
             .differences = std::move(changes)});
    }
    return out;
}

// The choices of a filter: any, and each value with the text of its key.
std::vector<filter_choice> choices_of(const html_page &p, std::string_view any, std::string_view texts,
                                      std::initializer_list<std::string_view> values, std::string_view chosen) {
    std::vector<filter_choice> out{{.label = p.text(any), .selected = chosen.empty()}};
    for (const std::string_view value : values) {
        out.push_back({.value = value, .label = p.text(base::concat({texts, value})), .selected = chosen == value});
    }
    return out;
}

// The registrar of the delegation of the whole namespace, and the one that had it first.
void add_responsible(store::reading &r, std::string_view nid, namespace_details &out) {
    const std::string prefix = std::string{nid} + ":";
    const std::string now = service::responsible_registrar(r, prefix);
    const auto changes = service::responsibility_changes(r, prefix);
    out.responsible = service::name_of_registrar(r, now);
    out.first_responsible = changes.empty() ? out.responsible : service::name_of_registrar(r, changes.back().from);
}

} // namespace

namespace_details details_of(store::reading &r, const published_namespace &n) {
    namespace_details out;
    // The last one is the first registration, which revises nothing.
    for (std::size_t i = 0; i + 1 < n.revisions.size() && i < most_compared; ++i) {
        const service::published_revision &v = n.revisions[i];
        auto found = service::difference(r, {}, v.request, 0, v.submission);
        out.differences.push_back(found ? std::move(found->changes) : registry::template_difference{});
    }
    if (!n.revisions.empty()) {
        const service::published_revision &v = n.revisions.front();
        const auto text = service::find_version(r, {}, v.request, v.submission);
        auto t = text ? registry::read_any_template(text->template_text, {.edition = edition::rfc8141})
                      : std::expected<registry::namespace_template, registry::template_error>{};
        if (text && t) out.registered = std::move(*t);
    }
    if (n.managed) {
        add_responsible(r, n.nid, out);
        for (const service::name_entry &name :
             service::list(r, n.nid + ":", {}, most_examples, resolver::name_state::active).names) {
            // One that a revision no longer permits stays valid, but shows nobody how names look.
            const std::string urn = resolver::urn_of(name.key, name.record);
            const bool has_rules = n.settings && !n.settings->settings.rules.empty();
            const namespace_registry &rules = has_rules ? n.settings->settings.rules.registry() : *n.registry;
            if (registry::fault_of_example(urn, rules).empty()) out.names.push_back(urn);
        }
    }
    return out;
}

pages::page_with<registry_model> registry_view(registry_page list, const service::published_filter &f,
                                               const settings *s, const request &q) {
    pages::page_with<registry_model> p{s, q};
    p.title = p.text("registry.document");
    p.area = pages::area::registry;
    p.links.push_back(feed_link(p));
    registry_model &m = p.shows;
    m.origins = choices_of(p, "registry.any_origin", "origin.", {"iana", "here", "local"}, f.origin);
    m.kinds = choices_of(p, "registry.any_kind", "kind.", {"formal", "informal"}, f.kind);
    m.managed_only = f.managed;
    m.list_date = std::move(list.list_date);
    m.query = f.q;
    m.next = std::move(list.next_url);
    m.namespaces.reserve(list.namespaces.size());
    for (published_namespace &n : list.namespaces) {
        namespace_row one{.href = path_of(n.nid) + "?format=html",
                          .origin_label = origin_of(p, n),
                          .template_href = pages::safe_link(n.template_url),
                          .references = references_of(n)};
        one.entry = std::move(n);
        m.namespaces.push_back(std::move(one));
    }
    m.has_namespaces = !m.namespaces.empty();
    return p;
}

pages::page_with<namespace_model> namespace_view(published_namespace n, const namespace_details &more,
                                                 std::string_view tried, const settings *s, const request &q) {
    pages::page_with<namespace_model> p{s, q};
    p.title = "urn:" + n.nid;
    p.area = pages::area::registry;
    p.links.push_back(feed_link(p));
    term_list terms{p};
    terms.add("registry.registrant", n.registrant);
    if (n.first_registrant != n.registrant) terms.add("registry.first_registrant", n.first_registrant);
    terms.add("registry.responsible", more.responsible);
    if (more.first_responsible != more.responsible) terms.add("registry.first_responsible", more.first_responsible);
    terms.add("registry.date", registered_on(p, n));
    terms.add("registry.updated", n.updated);
    if (n.settings) {
        terms.add("registry.status", p.text("registry.status_" + std::string{to_string(n.settings->settings.status)}));
    }
    namespace_model &m = p.shows;
    const auto add_example = [&](std::string_view e) {
        m.examples.push_back(
            {.example = std::string{e}, .href = path_of(n.nid) + "?format=html&name=" + encode_query_data(e) + "#try"});
    };
    for (const std::string &urn : more.names) add_example(urn);
    for (const std::string &urn : n.rules.examples) {
        if (std::ranges::find(more.names, urn) == more.names.end()) add_example(urn);
    }
    m.has_examples = !m.examples.empty();
    m.kind_label = p.text("kind." + std::string{to_string(n.kind)});
    m.origin_label = origin_of(p, n);
    m.template_href = pages::safe_link(n.template_url);
    m.self = path_of(n.nid);
    m.settings_href = "/api/v1/namespaces/" + encode_segment(n.nid);
    m.list_date = n.registry->date();
    m.terms = terms.take();
    m.references = references_of(n);
    m.has_references = !m.references.empty();
    m.rules = rules_of(p, n, more);
    m.has_rules = !m.rules.empty();
    m.resolvers = resolvers_of(n);
    m.has_resolvers = !m.resolvers.empty();
    if (n.info != nullptr) m.resolution_note = n.info->resolution_note;
    m.revisions = revisions_of(n, more.differences);
    m.has_revisions = !m.revisions.empty();
    m.tried = tried;
    if (!tried.empty()) m.trial = trial_of(p, n, tried);
    m.entry = std::move(n);
    return p;
}

} // namespace uniform::http
