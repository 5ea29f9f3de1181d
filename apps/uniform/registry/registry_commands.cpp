// uniform registry show and update: IANA's list of URN namespaces.

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <system_error>

#include <unistd.h>

#include <uniform/json/writer.hpp>
#include <uniform/registry/iana_list.hpp>
#include <uniform/resolver/timestamp.hpp>

#include "cli/whole_file.hpp"
#include "print/exit.hpp"
#include "print/words.hpp"
#include "registry/commands.hpp"
#include "registry/registry_file.hpp"
#include "service/client_text.hpp"
#include "service/service_call.hpp"

namespace uniform::cli {

namespace {

// Whether a store or a service is given; UNIFORM_SERVER alone does not make these commands ask it.
bool names_service(const service_options &o) {
    return o.server || std::ranges::any_of(o.settings, [](const auto &s) { return s.first == "store.location"; });
}

void show_members(const json::value &v) {
    print_cells({{"IANA's list of URN namespaces"}});
    for (const char *const member : {"date", "before", "source", "file", "release_date", "namespaces", "changed"}) {
        print_member(member, member_of(v, member));
    }
    print_member("added", joined(v, "added"));
    print_member("collisions", joined(v, "collisions"));
}

int print_result(const json::value &v, bool as_json) {
    if (as_json) return print_all(json::to_text(v) + '\n');
    errno = 0;
    show_members(v);
    return std::cout.flush() ? exit_good : fail(exit_io, file_error(standard_output, errno));
}

// These commands use a store only if one is given.
struct registry_store_row {
    static constexpr auto rows() {
        return std::array{for_setting<store_location>(
            {heading::running, 's', "store", "LOCATION", "The store: a file, or postgresql://...", "",
             "no store, but the file $UNIFORM_REGISTRY, else $XDG_DATA_HOME/uniform/urn-namespaces.json or "
             "~/.local/share/uniform/urn-namespaces.json",
             true})};
    }
};

struct registry_server_row {
    static constexpr auto rows() {
        return std::array{option<&service_options::server>(
            {heading::running, 0, "server", "URL", "Use the service at URL.", "", "none"})};
    }
};

using registry_show_options = with<registry_store_row, registry_server_row, service_options, json_row>;

int show_registry(const registry_show_options &o) {
    if (names_service(o)) return call_service(o, {.path = "/api/v1/registry"}, show_members);
    const auto list = registry::list_of(namespace_registry::standard());
    const bool from_file = list.date != iana_namespaces_date();
    json::value v{json::object{}};
    v.set("date", list.date).set("release_date", iana_namespaces_date()).set("source", from_file ? "file" : "release");
    if (from_file) v.set("file", registry_file());
    v.set("namespaces", list.namespaces.size());
    return print_result(v, o.json);
}

struct registry_update_options : with<registry_store_row, registry_server_row, service_options, json_row> {
    std::string date;

    static option_status read_date(registry_update_options &o, const option_text & /*text*/, std::string_view value) {
        if (value.size() != 10 || !resolver::parse_timestamp(value)) {
            return std::unexpected{in_quotes(value) + " is not a date YYYY-MM-DD"};
        }
        o.date = value;
        return {};
    }

    static constexpr auto rows() {
        return std::array{option<&read_date>(
            {heading::input, 0, "date", "DATE", "The date of a list in CSV, which states none.", "", "none"})};
    }
};

// Replaces the file as a whole: a reader sees the old or the new list.
std::string write_whole(const std::filesystem::path &file, const std::string &text) {
    std::error_code failed;
    if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), failed);
    if (failed) return failed.message();
    const std::filesystem::path made = file.string() + ".new-" + std::to_string(::getpid());
    errno = 0;
    {
        std::ofstream out{made, std::ios::binary | std::ios::trunc};
        if (!(out << text) || !out.flush()) {
            const int code = errno;
            out.close();
            std::filesystem::remove(made, failed);
            return std::generic_category().message(code == 0 ? EIO : code);
        }
    }
    std::filesystem::rename(made, file, failed);
    if (!failed) return {};
    std::string why = failed.message();
    std::filesystem::remove(made, failed);
    return why;
}

int refused_list(std::string_view file, const registry::list_error &e) {
    const std::string name = file == "-" ? "<stdin>" : std::string{file};
    const std::string place = e.line == 0 ? "" : ':' + std::to_string(e.line) + ':' + std::to_string(e.column);
    return fail(exit_bad_input, name + place + ": " + e.message + "; the list in use was not changed");
}

int update_registry(const registry_update_options &o) {
    const std::string &file = o.arguments[0];
    const auto text = read_document(file, registry::list_options{}.max_size);
    if (!text) return text.error();
    // Read here as well, so that the message has the file's name, line and column.
    auto list = registry::read_iana_list(*text, {.date = o.date});
    if (!list) return refused_list(file, list.error());
    if (names_service(o)) {
        const bool is_xml = text->find_first_not_of(" \t\r\n\xEF\xBB\xBF") == text->find('<');
        return call_service(o,
                            {.method = "PUT",
                             .path = "/api/v1/registry" + query_of({{"date", o.date}}),
                             .body = *text,
                             .content_type = is_xml ? "application/xml" : "text/csv"},
                            show_members);
    }
    const registry::iana_list before = registry::list_of(namespace_registry::standard());
    registry::complete(*list, before);
    const std::string latest = resolver::to_string(resolver::now() + std::chrono::days{1}).substr(0, 10);
    if (auto fits = registry::follows(*list, before, latest); !fits) return refused_list(file, fits.error());
    const std::string target = registry_file();
    const std::string content = json::to_text(value_of(*list)) + '\n';
    const bool changed = content_of(target, content.size()).value_or(std::string{}) != content;
    if (const std::string why = changed ? write_whole(target, content) : std::string{}; !why.empty()) {
        return fail(exit_io, target + ": " + why);
    }
    json::array added;
    for (const registry::iana_namespace &n : list->namespaces) {
        if (before.find(n.nid) == nullptr) added.emplace_back(n.nid);
    }
    json::value v{json::object{}};
    v.set("date", list->date).set("before", before.date).set("file", target);
    v.set("namespaces", list->namespaces.size()).set("changed", changed).set("added", std::move(added));
    return print_result(v, o.json);
}

constexpr example registry_show_examples[]{
    {"The date of the list in use", "uniform registry"},
    {"That of a service", "uniform registry show --server http://127.0.0.1:8141"},
};
constexpr example registry_update_examples[]{
    {"For this user", "uniform registry update urn-namespaces.xml"},
    {"For a service", "uniform registry update --server http://127.0.0.1:8141 urn-namespaces.xml"},
    {"From CSV", "uniform registry update --date 2026-11-01 urn-namespaces-1.csv"},
};

} // namespace

const command registry_show_command = command_of<show_registry>(
    {"registry show", "show the date of IANA's list of namespaces", "",
     "Prints the date and the number of namespaces of the list that the commands use, and where it is from: this "
     "release, or a newer list in a file. With --store or --server, those of the list that the service uses.",
     registry_show_examples});

const command registry_update_command = command_of<update_registry>(
    {"registry update", "replace IANA's list of namespaces by a newer one", "FILE",
     "Reads the registry as IANA publishes it at https://www.iana.org/assignments/urn-namespaces/, urn-namespaces.xml "
     "or "
     "one of its CSV files, and stores it: in a file "
     "that "
     "the commands read from then on, or with --store or --server in a store, for administrators. A list that is "
     "malformed, cut off, older, or without a namespace of the list in use is refused as a whole; the message has "
     "line, "
     "column and reason. Namespaces that are new in it count as registered everywhere; rules for their names come with "
     "a "
     "new release, or from the manager of the namespace. \"-\" is standard input.",
     registry_update_examples});

} // namespace uniform::cli
