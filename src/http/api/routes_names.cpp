// Names: assigning, changing, showing, their history. The rules are in uniform/service/names.hpp.

#include <algorithm>
#include <array>

#include <uniform/http/settings.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/keys.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/names_search.hpp>
#include <uniform/service/responsibility.hpp>
#include <uniform/store/store.hpp>
#include <uniform/syntax/percent.hpp>

#include "base/try.hpp"
#include "http/api/history_request.hpp"
#include "http/api/name_requests.hpp"
#include "http/api/parameters.hpp"
#include "http/api/preconditions.hpp"
#include "http/api/router.hpp"
#include "http/api/routes.hpp"
#include "http/api/routes_names.hpp"

namespace uniform::http {

namespace {

using resolver::problem;
using resolver::problem_type;
using service::name_entry;

using name_requests::address_of;
using name_requests::big_body;
using name_requests::options_of;
using name_requests::wanted_change;
using name_requests::wanted_of;

response shown(const name_entry &o, int status) {
    response r = json_response(status, json::written(o));
    r.fields.emplace_back("ETag", etag_of(o.record.version));
    if (status == 201) r.fields.emplace_back("Location", address_of(o.key));
    if (o.repeated) r.fields.emplace_back("Idempotency-Replayed", "true");
    return r;
}

// The name in the body; empty if there is none.
std::expected<std::string, problem> name_in(const json::value &body, bool required) {
    std::string urn;
    json::members m{body, "a name record"};
    if (required) m.require("name");
    m.string("name", urn, big_body);
    if (m.ok()) return urn;
    return std::unexpected{resolver::to_problem(m.done().error())};
}

// The body is the record of `urn`; it may contain the name.
std::expected<service::assignment, problem> assignment_of(wanted_change &wanted, std::string urn,
                                                          std::initializer_list<std::string_view> others) {
    UNIFORM_TRY(auto &record, resolver::record_from_json(wanted.body, others));
    return service::assignment{
        .urn = std::move(urn), .record = std::move(record), .options = std::move(wanted.options)};
}

// Whether a problem of an assignment, without a pointer, is about the name itself: not about the token, the
// Idempotency-Key or the precondition. An offset is in the URN.
bool is_about_name(const problem &p) {
    constexpr std::array types{problem_type::invalid, problem_type::out_of_policy, problem_type::not_found,
                               problem_type::conflict, problem_type::forbidden};
    return p.offset || std::ranges::find(types, p.type) != types.end();
}

// --- assigning

handler_result assign(request_context &c) {
    UNIFORM_TRY(auto &wanted, wanted_of(c));
    UNIFORM_TRY(auto &urn, name_in(wanted.body, true));
    UNIFORM_TRY(const auto &a, assignment_of(wanted, std::move(urn), {"name"}));
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) { return service::assign(w, *c.who, a); });
    if (!made) {
        problem p = std::move(made.error());
        if (!p.pointer && is_about_name(p)) p.pointer = "/name";
        return std::unexpected{in_body(std::move(p), wanted.body)};
    }
    return shown(*made, 201);
}

handler_result put(request_context &c) {
    UNIFORM_TRY(auto &wanted, wanted_of(c));
    UNIFORM_TRY(auto &urn, name_in(wanted.body, false));
    const auto same_key = [&] {
        return c.server.store->look_up([&](store::reading &r) {
            const auto key = service::key_of(r, c.path_value("urn"));
            const auto other = service::key_of(r, urn);
            return key && other && *key == *other;
        });
    };
    if (!urn.empty() && urn != c.path_value("urn") && !same_key()) {
        return std::unexpected{in_body({.type = problem_type::invalid,
                                        .detail = "the name in the body is not that of the path",
                                        .pointer = "/name"},
                                       wanted.body)};
    }
    UNIFORM_TRY(auto &a, assignment_of(wanted, std::string(c.path_value("urn")), {"name"}));
    a.accept_identical = true;
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) { return service::assign(w, *c.who, a); });
    if (!made) return std::unexpected{in_body(std::move(made.error()), wanted.body)};
    return shown(*made, made->created ? 201 : 200);
}

handler_result show_batch(request_context &c) {
    UNIFORM_TRY(auto &found,
                c.server.store->look_up([&](store::reading &r) { return service::find_batch(r, c.path_value("id")); }));
    return json_response(200, json::written(found));
}

// --- afterwards

handler_result activate(request_context &c) {
    UNIFORM_TRY(auto &wanted, wanted_of(c));
    UNIFORM_TRY(const auto &a, assignment_of(wanted, std::string(c.path_value("urn")), {}));
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) { return service::activate(w, *c.who, a); });
    if (!made) return std::unexpected{in_body(std::move(made.error()), wanted.body)};
    return shown(*made, 200);
}

handler_result change(request_context &c) {
    UNIFORM_TRY(const auto &body, json_body(c));
    UNIFORM_TRY(auto &options, options_of(c));
    // RFC 5789 2.2. RFC 7396 also merges the members of the metadata.
    const std::string type = body_type_of(c.request.value("Content-Type"));
    const bool merges = type == "application/merge-patch+json";
    if (!merges && type != "application/json") {
        return refuse(problem_type::unsupported_media_type,
                      "unsupported media type; supported media types: application/merge-patch+json, application/json");
    }
    UNIFORM_TRY(const auto &wanted, service::changes_from_json(body, merges));
    const std::string_view urn = c.path_value("urn");
    auto made = c.server.store->write(
        origin_of(c), [&](store::writing &w) { return service::change(w, *c.who, urn, wanted, options); });
    if (!made) return std::unexpected{in_body(std::move(made.error()), body)};
    return shown(*made, 200);
}

handler_result withdraw(request_context &c) {
    UNIFORM_TRY(auto &wanted, wanted_of(c));
    service::withdrawal x{.urn = std::string(c.path_value("urn")), .options = std::move(wanted.options)};
    json::members m{wanted.body, "a withdrawal"};
    m.string("reason", x.reason, big_body).string("successor", x.successor, big_body);
    if (auto fine = m.done(); !fine) return std::unexpected{resolver::to_problem(fine.error())};
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) { return service::withdraw(w, *c.who, x); });
    if (!made) return std::unexpected{in_body(std::move(made.error()), wanted.body)};
    return shown(*made, 200);
}

handler_result reinstate(request_context &c) {
    UNIFORM_TRY(auto &wanted, wanted_of(c));
    if (auto fine = json::members{wanted.body, "a reinstatement"}.done(); !fine) {
        return std::unexpected{resolver::to_problem(fine.error())};
    }
    auto made = c.server.store->write(origin_of(c), [&](store::writing &w) {
        return service::reinstate(w, *c.who, c.path_value("urn"), wanted.options);
    });
    if (!made) return std::unexpected{in_body(std::move(made.error()), wanted.body)};
    return shown(*made, 200);
}

// --- showing

handler_result show(request_context &c) {
    UNIFORM_TRY(const auto &when, as_of(c));
    const std::string_view urn = c.path_value("urn");
    std::string responsible;
    auto read = c.server.store->look_up([&](store::reading &r) {
        auto one = when ? service::as_of(r, urn, *when) : service::show(r, urn);
        if (one) {
            responsible =
                when ? service::responsible_registrar(r, one->key, *when) : service::responsible_registrar(r, one->key);
        }
        return one;
    });
    UNIFORM_TRY(const auto &found, std::move(read));
    response r = json_response(200, json::to_text(value_of(found).set_if("responsible", responsible)));
    // RFC 9110 8.8.1: a transfer changes this representation, but not the version of the name.
    std::string tag = etag_of(found.record.version);
    if (responsible != found.record.registrar) tag.insert(tag.size() - 1, ":" + responsible);
    r.fields.emplace_back("ETag", std::move(tag));
    r.fields.emplace_back("Cache-Control", "no-cache");
    return r;
}

constexpr parameter words_parameter{
    .name = "q",
    .description =
        "only names that have all these words in their key, metadata, locators or other names; in the order of "
        "their last changes. Needs the index of search",
    .least = 1,
    .most = 1000,
    .example = "forest lakes"};
constexpr parameter url_parameter{.name = "url",
                                  .description = "only names that have this locator; instead of `q`",
                                  .least = 1,
                                  .most = 8192,
                                  .example = "https://archive.example/1"};

handler_result search(request_context &c, const page &p, std::string within,
                      std::optional<resolver::name_state> state) {
    const auto words = c.query_value("q");
    const auto url = c.query_value("url");
    if (words && url) {
        return refuse(problem_type::invalid, "\"q\" and \"url\" exclude each other");
    }
    UNIFORM_TRY(const auto &after, event_before(p));
    const service::search_request q{.words = std::string(words.value_or("")),
                                    .locator = std::string(url.value_or("")),
                                    .prefix = std::move(within),
                                    .state = state};
    UNIFORM_TRY(const auto &found,
                c.server.store->read([&](store::reading &r) { return service::search(r, q, after, p.limit); }));
    return list_response(c, found.names, found.next == 0 ? std::string{} : std::to_string(found.next));
}

handler_result list(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    std::string within;
    if (const auto text = c.query_value("prefix"); text && !text->empty()) {
        UNIFORM_TRY(auto &prefix,
                    c.server.store->look_up([&](store::reading &r) { return service::prefix_of_keys(r, *text); }));
        within = std::move(prefix);
    }
    const auto state = resolver::name_state_names.find(c.text(name_state_parameter));
    if (c.query_value("q") || c.query_value("url")) return search(c, p, std::move(within), state);
    const auto found =
        c.server.store->look_up([&](store::reading &r) { return service::list(r, within, p.after, p.limit, state); });
    return list_response(c, found.names, found.next);
}

handler_result history(request_context &c) {
    UNIFORM_TRY(const auto &p, page_of(c));
    UNIFORM_TRY(const auto &before, event_before(p));
    UNIFORM_TRY(const auto &found, c.server.store->read([&](store::reading &r) {
        return service::history(r, c.path_value("urn"), before, p.limit);
    }));
    const bool more = !found.empty() && found.back().before;
    return events_response(c, found, more ? found.back().event.number : 0);
}

// --- the table

constexpr parameter minting_prefix{.name = "prefix",
                                   .description = "the prefix of a delegation with a minting rule",
                                   .least = 2,
                                   .most = 512,
                                   .example = "example:demo-"};
constexpr parameter import_id{.name = "id",
                              .description = "the import, by an id of the client's choice, so that it can be resumed",
                              .least = 1,
                              .most = 200,
                              .pattern = "^[!-~]+$"};

constexpr std::size_t reservation_limit = std::size_t{24} << 20U; // ten thousand long names
constexpr response_field name_etag_field{
    "ETag",
    "the version; followed by \":\" and the registrar that is responsible, if it is not the one that assigned the name",
    R"({"type":"string","pattern":"^\"[0-9]+(:[a-z0-9._-]*)?\"$"})"};
constexpr bounded_list<const response_field *, 8> replayed{&etag_field, &replayed_field};
constexpr bounded_list<const response_field *, 8> created{&etag_field, &location_field, &replayed_field};

constexpr route table[]{
    {.method = "GET",
     .path = "/api/v1/names",
     .operation = "listNames",
     .summary = "List names in the order of their keys, or search them",
     .tag = "names",
     .scope = permission_scope::none,
     .handler = list,
     .query = {&words_parameter, &url_parameter, &key_prefix_parameter, &name_state_parameter, &limit_parameter,
               &after_parameter},
     .responses = {{200, "a page of names", "page(name)", {&next_link_field}}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/names",
     .operation = "assignName",
     .summary = "Assign a name that the registrar chose",
     .description =
         "Names are never reassigned (RFC 8141 section 5 (1)): if the name exists, in whatever state, the response "
         "is a conflict, and its member `existing` is the name record.",
     .tag = "names",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = assign,
     .body = {"name_request"},
     .responses = {{201, "the name", "name", created}},
     .problems = {409},
     .idempotent = true,
     .conditional = true},
    {.method = "GET",
     .path = "/api/v1/names/{urn}",
     .operation = "getName",
     .summary = "Show a name as it is or as it was",
     .description =
         "In every state, also withdrawn: the response is about the name, not about its resource. `registrar` assigned "
         "it; `responsible` is the registrar to which its prefix is delegated now, or was at `as_of`.",
     .tag = "names",
     .scope = permission_scope::none,
     .handler = show,
     .in_path = {&name_urn},
     .query = {&as_of_parameter},
     .responses = {{200, "the name", "name", {&name_etag_field}}},
     .problems = {404, 422}},
    {.method = "PUT",
     .path = "/api/v1/names/{urn}",
     .operation = "putName",
     .summary = "Assign a name, or find it assigned with the same name record",
     .description =
         "May be retried without an Idempotency-Key. A name that exists with another name record is a conflict; "
         "changes are made with PATCH.",
     .tag = "names",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = put,
     .in_path = {&name_urn},
     .body = {"name_request", false},
     .responses = {{200, "the name already had this name record", "name", replayed},
                   {201, "the name was assigned", "name", created}},
     .problems = {409},
     .idempotent = true,
     .conditional = true},
    {.method = "PATCH",
     .path = "/api/v1/names/{urn}",
     .operation = "changeName",
     .summary = "Change the name record of an active name",
     .description =
         "Members that the body omits stay unchanged; null empties a member. With application/merge-patch+json "
         "(RFC 7396), the body changes only those members of `metadata` that it contains; with application/json, its "
         "`metadata` replaces the old one. A withdrawn name permits one change: to set its successor, once. A request "
         "that changes nothing makes no event.",
     .tag = "names",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = change,
     .in_path = {&name_urn},
     .body = {"application/merge-patch+json=name_patch application/json=name_changes"},
     .responses = {{200, "the changed name", "name", replayed}},
     .problems = {404, 409},
     .idempotent = true,
     .conditional = true},
    {.method = "POST",
     .path = "/api/v1/names/{urn}/activate",
     .operation = "activateName",
     .summary = "Activate a reserved name with its first name record",
     .tag = "names",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = activate,
     .in_path = {&name_urn},
     .body = {"name_activation", false},
     .responses = {{200, "the active name", "name", replayed}},
     .problems = {404, 409},
     .idempotent = true,
     .conditional = true},
    {.method = "POST",
     .path = "/api/v1/names/{urn}/withdraw",
     .operation = "withdrawName",
     .summary = "Withdraw a name permanently",
     .description = "The name keeps its name record, its reason and its history; resolving it answers 410.",
     .tag = "names",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = withdraw,
     .in_path = {&name_urn},
     .body = {"withdrawal"},
     .responses = {{200, "the withdrawn name", "name", replayed}},
     .problems = {404, 409},
     .idempotent = true,
     .conditional = true},
    {.method = "POST",
     .path = "/api/v1/names/{urn}/reinstate",
     .operation = "reinstateName",
     .summary = "Revert an erroneous withdrawal",
     .description = "The name has the record again that it had before its withdrawal. This is possible within the time "
                    "that the namespace grants (`reinstate_within`, in seconds; by default none), and it is no new "
                    "assignment: the history has both events.",
     .tag = "names",
     .roles = resolver::managers,
     .scope = permission_scope::prefix,
     .handler = reinstate,
     .in_path = {&name_urn},
     .body = {"reinstatement", false},
     .responses = {{200, "the name as it was before its withdrawal", "name", replayed}},
     .problems = {404, 409},
     .idempotent = true,
     .conditional = true},
    {.method = "GET",
     .path = "/api/v1/names/{urn}/history",
     .operation = "getNameHistory",
     .summary = "Show the history of a name, newest event first",
     .description = "The members `who` and `from` are shown only with a token.",
     .tag = "names",
     .scope = permission_scope::none,
     .handler = history,
     .in_path = {&name_urn},
     .query = {&limit_parameter, &after_parameter},
     .responses = {{200, "a page of events", "events(name_record)", {&next_link_field}}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/prefixes/{prefix}/mint",
     .operation = "mintNames",
     .summary = "Assign names that the service makes",
     .description =
         "By the minting rule of the prefix: in sequence, at random, or UUIDs; with the check characters of the "
         "namespace or of NOID. No number is used twice. Numbers of a sequence are skipped if their name already "
         "exists, has no check character, or does not match the syntax of the namespace or a policy.",
     .tag = "names",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = mint_names,
     .in_path = {&minting_prefix},
     .body = {"minting_request", false},
     .responses = {{201, "the names; Location if there is one", "minted_names", {&location_field, &replayed_field}}},
     .problems = {404, 409},
     .idempotent = true,
     .conditional = true},
    {.method = "POST",
     .path = "/api/v1/reservations",
     .operation = "reserveNames",
     .summary = "Reserve names, to be activated later",
     .description = "Either a number of names that the service makes under a prefix, or the given names; all or none.",
     .tag = "names",
     .roles = resolver::registrars,
     .scope = permission_scope::prefix,
     .handler = reserve_names,
     .body = {.content = "reservation", .limit = reservation_limit},
     .responses = {{201, "the batch", "batch", {&location_field, &replayed_field}}},
     .problems = {404, 409},
     .idempotent = true,
     .conditional = true},
    {.method = "GET",
     .path = "/api/v1/batches/{id}",
     .operation = "getBatch",
     .summary = "Show the names that were reserved together",
     .tag = "names",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = show_batch,
     .in_path = {&batch_id},
     .responses = {{200, "the batch", "batch"}},
     .problems = {404}},
    {.method = "POST",
     .path = "/api/v1/imports",
     .operation = "importNames",
     .summary = "Assign or change many names, with a result for each input line",
     .description =
         "The body is read while it arrives, and the results are sent during the import, for some thousand lines at a "
         "time: read them meanwhile. The last line is the summary. If the import is interrupted, what was committed "
         "stays; with an `id`, the same body continues after the last committed line, which the first line of the "
         "response states. A line {\"problem\":{...}} in place of the summary states why the import stopped, "
         "for example because more than 10,000 lines were rejected. The result of a conflict has the name record as "
         "`existing`, as long as those of some thousand lines have less than a mebibyte.",
     .tag = "names",
     .roles = resolver::registrars,
     .scope = permission_scope::each,
     .handler = import_names,
     .query = {&bulk_format_parameter, &import_id, &dry_run, &existing_names, &on_error, &results, &results_after},
     .body = {.content = "application/x-ndjson=import_lines text/csv=import_rows application/ndjson=import_lines "
                         "application/jsonl=import_lines application/csv=import_rows",
              .streamed = true},
     .responses = {{200, "a result for each input line, and the summary", "application/x-ndjson"}}},
    {.method = "GET",
     .path = "/api/v1/export",
     .operation = "exportNames",
     .summary = "Export all names under a prefix, in the order of their keys",
     .description = "Importing the export into an empty store makes the same name records.",
     .tag = "names",
     .roles = resolver::readers,
     .scope = permission_scope::none,
     .handler = export_names,
     .query = {&export_format, &key_prefix_parameter, &export_after, &name_state_parameter},
     .body = {.streamed = true},
     .responses = {{200, "the names", "application/x-ndjson text/csv"}},
     .problems = {415}},
};

} // namespace

std::span<const route> names_routes() noexcept { return table; }

} // namespace uniform::http
