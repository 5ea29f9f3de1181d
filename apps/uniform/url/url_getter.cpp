#include "url/url_getter.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include <uniform/base/ascii.hpp>
#include <uniform/urn/name.hpp>

#include "print/exit.hpp"
#include "print/host_forms.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "run/typed_input.hpp"
#include "url/gopher_form.hpp"
#include "url/plan_of.hpp"

namespace uniform::cli {

namespace {

std::string megabytes(std::uint64_t bytes) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f MB", static_cast<double>(bytes) / 1e6);
    return text.data();
}

// Whether it is no text: a terminal gets none of it. Text may contain a few of the control characters, and what else
// would control a terminal is escaped (print/terminal_text.hpp).
bool steers_terminal(std::string_view text) {
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte == 0x7F || (byte < 0x20 && std::string_view{"\t\n\v\f\r\b"}.find(c) == std::string_view::npos))
            return true;
    }
    return false;
}

// RFC 3986 3.5: the fragment is for the user of the representation and not part of its retrieval.
std::string without_fragment(std::string_view url) { return std::string{url.substr(0, url.find('#'))}; }

std::string replace_all(std::string text, std::string_view what, std::string_view by) {
    if (what.empty()) return text;
    for (std::size_t at = 0; (at = text.find(what, at)) != std::string::npos; at += by.size()) {
        text.replace(at, what.size(), by);
    }
    return text;
}

// The URL for one argument.
struct request {
    std::string asked; // for, without the fragment
    std::string url;   // that, or the gateway's for it
    bool by_gateway = false;
    bool by_resolver = false;    // of a URN: the address of a public resolver, which is not the user's choice
    bool by_news_server = false; // of the user's choice

    [[nodiscard]] bool configured() const noexcept { return by_gateway || by_news_server; }

    static std::string encoded(std::string_view text) {
        std::string out;
        encode_append(out, text, unreserved(edition::rfc3986));
        return out;
    }
    // A gateway gets the whole URL. Messages show what was sent, but not the password in it.
    [[nodiscard]] std::string hide(std::string text, passwords p) const {
        if (p == passwords::shown) return text;
        const std::string masked = mask_password(asked);
        if (!by_gateway || masked == asked) return text;
        return replace_all(replace_all(std::move(text), encoded(asked), encoded(masked)), asked, masked);
    }
};

class getter {
public:
    getter(get_run &run, const get_job &job) : run_{run}, o_{run.options}, job_{job} {}

    int get() {
        const int code = get_planned();
        run_.progress.finish();
        return code;
    }

private:
    // --rejects: the report in one line, a TAB and the input.
    void reject(std::string report) const {
        while (report.ends_with('\n')) report.pop_back();
        report.append(1, '\t').append(job_.url).append(1, '\n');
        run_.progress.instead([&] { run_.rejects->write(report); });
    }

    int complain(std::string_view url, std::string_view says, int code) const {
        if (run_.rejects && code == exit_bad_input) {
            reject(job_.source + ':' + std::to_string(job_.line) + ": " + printable(url) + ": " + printable(says));
            return code;
        }
        if (o_.quiet && code == exit_bad_input) return code;
        run_.progress.instead([&] { fail(code, std::string{url} + ": " + std::string{says}); });
        return code;
    }

    int not_valid(const request &r, const error &why) const {
        if (o_.quiet && !run_.rejects) return exit_bad_input;
        std::string says;
        message_style style = style_of_messages(o_.colour, o_.show_password);
        if (run_.rejects) style = {.show_password = o_.show_password}; // without a caret
        style.caret = style.caret && !r.by_gateway;                    // not typed by the user
        problem p{.why = why, .text = r.url};
        if (why.code == error_code::no_access && ascii::starts_with_ignoring_case(r.url, "file:")) {
            const auto url = parse_uri(r.url);
            const std::string_view host = url ? url->host().value_or("") : std::string_view{};
            p.message =
                "the host " + in_quotes(host) + " is not this machine, and a file URL gives no way to access another";
        }
        if (!o_.typed && !r.by_gateway) p.hint = typed_hint(why, r.url);
        append_message(says, r.by_gateway ? "<gateway>" : job_.source, job_.line, p, style);
        if (run_.rejects) {
            reject(says);
            return exit_bad_input;
        }
        if (why.code == error_code::no_access && why.rule == rule::newsurl) {
            says += "uniform: name the server with --news-server or in the environment variable NNTPSERVER\n";
        } else if (why.code == error_code::control_in_argument || why.code == error_code::delimiter_in_argument ||
                   why.code == error_code::foreign_port) {
            says += "uniform: with --insist the request is sent as it is\n";
        }
        if (r.by_gateway)
            says += "uniform: the gateway's URL is " + printable(show(r.hide(r.url, o_.show_password))) + '\n';
        print(says);
        return exit_bad_input;
    }

    void print(std::string_view says) const {
        run_.progress.instead([&] { print_message(says); });
    }

    // A URL in a message.
    [[nodiscard]] std::string show(std::string_view url) const {
        return o_.show_password == passwords::shown ? std::string{url} : mask_password(url);
    }

    // draft-ietf-uri-url-06 4: clients should be "configured to use specific gateway locators for indirect access
    // through new naming schemes". Without a gateway for its scheme, the URL itself.
    [[nodiscard]] request request_of(std::string_view argument) const {
        request r{without_fragment(argument), {}};
        const std::string_view scheme = std::string_view{r.asked}.substr(0, r.asked.find(':'));
        const auto lower = ascii::to_lower;
        for (const auto &[name, gateway] : o_.gateways) {
            if (scheme.size() == r.asked.size() || !std::ranges::equal(scheme, name, {}, lower)) continue;
            r.url = without_fragment(get_command_options::gateway_url(gateway, r.asked));
            r.by_gateway = true;
            return r;
        }
        r.url = sent_as(r.asked);
        return r;
    }

    int get_planned() {
        const plan_options &how = run_.how;
        request r = request_of(job_.url);
        if (!r.by_gateway && ascii::starts_with_ignoring_case(r.asked, "urn:")) {
            if (const int code = ask_resolver(r); code != exit_good) return code;
        }
        if (r.by_gateway) {
            if (const auto wrong = not_for_a_gateway(r.asked, how)) return not_valid({r.asked, r.asked}, *wrong);
        }
        const auto url = parse_url(r.url, how.url);
        if (!url) return not_valid(r, url.error());
        auto plan = plan_access(*url, how);
        if (!plan) return not_valid(r, plan.error());
        if (!o_.quiet) {
            for (const error &it : plan->concerns) print("uniform: warning: " + std::string{it.message()} + '\n');
        }
        const std::string shown = r.by_gateway || r.by_resolver          ? show(r.asked)
                                  : o_.show_password == passwords::shown ? std::string{text_of(*url)}
                                                                         : without_password(*url);
        const auto *const news = std::get_if<newsurl_view>(&*url);
        r.by_news_server = news != nullptr && !news->server;
        if (!can_carry_out(plan->scheme)) return not_fetched(shown, *plan);
        const bool is_http = plan->scheme == "http" || plan->scheme == "https";
        if (o_.head && !is_http) return complain(shown, "--head is of http and https", exit_bad_input);
        log_in(*plan, is_http);
        if (plan->scheme == "gopher" && plan->steps.back().command == "answer") {
            return fetch_by_form(r, shown, *std::get_if<gopherurl_view>(&*url), *plan);
        }
        return fetch(r, shown, *plan);
    }

    // RFC 8141 4.2: a URN is resolved by what is known of its namespace: the first address of its registry entry that
    // resolves it. Reported and exit_bad_input if there is none.
    int ask_resolver(request &r) const {
        const auto urn = parse_urn(r.asked, {edition::rfc8141, run_.how.url.max_length});
        if (!urn) return not_valid(r, urn.error());
        const std::vector<std::string> addresses = resolver_addresses(*urn);
        if (addresses.empty()) {
            return complain(show(r.asked),
                            "no resolver is known of the namespace " + in_quotes(urn->nid()) +
                                " (RFC 8141 section 4.2); --gateway urn=URL names one",
                            exit_bad_input);
        }
        r.url = without_fragment(addresses.front());
        r.by_resolver = true;
        return exit_good;
    }

    // --user, where the URL names none and the scheme has a login.
    void log_in(access_plan &plan, bool is_http) const {
        if (!run_.user) return;
        const bool of_news = plan.scheme == "nntp" || plan.scheme == "news" || plan.scheme == "snews";
        if (plan.scheme == "ftp" ? plan.login != credentials::anonymous : plan.user || (!is_http && !of_news)) return;
        plan.login = credentials::given;
        plan.user = run_.user;
        plan.password = run_.password;
        for (access_step &step : plan.steps) {
            if (step.command == "USER") step.argument = run_.user;
            if (step.command == "PASS") step.argument = run_.password;
        }
    }

    // The error for a text that a gateway must not get: one that is no URL, or a URL with which it would do what
    // section 6 warns of.
    static std::optional<error> not_for_a_gateway(std::string_view asked, const plan_options &how) {
        const auto url = parse_url(asked, how.url);
        if (!url) return url.error();
        const auto plan = plan_access(*url, how);
        if (plan || plan.error().code == error_code::no_access || plan.error().code == error_code::unknown_scheme) {
            return std::nullopt;
        }
        return plan.error();
    }

    // There is nothing to fetch, or no client for it: the plan, for the user.
    [[nodiscard]] int not_fetched(std::string_view shown, const access_plan &plan) const {
        if (o_.quiet) return exit_bad_input;
        std::string says = "uniform: " + printable(shown) + ": ";
        if (plan.scheme == "telnet") {
            says += "not fetched: an interactive service (3.8); connect with\n";
            says += how_to_connect(plan, o_.show_password);
        } else {
            says += plan.scheme == "mailto" ? "not fetched: it designates no object (3.5); the plan is\n"
                                            : "not fetched: no client for " + plan.scheme + "; the plan is\n";
            append_plan(says, plan, o_.show_password);
        }
        print(says);
        return exit_bad_input;
    }

    // 3.4.5: the form's definition is fetched, the user answers, and the answers retrieve the item.
    int fetch_by_form(const request &r, std::string_view shown, const gopherurl_view &url, access_plan plan) {
        plan.steps.pop_back();
        std::string definition;
        const auto got = carry_out(
            plan,
            [&](std::string_view part) {
                definition += part;
                return definition.size() <= longest_form;
            },
            limits(r.configured()));
        if (!got) return complain(shown, message(got.error()), exit_bad_input);
        const auto form = read_form(definition);
        if (!form) return complain(shown, form.error(), exit_bad_input);
        auto answers = [&] {
            const base::scoped_lock hold{run_.terminal};
            return answer_form(*form, o_.answers);
        }();
        if (!answers) return complain(shown, answers.error(), exit_bad_input);
        gopher_plus filled;
        filled.what = gopher_plus::kind::form_response;
        filled.answers = *std::move(answers);
        const auto text = write_gopher_plus(filled);
        if (!text) return complain(shown, text.error().message(), exit_bad_input);
        gopherurl_parts parts = parts_of(url);
        parts.gopher_plus = *text;
        plan.steps = {{"send", gopher_request(parts, url.edition)}};
        return fetch(r, shown, plan);
    }

    // 3.8: an interactive service, no data object
    static std::string how_to_connect(const access_plan &plan, passwords p) {
        std::string host = plan.host.value_or("");
        if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
        constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-:_";
        if (host.starts_with('-') || host.find_first_not_of(plain) != std::string::npos) {
            std::string quoted = "-- '";
            for (const char c : host) quoted += c == '\'' ? std::string{"'\\''"} : std::string{c};
            host = quoted + '\'';
        }
        std::string says = "telnet " + printable(host) + ' ' + std::to_string(plan.port.value_or(23)) + '\n';
        if (plan.user) says += "  user      " + printable(*plan.user) + " (advised)\n";
        if (plan.password) {
            says += "  password  " + (p == passwords::shown ? printable(*plan.password) : "***") + " (advised)\n";
        }
        return says;
    }

    [[nodiscard]] access_options limits(bool configured) const {
        access_options with;
        with.max_size = o_.max_size;
        with.timeout = std::chrono::seconds{o_.timeout};
        with.max_redirects = o_.max_redirects;
        // The user asked for the host that is configured, but not for the hosts that it redirects to.
        with.addresses = o_.any_address ? address_policy::any
                         : configured   ? address_policy::first_any
                                        : address_policy::internet;
        if (const char *file = std::getenv("SSL_CERT_FILE"); file != nullptr) with.ca_file = file;
        return with;
    }

    int fetch(const request &r, std::string_view shown, const access_plan &plan) {
        access_options with = limits(r.configured());
        std::string why_not;
        with.ask_password = [&](std::string_view user, std::string_view host) -> std::optional<std::string> {
            const base::scoped_lock hold{run_.terminal};
            const auto begin = received_file::clock::now();
            auto given = ask_on_terminal("Password of " + in_quotes(user) + " at " + printable(host) + ": ");
            deadline_ += received_file::clock::now() - begin;
            if (given) return *std::move(given);
            why_not = std::move(given.error());
            return std::nullopt;
        };
        with.headers = o_.headers;
        with.head = o_.head;
        with.observe = [&](std::uint64_t received, std::optional<std::uint64_t> total) {
            run_.progress.update(received, total);
            return true;
        };
        return deliver(r, shown, with, [&](const access_sink &sink) -> std::optional<access_failure> {
            auto got = carry_out(plan, sink, with);
            if (got) {
                result_ = *std::move(got);
                return std::nullopt;
            }
            if (got.error().problem == access_problem::not_allowed) got.error().detail += ": --any-address permits it";
            if (got.error().problem == access_problem::no_password && !why_not.empty()) {
                got.error().detail =
                    "the URL gives no password for " + in_quotes(plan.user.value_or("")) + ", and " + why_not;
            }
            return std::move(got.error());
        });
    }

    // Runs a function that writes to a sink, and writes that to the file or to standard output.
    template <class Run>
    int deliver(const request &r, std::string_view shown, access_options &with, Run run) {
        deadline_ = received_file::clock::now() + std::chrono::seconds{o_.timeout};
        std::string output_error; // with the output
        std::optional<received_file> file;
        if (job_.path) {
            auto opened =
                o_.resume ? received_file::open_partial(*job_.path) : received_file::open(*job_.path, deadline_);
            if (!opened) return complain(shown, opened.error(), exit_io);
            file.emplace(std::move(*opened));
            with.resume_at = file->size();
            with.begin = [&](std::uint64_t at) {
                output_error = file->begin_at(at);
                return output_error.empty();
            };
        }
        bool broken_pipe = false;
        const access_sink sink = [&](std::string_view part) {
            if (file) {
                output_error = file->write(part, deadline_);
                return output_error.empty();
            }
            if (o_.quiet) return true;
            if (run_.to_terminal && steers_terminal(part)) {
                output_error = "control characters, which are not written to a terminal: use --output FILE or a pipe";
                return false;
            }
            run_.out.write(part);
            broken_pipe = run_.out.failure() == EPIPE;
            return run_.out.failure() == 0;
        };
        std::optional<access_failure> failure = run(sink);
        if (!file) {
            run_.progress.instead([&] { run_.out.flush(); });
            if (broken_pipe) return exit_good;           // the reader has ended
            if (run_.out.failure() != 0) return exit_io; // reported at the end
        }
        if (!output_error.empty()) return complain(shown, output_error, file ? exit_io : exit_bad_input);
        if (failure) return complain(shown, r.hide(message(*failure), o_.show_password), exit_bad_input);
        if (file) {
            if (output_error = file->finish(); !output_error.empty()) return complain(shown, output_error, exit_io);
        }
        report(r, job_.path.value_or(""));
        return exit_good;
    }

    void report(const request &r, std::string_view file) {
        if (o_.report == report_form::none) return;
        // RFC 2397: the URL has the type.
        const auto data = parse_dataurl(r.url);
        if (data) result_.content_type = parts_of(*data).mediatype;
        std::string says;
        append_report(says, {r.asked, file, result_}, o_.report, o_.show_password);
        print(says);
    }

    get_run &run_;
    const get_command_options &o_;
    const get_job &job_;
    access_result result_;
    static constexpr std::size_t longest_form = std::size_t{1} << 20;
    received_file::clock::time_point deadline_{};
};

} // namespace

void transfer_progress::update(std::uint64_t received, std::optional<std::uint64_t> total) {
    const base::scoped_lock hold{mutex_};
    running_[std::this_thread::get_id()] = received;
    std::uint64_t bytes = finished_;
    for (const auto &[thread, some] : running_) bytes += some;
    const std::size_t done = done_;
    line_.update([&](double seconds) {
        std::string says = all_ > 1 ? std::to_string(done) + " of " + std::to_string(all_) + " URLs, " : "";
        says += megabytes(bytes);
        if (total && all_ == 1) says += " of " + megabytes(*total);
        return says + ", " + megabytes(static_cast<std::uint64_t>(static_cast<double>(bytes) / seconds)) + "/s";
    });
}

void transfer_progress::finish() {
    const base::scoped_lock hold{mutex_};
    ++done_;
    if (const auto it = running_.find(std::this_thread::get_id()); it != running_.end()) {
        finished_ += it->second;
        running_.erase(it);
    }
    line_.clear();
}

int get_url(get_run &run, const get_job &job) { return getter{run, job}.get(); }

} // namespace uniform::cli
