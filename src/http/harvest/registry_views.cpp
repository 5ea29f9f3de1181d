#include "http/harvest/registry_views.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/syntax/percent.hpp>

namespace uniform::http {

using pages::html_page;
using service::published_namespace;

namespace {

constexpr std::size_t most_compared = 20;

json::value object(std::initializer_list<std::pair<std::string_view, std::string_view>> members) {
    json::value out = json::object{};
    for (const auto &[name, value] : members) out.set(name, value);
    return out;
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
        out.push_back(object({{"reference", reference}, {"href", href}}));
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
    return with(p.text("registry.date_of"), {{"{0}", n.date}, {"{1}", n.info->date_source}});
}

// Names and values of a list of terms, without those that are empty.
class term_list {
public:
    explicit term_list(const html_page &p) : page_{&p} {}
    void add(std::string_view key, std::string_view value, bool code = false) {
        if (value.empty()) return;
        out_.push_back(object({{"term", page_->text(key)}, {"value", value}}).set("code", code));
    }
    [[nodiscard]] json::array take() { return std::move(out_); }

private:
    const html_page *page_;
    json::array out_;
};

json::array rules_of(const html_page &p, const published_namespace &n) {
    term_list out{p};
    if (n.info == nullptr) return out.take();
    const namespace_info &i = *n.info;
    out.add("registry.syntax", i.syntax.abnf, true);
    out.add("registry.equivalence", i.equivalence_summary);
    out.add("registry.resolution", to_string(i.resolution));
    out.add("registry.r_component", i.components.r_component);
    out.add("registry.q_component", i.components.q_component);
    out.add("registry.f_component", i.components.f_component);
    out.add("registry.source", i.source);
    out.add("registry.notes", i.notes);
    return out.take();
}

json::array changes_in(const registry::template_difference &d) {
    json::array out;
    for (const registry::field_change &f : d.fields) {
        for (const registry::line_change &l : f.lines) {
            if (l.kind == registry::change::removed)
                out.push_back(object({{"what", f.name}, {"old", l.text}, {"new", ""}}));
            if (l.kind == registry::change::added)
                out.push_back(object({{"what", f.name}, {"old", ""}, {"new", l.text}}));
        }
    }
    return out;
}

json::array revisions_of(const published_namespace &n, const std::vector<registry::template_difference> &differences) {
    json::array out;
    for (std::size_t i = 0; i < n.revisions.size(); ++i) {
        const service::published_revision &v = n.revisions[i];
        const std::string href =
            "/api/v1/requests/" + std::to_string(v.request) + "/versions/" + std::to_string(v.submission);
        json::value one = object({{"version", v.version}, {"date", v.date}, {"href", href}});
        json::array changes = i < differences.size() ? changes_in(differences[i]) : json::array{};
        one.set("has_differences", !changes.empty()).set("differences", std::move(changes));
        out.push_back(std::move(one));
    }
    return out;
}

} // namespace

std::vector<registry::template_difference> differences_of(store::reading &r, const published_namespace &n) {
    std::vector<registry::template_difference> out;
    // The last one is the first registration, which revises nothing.
    for (std::size_t i = 0; i + 1 < n.revisions.size() && i < most_compared; ++i) {
        const service::published_revision &v = n.revisions[i];
        auto found = service::difference(r, {}, v.request, 0, v.submission);
        out.push_back(found ? std::move(found->changes) : registry::template_difference{});
    }
    return out;
}

html_page registry_view(const registry_page &list, const service::published_filter &f, const settings *s,
                        const request &q) {
    html_page p{s, q};
    p.title = p.text("registry.document");
    p.area = pages::area::registry;
    json::array origins;
    origins.push_back(
        object({{"value", ""}, {"label", p.text("registry.any_origin")}}).set("selected", f.origin.empty()));
    for (const std::string_view origin : {"iana", "here", "local"}) {
        json::value one = object({{"value", origin}, {"label", p.text("origin." + std::string{origin})}});
        origins.push_back(std::move(one.set("selected", f.origin == origin)));
    }
    json::array rows;
    for (const published_namespace &n : list.namespaces) {
        json::value one = object({{"nid", n.nid},
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

html_page namespace_view(const published_namespace &n, const std::vector<registry::template_difference> &differences,
                         const settings *s, const request &q) {
    html_page p{s, q};
    p.title = "urn:" + n.nid;
    p.area = pages::area::registry;
    term_list terms{p};
    terms.add("registry.registrant", n.registrant);
    terms.add("registry.date", registered_on(p, n));
    terms.add("registry.updated", n.updated);
    if (n.settings) terms.add("registry.status", to_string(n.settings->settings.status));
    json::array examples;
    if (n.info != nullptr) {
        for (const std::string_view e : n.info->examples) {
            examples.push_back(object({{"example", e}, {"href", "/search?q=" + encode_query_data(e)}}));
        }
    }
    json::value &d = p.data;
    d = object({{"nid", n.nid},
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
    add("rules", rules_of(p, n));
    add("revisions", revisions_of(n, differences));
    return p;
}

} // namespace uniform::http
