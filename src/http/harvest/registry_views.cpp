#include "http/harvest/registry_views.hpp"

#include <algorithm>
#include <array>
#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/registry/derived_rules.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/service/responsibility.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/template_changes.hpp"
#include "http/harvest/namespace_trial.hpp"
#include "http/pages/messages.hpp"
#include "http/pages/page.hpp"

namespace uniform::http {

using pages::html_page;
using service::published_namespace;

namespace {

constexpr std::size_t most_compared = 20;
constexpr std::size_t most_examples = 3;

json::value feed_link(const html_page &p) {
    json::value out = pages::object_of({{"rel", "alternate"}, {"type", "application/atom+xml"}});
    return out.set("href", "/api/v1/requests.atom").set("title", p.text("front.feed"));
}

std::string path_of(std::string_view nid) { return "/namespaces/" + encode_segment(nid); }

std::string with(std::string text, std::initializer_list<std::pair<std::string_view, std::string_view>> values) {
    for (const auto &[mark, value] : values) {
        if (const auto at = text.find(mark); at != std::string::npos) text.replace(at, mark.size(), value);
    }
    return text;
}

json::array references_of(const published_namespace &n) {
    json::array out;
    for (const std::string &reference : n.references) {
        std::string href;
        if (reference.starts_with("RFC ") && reference.find_first_not_of("0123456789", 4) == std::string::npos) {
            href = "https://www.rfc-editor.org/info/rfc" + reference.substr(4);
        } else if (!reference.starts_with('/') && reference.find_first_of(" \n\t") == std::string::npos) {
            href = pages::safe_link(reference);
        }
        out.push_back(pages::object_of({{"reference", reference}, {"href", href}}));
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
        if (value.empty()) return;
        out_.push_back(pages::object_of({{"term", page_->text(key)}, {"value", value}}).set("code", code));
    }
    // A text of the registry, which is in English.
    void add_english(std::string_view key, std::string_view value) {
        if (value.empty()) return;
        out_.push_back(
            pages::object_of({{"term", page_->text(key)}, {"value", value}}).set("code", false).set("english", true));
    }
    void add_named(std::string_view name, std::string_view value) {
        if (!value.empty()) out_.push_back(pages::object_of({{"term", name}, {"value", value}}).set("code", false));
    }
    [[nodiscard]] json::array take() { return std::move(out_); }

private:
    const html_page *page_;
    json::array out_;
};

// One set of rules: what the template says of them in prose is shown only as long as it is no rule.
json::array rules_of(const html_page &p, const published_namespace &n, const namespace_details &more) {
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

// Addresses of known resolvers, as templates: "https://example.org/{nss}".
json::array resolvers_of(const published_namespace &n) {
    json::array out;
    if (n.info == nullptr) return out;
    for (const resolver_rule &rule : n.info->resolvers) {
        std::string prefixes;
        for (const std::string_view prefix : rule.prefixes)
            prefixes.append(prefixes.empty() ? "" : ", ").append(prefix);
        out.push_back(pages::object_of({{"address", rule.address}, {"prefixes", prefixes}}));
    }
    return out;
}

json::array revisions_of(const published_namespace &n, const std::vector<registry::template_difference> &differences) {
    json::array out;
    for (std::size_t i = 0; i < n.revisions.size(); ++i) {
        const service::published_revision &v = n.revisions[i];
        const std::string href =
            "/api/v1/requests/" + std::to_string(v.request) + "/versions/" + std::to_string(v.submission);
        json::value one = pages::object_of({{"version", v.version}, {"date", v.date}, {"href", href}});
        json::array changes = i < differences.size() ? changes_in(differences[i]) : json::array{};
        one.set("has_differences", !changes.empty()).set("differences", std::move(changes));
        out.push_back(std::move(one));
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

html_page registry_view(const registry_page &list, const service::published_filter &f, const settings *s,
                        const request &q) {
    html_page p{s, q};
    p.title = p.text("registry.document");
    p.area = pages::area::registry;
    p.links.push_back(feed_link(p));
    json::array origins;
    origins.push_back(
        pages::object_of({{"value", ""}, {"label", p.text("registry.any_origin")}}).set("selected", f.origin.empty()));
    for (const std::string_view origin : {"iana", "here", "local"}) {
        json::value one = pages::object_of({{"value", origin}, {"label", p.text("origin." + std::string{origin})}});
        origins.push_back(std::move(one.set("selected", f.origin == origin)));
    }
    json::array kinds;
    kinds.push_back(
        pages::object_of({{"value", ""}, {"label", p.text("registry.any_kind")}}).set("selected", f.kind.empty()));
    for (const std::string_view kind : {"formal", "informal"}) {
        json::value one = pages::object_of({{"value", kind}, {"label", p.text("kind." + std::string{kind})}});
        kinds.push_back(std::move(one.set("selected", f.kind == kind)));
    }
    p.data.set("kinds", std::move(kinds)).set("managed_only", f.managed);
    json::array rows;
    for (const published_namespace &n : list.namespaces) {
        json::value one = pages::object_of({{"nid", n.nid},
                                            {"href", path_of(n.nid) + "?format=html"},
                                            {"heading", n.title},
                                            {"registrant", n.registrant},
                                            {"origin_label", origin_of(p, n)},
                                            {"date", n.date},
                                            {"updated", n.updated},
                                            {"template_href", pages::safe_link(n.template_url)}});
        rows.push_back(std::move(one.set("managed", n.managed).set("references", references_of(n))));
    }
    p.data.set("list_date", list.list_date).set("query", f.q).set("origins", std::move(origins));
    p.data.set("has_namespaces", !rows.empty()).set("namespaces", std::move(rows)).set("next", list.next_url);
    return p;
}

html_page namespace_view(const published_namespace &n, const namespace_details &more, std::string_view tried,
                         const settings *s, const request &q) {
    html_page p{s, q};
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
    json::array examples;
    const auto add_example = [&](std::string_view e) {
        const std::string href = path_of(n.nid) + "?format=html&name=" + encode_query_data(e) + "#try";
        examples.push_back(pages::object_of({{"example", e}, {"href", href}}));
    };
    for (const std::string &urn : more.names) add_example(urn);
    for (const std::string &urn : n.rules.examples) {
        if (std::ranges::find(more.names, urn) == more.names.end()) add_example(urn);
    }
    json::value &d = p.data;
    d = pages::object_of({{"nid", n.nid},
                          {"heading", n.title},
                          {"kind_label", p.text("kind." + std::string{to_string(n.kind)})},
                          {"origin_label", origin_of(p, n)},
                          {"template_href", pages::safe_link(n.template_url)},
                          {"self", path_of(n.nid)},
                          {"settings_href", "/api/v1/namespaces/" + encode_segment(n.nid)},
                          {"list_date", n.registry->date()}});
    d.set("managed", n.managed).set("terms", terms.take());
    const auto add = [&](const std::string &name, json::array list) {
        d.set("has_" + name, !list.empty()).set(name, std::move(list));
    };
    add("references", references_of(n));
    add("examples", std::move(examples));
    add("rules", rules_of(p, n, more));
    add("resolvers", resolvers_of(n));
    d.set("resolution_note", n.info == nullptr ? std::string_view{} : n.info->resolution_note);
    add("revisions", revisions_of(n, more.differences));
    d.set("tried", tried);
    if (!tried.empty()) d.set("trial", trial_of(p, n, tried));
    return p;
}

} // namespace uniform::http
