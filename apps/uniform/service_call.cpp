#include "service_call.hpp"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

#include <pwd.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <uniform/http/server.hpp>
#include <uniform/resolver/permission.hpp>

#include "config.hpp"
#include "diagnostics.hpp"
#include "terminal.hpp"
#include "verbs.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

using nlohmann::json;

// The user as the system knows them: an environment variable can be anything.
std::string user_name() {
    const passwd *const user = getpwuid(geteuid());
    return user && user->pw_name ? user->pw_name : std::to_string(geteuid());
}

std::string without_line_end(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return text;
}

std::expected<std::string, int> token_of(const options &o) {
    const std::string *const text = o.value_of("token");
    const std::string *const file = o.value_of("token-file");
    if (text && file) return std::unexpected(fail(exit_usage, "--token and --token-file cannot go together"));
    if (text) return *text;
    if (file) {
        auto read = read_document(*file, 4096);
        if (!read) return std::unexpected(read.error());
        return without_line_end(std::move(*read));
    }
    const char *const variable = std::getenv("UNIFORM_TOKEN");
    return variable ? variable : "";
}

// What was written to std::cout since errno was 0 goes out. A reader that went away has read enough.
int flushed() {
    if (std::cout.flush() || errno == EPIPE) return exit_good;
    return fail(exit_io, "cannot write to standard output");
}

// The text at a JSON pointer; empty when there is none.
std::string text_at(const json &document, const std::string &pointer) {
    try {
        const json &found = document.at(json::json_pointer(pointer));
        return found.is_string() ? found.get<std::string>() : std::string{};
    } catch (const json::exception &) {
        return {};
    }
}

std::string text_of(const json &object, const char *member) {
    if (!object.is_object()) return {};
    const auto at = object.find(member);
    return at != object.end() && at->is_string() ? at->get<std::string>() : std::string{};
}

} // namespace

service_call::service_call(service_call &&) noexcept = default;
service_call::~service_call() = default;

std::expected<service_call, int> service_call::open(const options &o, bool create) {
    service_call out;
    out.json_ = o.json;
    if (const std::string *const limit = o.value_of("limit")) {
        const auto [end, why] = std::from_chars(limit->data(), limit->data() + limit->size(), out.limit_);
        if (why != std::errc{} || end != limit->data() + limit->size() || out.limit_ == 0)
            return std::unexpected(fail(exit_usage, "--limit needs a number from 1"));
    }
    const std::string *const server = o.value_of("server");
    out.colour_ = use_colour(o.colour, STDERR_FILENO);
    try {
        const char *const variable = std::getenv("UNIFORM_SERVER");
        const bool store_named =
            std::ranges::any_of(o.settings, [](const auto &s) { return s.first == "store.location"; });
        if (server && store_named) return std::unexpected(fail(exit_usage, "--server and --store cannot go together"));
        if (server || (variable && *variable && !store_named)) {
            auto token = token_of(o);
            if (!token) return std::unexpected(token.error());
            const char *const trusted = std::getenv("SSL_CERT_FILE");
            out.api_ =
                http::api_client::remote(server ? *server : variable,
                                         {.token = std::move(*token), .ca_file = trusted ? trusted : std::string{}});
            return out;
        }
        auto c = read_settings(o);
        if (!c) return std::unexpected(c.error());
        out.settings_ = std::make_unique<http::settings>(std::move(c->values));
        auto with = http::store_options_of(*out.settings_);
        with.database.create = create;
        // A verb that reads changes nothing, not the tables either; `uniform store migrate` is for that.
        with.migrate = with.migrate && create;
        out.store_ = store::store::open(http::store_location(*out.settings_), with);
        const resolver::principal who{.id = "local:" + user_name(), .role = resolver::role::administrator};
        out.api_ = http::api_client::local(*out.store_, *out.settings_, who);
        return out;
    } catch (const store::failure &e) {
        return std::unexpected(fail(exit_io, e.what()));
    } catch (const http::no_answer &e) {
        return std::unexpected(fail(server ? exit_usage : exit_io, e.what()));
    }
}

int service_call::run(const http::api_request &r, const std::function<void(const json &)> &show,
                      std::string_view subject) {
    http::api_response answer;
    try {
        answer = api_->call(r);
    } catch (const http::no_answer &e) {
        return fail(exit_io, e.what());
    }
    if (answer.status >= 300) {
        // RFC 6901: the value in the request that the problem is about; the offset is in that one.
        const std::string at = text_of(json::parse(answer.body, nullptr, false), "pointer");
        if (at.empty() || at == "/name" || at == "/prefix") return report(answer, subject);
        return report(answer, text_at(json::parse(r.body, nullptr, false), at));
    }
    if (json_) {
        if (!answer.body.empty() && !answer.body.ends_with('\n')) answer.body += '\n';
        return print_all(answer.body);
    }
    const json body = json::parse(answer.body.empty() ? "{}" : answer.body, nullptr, false);
    if (body.is_discarded()) return fail(exit_io, "the answer is no JSON");
    errno = 0;
    show(body);
    return flushed();
}

int service_call::get(std::string path, json &body, std::string &etag, bool absent) {
    http::api_response answer;
    try {
        answer = api_->call({.path = std::move(path)});
    } catch (const http::no_answer &e) {
        return fail(exit_io, e.what());
    }
    if (absent && answer.status == 404) {
        body = nullptr;
        return exit_good;
    }
    if (answer.status >= 300) return report(answer);
    body = json::parse(answer.body, nullptr, false);
    if (!body.is_object()) return fail(exit_io, "the answer is no JSON object");
    etag = answer.value("ETag");
    return exit_good;
}

int service_call::list(const std::string &path, const std::function<void(const json &)> &show,
                       const std::vector<std::pair<std::string, std::string>> &fields) {
    std::uint64_t shown = 0;
    std::string cursor; // behind what was shown
    for (;;) {
        http::api_response answer;
        try {
            std::string page = path;
            if (!cursor.empty()) page += (page.contains('?') ? "&after=" : "?after=") + http::path_segment(cursor);
            answer = api_->call({.path = std::move(page), .fields = fields});
        } catch (const http::no_answer &e) {
            return fail(exit_io, e.what());
        }
        if (answer.status >= 300) return report(answer);
        const json body = json::parse(answer.body, nullptr, false);
        const auto items = body.is_object() ? body.find("items") : body.end();
        if (!body.is_object() || items == body.end() || !items->is_array())
            return fail(exit_io, "the answer is no list");
        errno = 0;
        for (const json &item : *items) {
            if (limit_ != 0 && shown == limit_) break;
            ++shown;
            if (json_)
                std::cout << item.dump(-1, ' ', false, json::error_handler_t::replace) << '\n';
            else
                show(item);
        }
        if (const int code = flushed(); code != exit_good || !std::cout) return code;
        std::string next = text_of(body, "next");
        if (next.empty() || (limit_ != 0 && shown >= limit_)) break;
        if (next == cursor || items->empty())
            return fail(exit_io, "the list does not go on: the next page is this one");
        cursor = std::move(next);
    }
    return exit_good;
}

int service_call::report(const http::api_response &a, std::string_view subject) const {
    const json body = json::parse(a.body, nullptr, false);
    std::string says = "uniform: ";
    if (!body.is_object()) {
        says += "the service answered with status " + std::to_string(a.status) + "\n";
    } else {
        const std::string title = text_of(body, "title");
        const std::string detail = text_of(body, "detail");
        const std::string rule = text_of(body, "rule");
        says += printable(title.empty() ? "status " + std::to_string(a.status) : title);
        if (!detail.empty()) says += ": " + printable(detail);
        if (!rule.empty()) says += " (" + printable(rule) + ")";
        says += '\n';
        const auto offset = body.find("offset");
        if (!subject.empty() && offset != body.end() && offset->is_number_unsigned() &&
            offset->get<std::size_t>() <= subject.size()) {
            append_caret(says, error{.offset = offset->get<std::uint64_t>()}, subject,
                         {.caret = true, .colour = colour_, .width = terminal_width(STDERR_FILENO)});
        }
        if (const auto existing = body.find("existing"); existing != body.end())
            says += "uniform: there is: " + printable(existing->dump(-1, ' ', false, json::error_handler_t::replace)) +
                    '\n';
        if (const auto findings = body.find("findings"); findings != body.end() && findings->is_array()) {
            for (const json &f : *findings) {
                std::string line = "uniform: ";
                if (f.is_object() && f.contains("message")) {
                    line += text_of(f, "level") + ": " + text_of(f, "message");
                    if (const std::string why = text_of(f, "rule"); !why.empty()) line += " (" + why + ")";
                } else {
                    line += f.dump(-1, ' ', false, json::error_handler_t::replace);
                }
                says += printable(line) + '\n';
            }
        }
    }
    std::fputs(says.c_str(), stderr);
    return a.status >= 500 || a.status < 400 ? exit_io : exit_bad_input;
}

std::string query_of(std::initializer_list<std::pair<std::string_view, std::string_view>> pairs) {
    std::string out;
    for (const auto &[name, value] : pairs) {
        if (value.empty()) continue;
        out += out.empty() ? '?' : '&';
        out += std::string{name} + '=' + http::path_segment(value);
    }
    return out;
}

std::expected<std::string, int> read_document(const std::string &path, std::size_t limit) {
    std::ifstream file;
    if (path != "-") {
        file.open(path, std::ios::binary);
        if (!file) return std::unexpected(fail(exit_io, "cannot open " + in_quotes(path)));
    }
    std::istream &in = path == "-" ? std::cin : file;
    std::string text;
    std::string part(65536, '\0');
    while (in.read(part.data(), static_cast<std::streamsize>(part.size())) || in.gcount() > 0) {
        text.append(part, 0, static_cast<std::size_t>(in.gcount()));
        if (text.size() > limit)
            return std::unexpected(
                fail(exit_bad_input, in_quotes(path) + " is longer than " + std::to_string(limit) + " bytes"));
    }
    if (in.bad()) return std::unexpected(fail(exit_io, "cannot read " + in_quotes(path)));
    return text;
}

} // namespace uniform::command
