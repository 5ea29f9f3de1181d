// Namespaces, their settings, and whether a NID is free.

#include <array>

#include <uniform/service/namespaces.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/store/store.hpp>

#include "http/history_request.hpp"
#include "http/preconditions.hpp"
#include "http/router.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;
using uniform::service::namespace_entry;

template <class T>
std::unexpected<problem> failed(std::expected<T, problem> &x) {
    return std::unexpected(std::move(x).error());
}

answer list(call &c) {
    const auto p = page_of(c);
    if (!p) return std::unexpected(p.error());
    const auto found =
        c.site.store->read([&](store::reading &r) { return uniform::service::list_namespaces(r, p->after, p->limit); });
    std::vector<std::string> items;
    for (const namespace_entry &n : found) items.push_back(to_json(n));
    return list_response(c, items, found.size() == p->limit ? std::string_view{found.back().settings.nid} : "");
}

answer show(call &c) {
    const auto when = as_of(c);
    if (!when) return std::unexpected(when.error());
    const std::string_view nid = c.path_value("nid");
    auto found = c.site.store->read([&](store::reading &r) {
        return *when ? uniform::service::namespace_as_of(r, nid, **when) : uniform::service::namespace_of(r, nid);
    });
    if (!found) return failed(found);
    response r = json_response(200, to_json(*found));
    r.fields.emplace_back("ETag", etag_of(found->event));
    r.fields.emplace_back("Cache-Control", "no-cache");
    return r;
}

answer put(call &c) {
    const auto body = json_body(c);
    if (!body) return std::unexpected(body.error());
    const auto condition = precondition_of(c.request);
    if (!condition) return std::unexpected(condition.error());
    auto wanted = resolver::namespace_settings_from_json(*body);
    if (!wanted) return failed(wanted);
    resolver::namespace_settings of_path{.nid = std::string(c.path_value("nid"))};
    for (char &ch : of_path.nid) ch = ch >= 'A' && ch <= 'Z' ? static_cast<char>(ch + 32) : ch;
    if (wanted->nid.empty()) wanted->nid = of_path.nid;
    if (wanted->nid != of_path.nid) {
        return std::unexpected(problem{.type = problem_type::invalid,
                                       .detail = "the body is of another namespace than the path",
                                       .members = R"({"pointer":"/nid"})"});
    }
    bool is_new = false;
    auto made = c.site.store->write(origin_of(c), [&](store::writing &w) {
        is_new = !uniform::service::find_namespace(w, wanted->nid);
        return uniform::service::put_namespace(w, *c.who, *wanted, *condition);
    });
    if (!made) return failed(made);
    response r = json_response(is_new ? 201 : 200, to_json(*made));
    r.fields.emplace_back("ETag", etag_of(made->event));
    if (is_new) r.fields.emplace_back("Location", "/api/v1/namespaces/" + made->settings.nid);
    return r;
}

answer judge(call &c) {
    response r = json_response(200, c.site.store->read([&](store::reading &view) {
        return uniform::service::judge(view, c.path_value("nid"));
    }));
    r.fields.emplace_back("Cache-Control", "no-cache");
    return r;
}

constexpr std::array table{
    route{"GET", "/api/v1/namespaces", "listNamespaces", resolver::anyone, list, 0}.with_query("limit after"),
    route{"GET", "/api/v1/namespaces/{nid}", "showNamespace", resolver::anyone, show, 0}.with_query("as_of"),
    route{"PUT", "/api/v1/namespaces/{nid}", "putNamespace", resolver::managers, put, 65'536},
    route{"GET", "/api/v1/nids/{nid}", "judgeNid", resolver::anyone, judge, 0},
};

} // namespace

std::span<const route> namespaces_routes() noexcept { return table; }

} // namespace uniform::http
