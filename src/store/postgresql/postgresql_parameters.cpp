#include "store/postgresql/postgresql_parameters.hpp"

#include <algorithm>
#include <random>
#include <thread>
#include <utility>
#include <vector>

#include <uniform/base/ascii.hpp>

namespace uniform::store {

namespace {

struct free_options {
    void operator()(PQconninfoOption *o) const noexcept { PQconninfoFree(o); }
};

// A parameter of a location that libpq does not know: PgBouncer, in its mode "transaction", gives each transaction to
// any server, and before 1.21 prepared statements stay where they were made.
constexpr std::string_view prepared_statements = "prepared_statements";

// Takes the parameter out of a URI; returns its value, or an empty text.
std::string take_prepared_statements(std::string &uri) {
    for (auto at = uri.find('?'); at != std::string::npos; at = uri.find('&', at + 1)) {
        const auto end = std::min(uri.find('&', at + 1), uri.size());
        const auto parameter = uri.substr(at + 1, end - at - 1);
        const auto equals = parameter.find('=');
        if (equals == std::string::npos || parameter.substr(0, equals) != prepared_statements) continue;
        // The delimiter before it stays for the next one.
        uri.erase(end < uri.size() ? at + 1 : at, end - at);
        return parameter.substr(equals + 1);
    }
    return {};
}

} // namespace

std::string single_line(std::string_view message) {
    std::string line(message.substr(0, message.find_last_not_of(" \n") + 1));
    std::ranges::replace_if(line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return line;
}

postgresql_parameters read_parameters(const std::string &given) {
    // libpq accepts the scheme in lower case only.
    const auto scheme = std::min(given.find("://"), given.size());
    std::string uri = given;
    for (std::size_t i = 0; i < scheme; ++i) uri[i] = ascii::to_lower(uri[i]);
    // RFC 3986 3.2: "/", "?" and "#" end the authority. A password with such characters, or parameters without "/"
    // before them, would be parsed as a user, a host, a port or a database, and appear in messages.
    const auto from = std::min(scheme + 3, uri.size());
    const auto before_query = std::min(uri.find('?', from), uri.size());
    const auto authority_end = std::min(uri.find_first_of("/?#", from), uri.size());
    const auto first_at = uri.find('@', from);
    const auto libpq_ends = std::min(uri.find('/', from), uri.size()); // it looks for "@" up to there
    if (authority_end < libpq_ends && first_at < libpq_ends && authority_end < first_at) {
        throw failure(
            failure_kind::other,
            "the location of the store is not a valid connection URI: \"?\" and \"#\" in a user's name or password are "
            "written as %3F and %23, and parameters come after a \"/\"");
    }
    if (const auto last_at = uri.substr(0, before_query).rfind('@');
        last_at != std::string::npos && last_at >= from && (last_at != first_at || last_at > authority_end)) {
        throw failure(failure_kind::other,
                      "the location of the store is not a valid connection URI: \"@\" and \"/\" in a user's name or "
                      "password are written as %40 and %2F");
    }

    const auto prepares = take_prepared_statements(uri);
    if (!prepares.empty() && prepares != "on" && prepares != "off") {
        throw failure(failure_kind::other,
                      "the location of the store is not a valid connection URI: prepared_statements is \"on\" or "
                      "\"off\"");
    }
    char *error = nullptr;
    const std::unique_ptr<PQconninfoOption, free_options> options(PQconninfoParse(uri.c_str(), &error));
    if (!options) {
        std::string reason = error == nullptr ? "out of memory" : single_line(error);
        PQfreemem(error);
        // Without the URI and the part of it that libpq quotes, which may be a password.
        reason.resize(std::min(reason.find('"'), reason.size()));
        while (reason.ends_with(' ') || reason.ends_with(':')) reason.pop_back();
        throw failure(failure_kind::other, "the location of the store is not a valid connection URI: " + reason);
    }
    postgresql_parameters p;
    for (const auto *o = options.get(); o->keyword != nullptr; ++o) {
        if (o->val != nullptr) p[o->keyword] = o->val;
    }
    if (!prepares.empty()) p[std::string(prepared_statements)] = prepares;
    // "u:pa?ss@h" has a part of the password in place of the port; libpq would quote it when it connects.
    if (const auto port = p.find("port");
        port != p.end() && port->second.find_first_not_of("0123456789,") != std::string::npos) {
        throw failure(failure_kind::other,
                      "the location of the store is not a valid connection URI: its port is not a number");
    }
    return p;
}

// A host in a URI of libpq: an IPv6 address in brackets, the folder of a socket percent-encoded.
static std::string host_in_uri(std::string_view host) {
    if (host.contains(':')) return "[" + std::string(host) + "]";
    std::string text;
    for (const char c : host) text += c == '/' ? "%2F" : c == '@' ? "%40" : std::string(1, c);
    return text;
}

std::string shown(const postgresql_parameters &p) {
    const auto value = [&](const char *key) {
        const auto found = p.find(key);
        return found == p.end() ? std::string() : found->second;
    };
    std::string text = "postgresql://";
    // "u%3Ap@h" is a user "u:p": most likely the colon before a password was encoded by mistake.
    if (const auto user = value("user"); !user.empty()) {
        text += (user.contains(':') ? user.substr(0, user.find(':')) + ":***" : user) + "@";
    }
    const auto hosts = value("host").empty() ? value("hostaddr") : value("host");
    const auto ports = value("port");
    std::size_t h = 0;
    std::size_t q = 0;
    while (h <= hosts.size()) {
        const auto end = std::min(hosts.find(',', h), hosts.size());
        const auto port_end = std::min(ports.find(',', q), ports.size());
        text += host_in_uri(std::string_view(hosts).substr(h, end - h));
        if (q < port_end) text += ":" + ports.substr(q, port_end - q);
        // A single port holds for all hosts.
        if (port_end < ports.size()) q = port_end + 1;
        h = end + 1;
        if (h <= hosts.size()) text += ",";
    }
    return text + "/" + value("dbname");
}

std::chrono::milliseconds pause(int attempt) {
    static thread_local std::minstd_rand random{std::random_device{}()};
    const int longest = std::min(50 << std::min(attempt, 6), 2000);
    return std::chrono::milliseconds(std::uniform_int_distribution<int>(longest / 2, longest)(random));
}

bool may_prepare(const postgresql_parameters &p) {
    const auto found = p.find(std::string(prepared_statements));
    return found == p.end() || found->second != "off";
}

connection_words::connection_words(const postgresql_parameters &p) {
    for (const auto &[keyword, value] : p) {
        if (keyword == prepared_statements) continue;
        keywords.push_back(keyword.c_str());
        values.push_back(value.c_str());
    }
    keywords.push_back(nullptr);
    values.push_back(nullptr);
}

postgresql_parameters with_defaults(postgresql_parameters p) {
    p.try_emplace("application_name", "uniform");
    p.try_emplace("connect_timeout", "5");
    // Detects a server that disappears without closing the connection, after 20 seconds at most.
    p.try_emplace("tcp_user_timeout", "15000");
    p.try_emplace("keepalives_idle", "15");
    p.try_emplace("keepalives_interval", "5");
    p["client_encoding"] = "UTF8";
    return p;
}

void check_encoding(PGconn *c, const postgresql_parameters &p) {
    const char *encoding = PQparameterStatus(c, "server_encoding");
    if (encoding == nullptr || std::string_view(encoding) == "UTF8") return;
    throw failure(failure_kind::other,
                  "the database of the store " + shown(p) + " has the encoding " + encoding +
                      "; a store needs UTF8. Run CREATE DATABASE ... ENCODING 'UTF8' TEMPLATE template0");
}

bool answers(const postgresql_parameters &p) {
    const connection_words words(p);
    return PQpingParams(words.keywords.data(), words.values.data(), 0) == PQPING_OK;
}

postgresql_handle connect_to(postgresql_parameters p, access may, bool stale, std::chrono::milliseconds tries_for) {
    p = with_defaults(std::move(p));
    const bool to_replica = may == access::read_only && stale;
    p.try_emplace("target_session_attrs", to_replica ? "prefer-standby" : "read-write");
    const connection_words words(p);
    const auto until = std::chrono::steady_clock::now() + tries_for;
    refusal refused;
    for (int attempt = 0;; ++attempt) {
        postgresql_handle c(PQconnectdbParams(words.keywords.data(), words.values.data(), 0));
        // libpq would write notices to standard error, between the lines of the service's log.
        if (c) (void)PQsetNoticeProcessor(c.get(), [](void *, const char *) {}, nullptr);
        if (PQstatus(c.get()) == CONNECTION_OK) {
            check_encoding(c.get(), p);
            const postgresql_result r(PQexec(c.get(), std::string(session_settings).c_str()));
            if (PQresultStatus(r.get()) == PGRES_COMMAND_OK) return c;
        }
        const auto wait = pause(attempt);
        const bool has_answered =
            PQstatus(c.get()) != CONNECTION_OK && answers(p) &&
            std::string_view(PQerrorMessage(c.get())).find("session is ") == std::string_view::npos;
        if (refused.is_certain(has_answered) || std::chrono::steady_clock::now() + wait > until) {
            throw failure(failure_kind::unavailable,
                          "the store " + shown(p) + " cannot be reached: " + single_line(PQerrorMessage(c.get())));
        }
        std::this_thread::sleep_for(wait);
    }
}

} // namespace uniform::store
