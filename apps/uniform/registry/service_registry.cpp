#include "registry/service_registry.hpp"

#include <functional>
#include <map>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>
#include <uniform/json/read.hpp>
#include <uniform/resolver/namespace_settings.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"
#include "service/client_text.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

// Every page of a list; `list_of` sees each.
int each_page(service_call &call, const std::string &path, const std::function<void(const json::value &)> &see) {
    std::string cursor;
    for (;;) {
        http::api_response answer;
        try {
            answer = call.api().call({.path = path + (cursor.empty() ? "" : "&after=" + http::path_segment(cursor))});
        } catch (const http::no_response &e) {
            return fail(exit_io, e.what());
        }
        if (answer.status >= 300) return call.report(answer);
        const auto body = json::read(answer.body, response_limits);
        if (!body || body->find("items") == nullptr || !body->find("items")->is_array()) {
            return fail(exit_io, "the response is not a list");
        }
        see(*body);
        std::string next{body->string_of("next")};
        if (next.empty()) return exit_good;
        if (next == cursor) return fail(exit_io, "the list is endless: the next page is the same one");
        cursor = std::move(next);
    }
}

// Those that IANA has registered, which this program may not know.
void add_iana(namespace_registry &all, const json::value &page) {
    for (const json::value &n : page.find("items")->elements()) {
        const std::string_view nid = n.string_of("nid");
        const namespace_info *const known = all.find(nid);
        if (known != nullptr && known->status == namespace_status::registered) continue;
        std::vector<std::string> references;
        for (const json::value &r : list_in(n, "references")) {
            if (r.is_string()) references.push_back(*r.if_string());
        }
        const std::vector<std::string_view> views(references.begin(), references.end());
        (void)all.add({.nid = nid,
                       .kind = informal_number(nid) ? namespace_kind::informal : namespace_kind::formal,
                       .title = n.string_of("title"),
                       .registrant = n.string_of("registrant"),
                       .references = views,
                       .date = n.string_of("date"),
                       .updated = n.string_of("updated"),
                       .source = "IANA's list of URN namespaces"},
                      namespace_status::registered); // one that is no NID is no namespace
    }
    if (page.string_of("list_date") > all.date()) all.set_date(page.string_of("list_date"));
}

// By NID; written before the inputs are read.
std::map<std::string, resolver::defined_components, std::less<>> &components() {
    static std::map<std::string, resolver::defined_components, std::less<>> all;
    return all;
}

// Those that are managed there, with their rules.
void add_managed(namespace_registry &all, const json::value &page) {
    for (json::value n : page.find("items")->elements()) {
        remove_member(n, "version");
        const auto settings = resolver::namespace_settings_from_json(n);
        if (!settings) continue; // of a newer service, with members that are unknown here
        if (!settings->components.empty()) components().insert_or_assign(settings->nid, settings->components);
        const namespace_info *const known = all.find(settings->nid);
        const bool of_iana = known != nullptr && known->status == namespace_status::registered;
        if (of_iana && settings->rules.empty()) continue;
        namespace_info info =
            settings->rules.empty() ? namespace_info{} : *settings->rules.registry().find(settings->nid);
        info.nid = settings->nid;
        info.kind = informal_number(settings->nid) ? namespace_kind::informal : namespace_kind::formal;
        if (!settings->title.empty()) info.title = settings->title;
        (void)all.add(info, of_iana ? namespace_status::registered : namespace_status::added);
    }
}

} // namespace

int use_registry_of(const registry_source_options &source, const common_options &common) {
    if (!source.registry_store && !source.registry_server) return exit_good;
    service_options o;
    static_cast<common_options &>(o) = common;
    o.server = source.registry_server;
    if (source.registry_store) o.settings.emplace_back("store.location", *source.registry_store);
    if (source.registry_store) o.given_as.emplace_back("--store");
    auto call = service_call::open(o);
    if (!call) return call.error();
    namespace_registry all = namespace_registry::standard();
    if (const int code = each_page(*call, "/namespaces?format=json&origin=iana&limit=1000",
                                   [&](const json::value &page) { add_iana(all, page); });
        code != exit_good) {
        return code;
    }
    if (const int code =
            each_page(*call, "/api/v1/namespaces?limit=1000", [&](const json::value &page) { add_managed(all, page); });
        code != exit_good) {
        return code;
    }
    namespace_registry::replace_standard(std::move(all));
    return exit_good;
}

std::optional<undefined_component> undefined_component_of(const urn_view &u) {
    if (components().empty()) return std::nullopt;
    const auto found = components().find(ascii::lower_copy(u.nid()));
    if (found == components().end()) return std::nullopt;
    const auto fault = [&](char letter,
                           std::optional<std::string_view> component) -> std::optional<undefined_component> {
        const auto p = component ? found->second.refuse(found->first, letter, *component) : std::nullopt;
        if (!p) return std::nullopt;
        return undefined_component{static_cast<std::size_t>(component->data() - u.text().data()),
                                   p->detail + " (" + p->rule + ")"};
    };
    if (auto r = fault('r', u.r_component())) return r;
    if (auto q = fault('q', u.q_component())) return q;
    return fault('f', u.f_component());
}

} // namespace uniform::cli
