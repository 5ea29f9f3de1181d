// The service over HTTP: its settings, a server in this process, clients of its API, and records of other repositories.
#include <uniform/http/api_client.hpp>
#include <uniform/http/oai_import.hpp>
#include <uniform/http/server.hpp>
#include <uniform/http/setting_type.hpp>
#include <uniform/http/settings.hpp>

#include <signal.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "../check.hpp"
#include "../folder.hpp"

using namespace uniform;
using namespace uniform::http;

namespace {

void reading_settings() {
    const settings_input in{
        .file_name = "uniform.toml", .file = "[server]\nport = 8142\n", .flags = {{"server.address", "127.0.0.1"}}};
    const configuration c = configure(in).value();
    const settings &values = c.values;
    const setting *const port = find_setting("server.port");
    CHECK(value_of(*port, values, true) == "8142" && port->type == setting_type::number);
    CHECK(to_string(port->type) == "number" && environment_name(*port) == "UNIFORM_SERVER_PORT");
    const setting_member where = port->member; // the member of `settings` that has the value
    CHECK(values.*std::get<std::uint64_t settings::*>(where) == 8142);

    const auto row = static_cast<std::size_t>(port - all_settings().data());
    CHECK(c.sources[row] == setting_source::file && to_string(c.sources[row]) == "file");
    CHECK(c.places[row].starts_with("uniform.toml:2"));
    CHECK(to_toml(c, true).contains("port = 8142") && to_json(c, true).contains("8142"));

    const configuration standard = configure({}).value();
    CHECK(std::ranges::count(differences(values, standard.values), port) == 1);
    CHECK(!changes_while_running(*port)); // it needs a restart
    CHECK(settings_reference().contains("server.port") && default_store().ends_with("uniform.db"));
    CHECK(is_service_url("https://urn.example.org") && !is_service_url("https://urn.example.org/?a"));
}

void errors_of_settings() {
    const settings_problem p =
        configure({.file_name = "uniform.toml", .file = "[server]\nport = \"high\"\n"}).error().front();
    CHECK(p.where.starts_with("uniform.toml:2") && !p.detail.empty());
}

void a_server_and_its_client() {
    const folder f;
    const settings s =
        configure(
            {.flags = {{"server.port", "0"}, {"store.location", f.file("names.db")}, {"log.file", f.file("log")}}})
            .value()
            .values;
    CHECK(command_store_options_of(s).database.head_file.empty()); // no service has made one
    CHECK(store_location(s) == f.file("names.db") && store_options_of(s).migrate && what_is_wrong_with_tls(s).empty());

    const std::unique_ptr<server> running = server::start(s, [](std::string_view) {});
    const auto client = api_client::remote(running->url(), {});
    const api_response r = client->call(api_request{.path = "/api/v1/names/" + path_segment("urn:example:a/b")});
    CHECK(r.status == 404 && r.value("Content-Type").starts_with("application/problem+json"));
    CHECK(path_segment("urn:example:a/b") == "urn:example:a%2Fb");
    running->stop();

    try {
        static_cast<void>(api_client::remote("ftp://a.example/", {}));
        CHECK(false);
    } catch (const no_response &e) { // this is no service's URL
        CHECK(e.what() != std::string());
    }
}

void a_client_without_a_server() {
    const folder f;
    const auto store = store::store::open(f.file("names.db"));
    const settings s = configure({}).value().values;
    const resolver::principal alice{.id = "local:alice", .role = resolver::role::administrator};
    const auto client = api_client::local(*store, s, alice);
    const api_request add{.method = "PUT",
                          .path = "/api/v1/namespaces/example",
                          .body = R"({"title":"Examples"})",
                          .fields = {{"If-None-Match", "*"}, {"Idempotency-Key", new_idempotency_key()}}};
    CHECK(client->call(add).status == 201);
}

// The steps of `uniform serve`. The signal that ends it is sent before it starts, and waits, because it is blocked.
void serving_until_a_signal() {
    const folder f;
    const settings_reader read_settings = [&f]() -> std::expected<configuration, std::string> {
        return configure({.flags = {{"server.port", "0"},
                                    {"store.location", f.file("names.db")},
                                    {"log.file", f.file("log")}}})
            .value();
    };
    sigset_t ends;
    sigemptyset(&ends);
    sigaddset(&ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &ends, nullptr);
    CHECK(raise(SIGTERM) == 0);
    CHECK(serve(read_settings().value(), read_settings, [](std::string_view) {}) == 0); // SIGHUP reads them again
}

void records_of_another_repository() {
    const harvested_page page =
        read_harvest(R"(<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/"><ListRecords><record>
        <header><identifier>oai:a.example:17</identifier></header><metadata>
        <dc xmlns="http://www.openarchives.org/OAI/2.0/oai_dc/"><title xmlns="http://purl.org/dc/elements/1.1/">The Forest</title></dc>
        </metadata></record></ListRecords></OAI-PMH>)",
                     "urn:example:")
            .value();
    const harvested_record &r = page.records.front();
    CHECK(r.line.contains("urn:example:17") && r.line.contains("The Forest") && page.next.empty());
}

} // namespace

int main() {
    reading_settings();
    errors_of_settings();
    a_server_and_its_client();
    a_client_without_a_server();
    records_of_another_repository();
    serving_until_a_signal();
    return 0;
}
