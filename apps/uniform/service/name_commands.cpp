// uniform name assign, mint, reserve, activate, withdraw, locate and describe.

#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include <uniform/json/writer.hpp>

#include "print/exit.hpp"
#include "print/words.hpp"
#include "run/typed_arguments.hpp"
#include "service/client_text.hpp"
#include "service/commands.hpp"
#include "service/name_options.hpp"
#include "service/name_record.hpp"
#include "service/name_text.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

// A retry with the same key has no further effect.
header_fields fields_of(const key_option &key) {
    return {{"Idempotency-Key", key.key ? *key.key : http::new_idempotency_key()}};
}
header_fields fields_of(const key_option &key, const if_version_option &version) {
    header_fields fields = fields_of(key);
    for (auto &field : if_match_of(version)) fields.push_back(std::move(field));
    return fields;
}

int change(const service_options &o, header_fields fields, std::string method, std::string path,
           const json::value &body, const place_function &place = {}) {
    return call_service(o,
                        {.method = std::move(method),
                         .path = std::move(path),
                         .body = json::to_text(body),
                         .fields = std::move(fields)},
                        show_name, o.arguments[0], place);
}

using change_options = with<service_options, json_row, key_option, if_version_option>;
using assign_options =
    with<change_options, record_option, description_options, locator_options, successor_option, predecessor_option>;

int assign(const assign_options &o) {
    auto record = record_of(o);
    if (!record) return record.error();
    record->record.set("name", o.arguments[0]);
    return change(o, fields_of(o, o), "POST", "/api/v1/names", record->record, record->place);
}

int activate(const assign_options &o) {
    const auto record = record_of(o);
    if (!record) return record.error();
    return change(o, fields_of(o, o), "POST", path_of_name(o.arguments[0], "/activate"), record->record, record->place);
}

struct template_option {
    bool is_template = false;

    static constexpr auto rows() {
        return std::array{
            option<&template_option::is_template>({heading::making, 0, "template", "",
                                                   "The URLs, as URI templates (RFC 6570), and the metadata have "
                                                   "variables of each name: {urn}, {nid}, {nss}, "
                                                   "{suffix}."})};
    }
};

// After a failure: mentions --template on standard error if one of the URLs is like a URI template.
void suggest_template(const std::vector<std::string> &arguments) {
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (arguments[i].find_first_of("{}") == std::string::npos) continue;
        print_message("uniform: --template expands variables such as {nss}: " + in_quotes(arguments[i]) + '\n');
        return;
    }
}

using mint_options = with<service_options, json_row, key_option, count_option, record_option, description_options,
                          locator_options, template_option>;

int mint(const mint_options &o) {
    auto record = record_of(o);
    if (!record) return record.error();
    if (o.is_template) *record = {.record = json::object{{"template", std::move(record->record)}}, .place = {}};
    record->record.set("count", o.count);
    const int code = call_service(
        o,
        {.method = "POST",
         .path = "/api/v1/prefixes/" + http::path_segment(o.arguments[0]) + "/mint",
         .body = json::to_text(record->record),
         .fields = fields_of(o)},
        [](const json::value &body) {
            for (const json::value &n : list_in(body, "items")) std::cout << printable(member_of(n, "name")) << '\n';
        },
        o.arguments[0], record->place);
    if (code != exit_good && !o.is_template) suggest_template(o.arguments);
    return code;
}

struct reserve_options : with<service_options, json_row, key_option, count_option, record_option, description_options> {
    std::optional<std::string> prefix;
    std::vector<std::string> urls;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&reserve_options::prefix>(
                {making, 0, "prefix", "PREFIX", "Reserve names that the service mints for this prefix."}),
            option<&reserve_options::urls>(
                {making, 0, "url", "TEMPLATE",
                 "A locator that each name gets when it is activated: a URI template (RFC 6570) with {urn}, {nid}, "
                 "{nss}, {suffix}. May be repeated."}),
        };
    }
};

int reserve(const reserve_options &o) {
    json::value body = json::object{};
    if (o.prefix) {
        if (!o.arguments.empty()) return usage_error(o, exclusive("--prefix", "URN"));
        body.set("prefix", *o.prefix);
        body.set("count", o.count);
    } else {
        if (o.arguments.empty()) return usage_error(o, "missing argument: URN, or --prefix and --count");
        body.set("names", o.arguments);
    }
    auto record = record_of(o);
    if (!record) return record.error();
    if (!o.urls.empty()) record->record.set("locators", o.urls);
    if (!record->record.members().empty()) body.set("template", std::move(record->record));
    return call_service(
        o, {.method = "POST", .path = "/api/v1/reservations", .body = json::to_text(body), .fields = fields_of(o)},
        [](const json::value &batch) {
            for (const json::value &n : list_in(batch, "names"))
                if (n.is_string()) std::cout << printable(*n.if_string()) << '\n';
        });
}

using withdraw_options = with<change_options, reason_option, successor_option>;

int withdraw(const withdraw_options &o) {
    if (!o.reason) return usage_error(o, "missing option: --reason; the page of the withdrawn name shows it");
    json::value body = json::object{{"reason", *o.reason}};
    if (o.successor) body.set("successor", *o.successor);
    return change(o, fields_of(o, o), "POST", path_of_name(o.arguments[0], "/withdraw"), body);
}

int reinstate(const change_options &o) {
    return change(o, fields_of(o, o), "POST", path_of_name(o.arguments[0], "/reinstate"), json::object{});
}

using locate_options = with<change_options, record_option, locator_options>;

int locate(const locate_options &o) {
    const auto record = record_of(o);
    if (!record) return record.error();
    const json::value *const locators = record->record.find("locators");
    if (locators == nullptr) {
        return usage_error(o, "missing argument: URL; to remove all locators, --record with {\"locators\": []}");
    }
    return change(o, fields_of(o, o), "PATCH", path_of_name(o.arguments[0]), json::object{{"locators", *locators}},
                  record->place);
}

using describe_options = with<change_options, record_option, description_options, successor_option, predecessor_option>;

int describe(const describe_options &o) {
    const auto record = record_of(o);
    if (!record) return record.error();
    if (record->record.members().empty()) {
        return usage_error(o,
                           "missing option: --metadata, --other-name, --value, --successor, --predecessor or --record");
    }
    return change(o, fields_of(o, o), "PATCH", path_of_name(o.arguments[0]), record->record, record->place);
}

constexpr example assign_examples[]{
    {"A name and its locator",
     "uniform name assign urn:example:a7 https://www.example.org/7 --metadata 'title=Report 7'"},
    {"At a service", "export UNIFORM_SERVER=http://127.0.0.1:8141\n"
                     "uniform name assign --token-file token.txt urn:example:a8 https://www.example.org/8"},
};
constexpr example mint_examples[]{
    {"Three names by the minting rule of the prefix", "uniform name mint urn:example:item- --count 3"},
    {"Each with a locator and a title of its own",
     "uniform name mint urn:example:item- --template 'https://a.example/{nss}' --metadata 'title={nss}'"},
};
constexpr example reserve_examples[]{
    {"Names for a book that is being printed", "uniform name reserve --prefix urn:example:item- --count 10"},
    {"Names of your choice", "uniform name reserve urn:example:a urn:example:b"},
    {"With the locators that they will have",
     "uniform name reserve --prefix urn:example:item- --count 10 --url 'https://archive.example/{nss}'"},
};
constexpr example activate_examples[]{
    {"Give a reserved name its name record", "uniform name activate urn:example:a https://www.example.org/a"},
};
constexpr example withdraw_examples[]{
    {"Withdraw a name, with its successor",
     "uniform name withdraw urn:example:a --reason 'assigned twice' --successor urn:example:b"},
};
constexpr example reinstate_examples[]{
    {"Within a day, if the namespace permits it", "uniform namespace settings example reinstate_within=86400\n"
                                                  "uniform name reinstate urn:example:a"},
};
constexpr example locate_examples[]{
    {"The resource has moved", "uniform name locate urn:example:a https://archive.example.org/a"},
};
constexpr example describe_examples[]{
    {"Other metadata", "uniform name describe urn:example:a --metadata title=A --metadata date=2026"},
};

} // namespace

const command name_assign_command = command_of<run_typed<assign>>(
    {"name assign", "assign a name", "URN [URL...]",
     "Assigns the name and makes it active, with a locator for each URL. A name is assigned once "
     "and permanently: if it already exists, its name record is shown, and the exit code is 1. Two "
     "spellings that are equivalent by the rules of the namespace are the same name.",
     assign_examples});

const command name_mint_command = command_of<run_typed<mint>>(
    {"name mint", "assign names that the service mints", "PREFIX [URL...]",
     "Assigns names that the service makes by the minting rule of the prefix (see `uniform namespace delegate`): in "
     "sequence, at random, or UUIDs, with their check character. Prints one a line.",
     mint_examples});

const command name_reserve_command = command_of<run_typed<reserve>>(
    {"name reserve", "reserve names, to be activated later", "[URN...]",
     "Reserves the names, or with --prefix names that the service makes. No other client can "
     "assign a reserved name, and it does not resolve until it is activated. --url, --metadata and "
     "--record say what each name "
     "gets then, unless `uniform name activate` says otherwise. Prints one a line.",
     reserve_examples});

const command name_activate_command =
    command_of<run_typed<activate>>({"name activate", "give a reserved name its name record", "URN [URL...]",
                                     "Makes a reserved name active, with a locator for each URL.", activate_examples});

const command name_withdraw_command =
    command_of<run_typed<withdraw>>({"name withdraw", "withdraw a name permanently", "URN",
                                     "Withdraws the name. Resolving it returns a tombstone with "
                                     "the reason and the successor. A withdrawn name is never "
                                     "active again, and never assigned again.",
                                     withdraw_examples});

const command name_reinstate_command = command_of<run_typed<reinstate>>(
    {"name reinstate", "revert an erroneous withdrawal", "URN",
     "Gives a withdrawn name the name record again that it had before. Only managers can do so, "
     "and only within the time that the namespace grants: reinstate_within, in seconds (see "
     "`uniform namespace settings`); by default a withdrawal is final. It is no new assignment: "
     "the history shows the withdrawal and the reinstatement.",
     reinstate_examples});

const command name_locate_command =
    command_of<run_typed<locate>>({"name locate", "replace the locators of a name", "URN [URL...]",
                                   "Replaces all locators of the name by one for each URL.", locate_examples});

const command name_describe_command =
    command_of<run_typed<describe>>({"name describe", "replace the metadata of a name", "URN",
                                     "Replaces the metadata, the other names, the typed values, the successor or "
                                     "the predecessor, as far as they are given; the rest stays "
                                     "unchanged.",
                                     describe_examples});

} // namespace uniform::cli
