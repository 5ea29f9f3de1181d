#include "service/service_call.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <optional>

#include <pwd.h>
#include <unistd.h>

#include <uniform/base/ascii.hpp>
#include <uniform/http/server.hpp>
#include <uniform/json/pointer.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/store/location.hpp>

#include "cli/whole_file.hpp"
#include "print/exit.hpp"
#include "print/hidden_password.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "service/client_text.hpp"
#include "service/config.hpp"

namespace uniform::cli {

// The user by the database of the system: an environment variable can be anything.
std::string user_name() {
    const passwd *const user = getpwuid(geteuid());
    return user && user->pw_name ? user->pw_name : std::to_string(geteuid());
}

namespace {

std::string without_line_end(std::string text) {
    while (!text.empty() && (text.back() == '\n' || text.back() == '\r')) text.pop_back();
    return text;
}

std::expected<std::string, int> token_of(const service_options &o) {
    if (o.token && o.token_file) {
        return std::unexpected{usage_error(o, exclusive("--token", "--token-file"))};
    }
    if (o.token) return *o.token;
    if (o.token_file) {
        auto read = read_document(*o.token_file, 4096);
        if (!read) return std::unexpected{read.error()};
        return without_line_end(std::move(*read));
    }
    const char *const variable = std::getenv("UNIFORM_TOKEN");
    return variable ? variable : "";
}

// Writes what std::cout holds. It is not a failure if the reader has ended.
int flushed() {
    if (std::cout.flush() || errno == EPIPE) return exit_good;
    return fail(exit_io, file_error(standard_output, errno));
}

// A string in a request, and the offset in its body from which the service counts: that of the string's first byte.
struct text_in_body {
    std::string text;
    std::size_t begins = 0;
};

// The string at a JSON pointer; nothing if there is none, or if it has escapes, so that offsets in it are unknown.
std::optional<text_in_body> text_at(std::string_view body, std::string_view pointer) {
    const auto document = json::read(body);
    if (!document) return std::nullopt;
    const json::value *const found = json::at(*document, pointer);
    const std::string *const text = found ? found->if_string() : nullptr;
    if (text == nullptr) return std::nullopt;
    if (found->offset_of(0) == found->offset()) return std::nullopt;
    return text_in_body{*text, found->offset_of(0)};
}

// The body of a response; null if it is not JSON.
json::value body_of(const http::api_response &response) {
    return json::read(response.body, response_limits).value_or(json::value{});
}

} // namespace

service_call::service_call(service_call &&) noexcept = default;
service_call::~service_call() = default;

std::expected<service_call, int> service_call::open(const service_options &o) {
    service_call out;
    out.json_ = o.json;
    out.limit_ = o.limit;
    out.colour_ = use_colour(when::automatic, STDERR_FILENO);
    if (o.server) out.where_ = " --server " + shell_word(*o.server);
    for (const auto &[name, value] : o.settings) {
        if (name == "store.location") out.where_ = " --store " + shell_word(store::without_password(value));
    }
    try {
        const char *const variable = std::getenv("UNIFORM_SERVER");
        const bool store_named =
            std::ranges::any_of(o.settings, [](const auto &s) { return s.first == "store.location"; });
        if (o.server && store_named) {
            return std::unexpected{usage_error(o, exclusive("--server", "--store"))};
        }
        if (o.server || (variable && *variable && !store_named)) {
            auto token = token_of(o);
            if (!token) return std::unexpected{token.error()};
            out.may_add_namespaces_ = !token->empty();
            const char *const trusted = std::getenv("SSL_CERT_FILE");
            out.api_ =
                http::api_client::remote(o.server ? *o.server : variable,
                                         {.token = std::move(*token), .ca_file = trusted ? trusted : std::string{}});
            return out;
        }
        auto c = read_settings(o);
        if (!c) return std::unexpected{c.error()};
        out.settings_ = std::make_unique<http::settings>(std::move(c->values));
        auto with = http::command_store_options_of(*out.settings_);
        with.database.create = false;
        with.migrate = false; // `uniform store migrate` does it
        out.store_ = store::store::open(http::store_location(*out.settings_), with);
        const resolver::principal who{.id = "local:" + user_name(), .role = resolver::role::administrator};
        out.api_ = http::api_client::local(*out.store_, *out.settings_, who);
        return out;
    } catch (const store::failure &e) {
        return std::unexpected{fail(exit_io, e.what())};
    } catch (const http::no_response &e) {
        return std::unexpected{fail(o.server ? exit_usage : exit_io, e.what())};
    }
}

int service_call::run(const http::api_request &r, const std::function<void(const json::value &)> &show,
                      std::string_view subject, const place_function &place) {
    http::api_response answer;
    try {
        answer = api_->call(r);
    } catch (const http::no_response &e) {
        return fail(exit_io, e.what());
    }
    if (answer.status >= 300) {
        // RFC 6901: the value in the request that the problem is about; the offset is in the request's body.
        const json::value problem = body_of(answer);
        // A text that is no URN has no namespace.
        if (problem.string_of("type").ends_with("/unknown-name") && ascii::starts_with_ignoring_case(subject, "urn:")) {
            if (const int code = check_namespace_of(subject); code != exit_good) return code;
        }
        const std::string_view at = problem.string_of("pointer");
        if (at.empty()) return report(answer, subject);
        const std::string where = place ? place(at) : std::string{};
        if (const auto text = text_at(r.body, at)) return report(answer, text->text, text->begins, where);
        return report(answer, at == "/name" || at == "/prefix" ? subject : std::string_view{}, 0, where);
    }
    if (json_ && !change_) {
        if (!answer.body.empty() && !answer.body.ends_with('\n')) answer.body += '\n';
        return print_all(answer.body);
    }
    auto body = json::read(answer.body.empty() ? "{}" : answer.body, response_limits);
    if (!body) return fail(exit_io, "the response is not JSON");
    if (change_) change_(*body);
    if (json_) return print_all(json::to_text(*body) + '\n');
    errno = 0;
    show(*body);
    return flushed();
}

int service_call::get(std::string path, json::value &body, std::string &etag, bool absent) {
    http::api_response answer;
    try {
        answer = api_->call({.path = std::move(path)});
    } catch (const http::no_response &e) {
        return fail(exit_io, e.what());
    }
    if (absent && answer.status == 404) {
        body = json::value{};
        return exit_good;
    }
    if (answer.status >= 300) return report(answer);
    body = body_of(answer);
    if (!body.is_object()) return fail(exit_io, "the response is not a JSON object");
    etag = answer.value("ETag");
    return exit_good;
}

int service_call::list(const std::string &path, const std::function<void(const json::value &)> &show,
                       const std::vector<std::pair<std::string, std::string>> &fields, std::string_view prefix) {
    std::uint64_t shown = 0;
    std::string cursor; // of the next page
    for (;;) {
        http::api_response answer;
        try {
            std::string page = path;
            if (!cursor.empty()) page += (page.contains('?') ? "&after=" : "?after=") + http::path_segment(cursor);
            answer = api_->call({.path = std::move(page), .fields = fields});
        } catch (const http::no_response &e) {
            return fail(exit_io, e.what());
        }
        if (answer.status >= 300) return report(answer);
        const json::value body = body_of(answer);
        const json::value *const items = body.find("items");
        if (items == nullptr || !items->is_array()) return fail(exit_io, "the response is not a list");
        errno = 0;
        for (const json::value &item : items->elements()) {
            if (limit_ != 0 && shown == limit_) break;
            ++shown;
            if (json_)
                std::cout << json::to_text(item) << '\n';
            else
                show(item);
        }
        if (const int code = flushed(); code != exit_good || !std::cout) return code;
        std::string next{body.string_of("next")};
        if (next.empty() || (limit_ != 0 && shown >= limit_)) break;
        if (next == cursor || items->elements().empty())
            return fail(exit_io, "the list is endless: the next page is the same one");
        cursor = std::move(next);
    }
    return shown == 0 ? check_namespace_of(prefix) : exit_good;
}

int service_call::check_namespace_of(std::string_view prefix) {
    if (prefix.size() > 4 && ascii::lower_copy(prefix.substr(0, 4)) == "urn:") prefix.remove_prefix(4);
    const std::size_t colon = prefix.find(':');
    if (colon == std::string_view::npos) return exit_good;
    json::value body;
    std::string etag;
    return get("/api/v1/namespaces/" + http::path_segment(prefix.substr(0, colon)), body, etag);
}

std::string service_call::namespace_hint(const json::value &problem) const {
    if (!may_add_namespaces_ || problem.string_of("add_with").empty()) return {};
    return ". To manage it here: `uniform namespace add " + shell_word(printable(problem.string_of("namespace"))) +
           where_ + '`';
}

int service_call::report(const http::api_response &a, std::string_view subject, std::size_t begins,
                         std::string_view place) const {
    const json::value body = body_of(a);
    std::string says = "uniform: ";
    if (!place.empty()) says += printable(place) + ": ";
    if (!body.is_object()) {
        says += "the service responded with status " + std::to_string(a.status) + "\n";
    } else {
        const std::string_view title = body.string_of("title");
        const std::string_view detail = body.string_of("detail");
        const std::string_view rule = body.string_of("rule");
        if (!detail.empty()) {
            says += printable(without_passwords_in(detail));
        } else {
            says += title.empty() ? "status " + std::to_string(a.status) : printable(title);
        }
        if (!rule.empty()) says += " (" + printable(rule) + ")";
        if (a.status == 401) {
            says +=
                ". Give the token with --token-file FILE or in the environment variable UNIFORM_TOKEN; `uniform token "
                "create` makes one";
        }
        says += namespace_hint(body);
        says += '\n';
        const json::value *const offset = body.find("offset");
        const auto in_body = offset ? offset->if_unsigned() : std::nullopt;
        if (!subject.empty() && in_body) {
            // a quotation mark before the subject means all of it
            const std::size_t in_subject = *in_body < begins && begins - *in_body == 1 ? 0 : *in_body - begins;
            if (in_subject <= subject.size()) {
                append_caret(says, error{.offset = in_subject}, subject,
                             {.caret = true, .colour = colour_, .width = terminal_width(STDERR_FILENO)});
            }
        }
        if (const json::value *const existing = body.find("existing"))
            says += "uniform: existing:\n" + member_lines(*existing);
        for (const json::value &f : list_in(body, "findings")) {
            says += "uniform: " + printable(f.find("message") != nullptr ? finding_text(f) : json::to_text(f)) + '\n';
        }
    }
    print_message(says);
    return a.status >= 500 || a.status < 400 ? exit_io : exit_bad_input;
}

int call_service(const service_options &o, const http::api_request &r,
                 const std::function<void(const json::value &)> &show, std::string_view subject,
                 const place_function &place) {
    auto call = service_call::open(o);
    return call ? call->run(r, show, subject, place) : call.error();
}

int list_from_service(const service_options &o, const std::string &path,
                      const std::function<void(const json::value &)> &show,
                      const std::vector<std::pair<std::string, std::string>> &fields, std::string_view prefix) {
    auto call = service_call::open(o);
    return call ? call->list(path, show, fields, prefix) : call.error();
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
    auto content = content_of(path, limit);
    const std::string_view name = path == "-" ? "<stdin>" : std::string_view{path};
    if (!content) return std::unexpected{fail(exit_io, file_error(name, content.error()))};
    if (content->size() > limit) {
        return std::unexpected{
            fail(exit_bad_input, in_quotes(name) + " is longer than " + std::to_string(limit) + " bytes")};
    }
    return *std::move(content);
}

} // namespace uniform::cli
