// uniform store migrate, verify and backup.

#include <array>
#include <charconv>
#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>
#include <uniform/http/server.hpp>
#include <uniform/store/copy.hpp>
#include <uniform/store/store.hpp>

#include "config.hpp"
#include "store_run.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

using nlohmann::ordered_json;

std::string hex(const store::digest &d) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string out;
    for (const std::byte b : d) {
        const auto n = std::to_integer<unsigned>(b);
        (out += digits[n >> 4U]) += digits[n & 15U];
    }
    return out;
}

// "12:3f..." as `store verify` prints it.
std::optional<std::pair<std::uint64_t, store::digest>> head_from(std::string_view text) {
    std::pair<std::uint64_t, store::digest> head{};
    const auto colon = text.find(':');
    if (colon == std::string_view::npos || text.size() - colon - 1 != 64) return std::nullopt;
    const auto [end, why] = std::from_chars(text.data(), text.data() + colon, head.first);
    if (why != std::errc{} || end != text.data() + colon) return std::nullopt;
    for (std::size_t i = 0; i < 32; ++i) {
        unsigned byte = 0;
        const char *const at = text.data() + colon + 1 + 2 * i;
        const auto [stop, wrong] = std::from_chars(at, at + 2, byte, 16);
        if (wrong != std::errc{} || stop != at + 2) return std::nullopt;
        head.second[i] = static_cast<std::byte>(byte);
    }
    return head;
}

} // namespace

int store_migrate_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "store migrate takes no arguments; --store says which store");
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        auto with = http::store_options_of(c->values);
        with.migrate = true;
        const auto s = store::store::open(http::store_location(c->values), with);
        const std::string location = s->where().location();
        if (o.json) {
            return print_all(ordered_json{{"store", location}, {"schema", store::schema_version()}}.dump() + "\n");
        }
        return print_all(printable(location) + ": schema " + std::to_string(store::schema_version()) + "\n");
    });
}

int store_verify_verb(const options &o) {
    if (!o.arguments.empty()) return fail(exit_usage, "store verify takes no arguments; --store says which store");
    std::optional<std::pair<std::uint64_t, store::digest>> known;
    if (o.known) {
        known = head_from(*o.known);
        if (!known) return fail(exit_usage, "--known: " + in_quotes(*o.known) + " is not of the form NUMBER:HASH");
    }
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        store::store_options with{.database = existing(c->values), .migrate = false};
        const auto s = store::store::open(http::store_location(c->values), with);
        steps progress(o.progress && !o.quiet, "events");
        const store::verification v =
            s->verify(known, [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
        progress.clear();
        const int code = v.found.empty() ? exit_good : exit_bad_input;
        if (o.quiet) return code;
        const std::string head = std::to_string(v.events) + ":" + hex(v.head);
        if (o.json) {
            ordered_json out{{"store", s->where().location()}, {"events", v.events}, {"names", v.names},
                             {"documents", v.documents},       {"head", head},       {"good", v.found.empty()},
                             {"found", ordered_json::array()}};
            for (const store::damage &d : v.found) {
                out["found"].push_back({{"event", d.event}, {"subject", d.subject}, {"says", d.says}});
            }
            const int printed = print_all(out.dump(-1, ' ', false, ordered_json::error_handler_t::replace) + "\n");
            return printed == exit_good ? code : printed;
        }
        for (const store::damage &d : v.found) {
            std::string says;
            if (d.event != 0) says += "event " + std::to_string(d.event) + ": ";
            if (!d.subject.empty()) says += d.subject + ": ";
            fail(code, says + d.says);
        }
        const int printed = print_all(std::to_string(v.events) + " events, " + std::to_string(v.names) + " names, " +
                                      std::to_string(v.documents) + " documents\nhead " + head + "\n" +
                                      (v.found.empty() ? "all is as it was written\n" : ""));
        return printed == exit_good ? code : printed;
    });
}

int store_backup_verb(const options &o) {
    if (o.arguments.size() != 1) return fail(exit_usage, "store backup takes one argument, the file to write");
    const auto c = read_settings(o);
    if (!c) return c.error();
    return guarded([&] {
        const auto from = store::database::open(http::store_location(c->values), existing(c->values));
        steps progress(o.progress, "backup");
        const std::string &file = o.arguments.front();
        store::backup(*from, file, o.replace_store, [&](std::uint64_t done, std::uint64_t of) { progress(done, of); });
        progress.clear();
        std::error_code ignored;
        const auto bytes = std::filesystem::file_size(file, ignored);
        if (o.json) {
            return print_all(ordered_json{{"store", from->location()}, {"file", file}, {"bytes", bytes}}.dump(
                                 -1, ' ', false, ordered_json::error_handler_t::replace) +
                             "\n");
        }
        return print_all(printable(file) + ": " + std::to_string(bytes) + " bytes\n");
    });
}

} // namespace uniform::command
