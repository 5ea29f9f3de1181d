// uniform get: plans the access to each URL, carries the plan out, and writes the content to standard output or a file.

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include <sys/stat.h>
#include <unistd.h>

#include <uniform/access/access.hpp>
#include <uniform/base/ascii.hpp>
#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/percent.hpp>

#include "cli/options.hpp"
#include "print/exit.hpp"
#include "print/standard_output.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "run/progress.hpp"
#include "url/commands.hpp"
#include "url/get_report.hpp"
#include "url/gopher_form.hpp"
#include "url/options.hpp"
#include "url/plan_of.hpp"
#include "url/received.hpp"

namespace uniform::cli {

namespace {

struct get_command_options : with<common_options, url_edition_option, plan_rules, colour_option, quiet_option,
                                  password_option, progress_option> {
    std::vector<std::pair<std::string, std::string>> gateways; // scheme in lower case, and URL
    std::vector<std::string> answers;
    bool any_address = false;
    report_form report = report_form::none;
    std::optional<std::string> output;
    std::uint64_t max_size = std::uint64_t{1} << 30;
    unsigned timeout = 60; // seconds
    unsigned max_redirects = 10;

    static constexpr auto rows() {
        using enum heading;
        return std::array{
            option<&read_gateway>(
                {rules, 0, "gateway", "SCHEME=URL",
                 "Get URLs of that scheme from a gateway: {} in URL is replaced by the percent-encoded "
                 "URL; without {}, it is appended. May be repeated."}),
            option<&get_command_options::answers>(
                {rules, 0, "answer", "TEXT",
                 "The answer to a question of a Gopher+ form; repeated, to the next one, as many as the form has. "
                 "Without it, the questions are asked on the terminal."}),
            option<&get_command_options::any_address>(
                {rules, 0, "any-address", "",
                 "Also contact addresses of this machine and of private networks, and others that are not of the "
                 "Internet at large; and hosts that are addresses in rare forms, as in http://0x7f.1/."}),
            choice<&get_command_options::report, report_form::text, report_form::json>(
                {heading::output, 0, "report", "FORMAT",
                 "Print on standard error, for each URL, the URL by which it was retrieved, after redirects; the media "
                 "type; and Content-Location: `uniform find --retrieved` and --content-location take them.",
                 "text json"}),
            option<&get_command_options::output>(
                {heading::output, 'o', "output", "FILE",
                 "Write to FILE instead of standard output; the name appears only when everything "
                 "was received.",
                 "", "", true}),
            number<&get_command_options::max_size, 0, std::uint64_t{1} << 50, unit::bytes>(
                {running, 0, "max-size", "BYTES",
                 "Stop with an error if the content is longer; K, M and G may follow the number."}),
            number<&get_command_options::timeout, 1, 86400>(
                {running, 0, "timeout", "SECONDS", "Stop with an error if it takes longer."}),
            number<&get_command_options::max_redirects, 0, 1000>(
                {running, 0, "max-redirects", "N", "Follow at most N redirects."}),
        };
    }

    // {} is replaced by the encoded URL, which is appended where there is none.
    static std::string gateway_url(std::string_view gateway, std::string_view asked) {
        const auto at = std::min(gateway.find("{}"), gateway.size());
        std::string url{gateway.substr(0, at)};
        encode_append(url, asked, unreserved(edition::rfc3986));
        if (at < gateway.size()) url += gateway.substr(at + 2);
        return url;
    }

private:
    static option_status read_gateway(get_command_options &o, const option_text &text, std::string_view value) {
        const auto equals = value.find('=');
        if (equals == 0 || equals >= value.size() - 1) {
            return std::unexpected{not_of_form(value, text.value)};
        }
        std::string scheme{value.substr(0, equals)};
        ascii::make_lower(scheme);
        o.gateways.emplace_back(std::move(scheme), value.substr(equals + 1));
        return {};
    }
};

std::string megabytes(std::uint64_t bytes) {
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.1f MB", static_cast<double>(bytes) / 1e6);
    return text.data();
}

// "1.0 MB of 3.0 MB, 0.5 MB/s", once it takes longer than a second
class transfer_progress {
public:
    explicit transfer_progress(bool wanted) : line_{wanted, std::chrono::seconds{1}} {}

    void update(std::uint64_t received, std::optional<std::uint64_t> whole) {
        line_.update([&](double seconds) {
            std::string says = megabytes(received);
            if (whole) says += " of " + megabytes(*whole);
            return says + ", " + megabytes(static_cast<std::uint64_t>(static_cast<double>(received) / seconds)) + "/s";
        });
    }
    void clear() { line_.clear(); }

private:
    progress_line line_;
};

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
    explicit getter(const get_command_options &o) : o_{o} {}

    int run() {
        if (const int code = look_at_output(); code != exit_good) return code;
        int worst = exit_good;
        for (std::size_t i = 0; i < o_.arguments.size(); ++i) {
            const int code = get(o_.arguments[i], i);
            worst = std::max(worst, code);
            if (code == exit_io) break; // the next one could not be written either
        }
        out_.flush();
        if (out_.failure() != 0 && out_.failure() != EPIPE) {
            return fail(exit_io, file_error(standard_output, out_.failure()));
        }
        return worst;
    }

private:
    // Finds out where the content of each URL goes.
    int look_at_output() {
        if (!o_.output || *o_.output == "-") return exit_good;
        struct stat there{};
        into_folder_ = o_.output->ends_with('/') || (::stat(o_.output->c_str(), &there) == 0 && S_ISDIR(there.st_mode));
        if (!into_folder_) {
            if (o_.arguments.size() == 1) return exit_good;
            return fail(exit_usage, "--output: several URLs require a directory, for a file of each");
        }
        std::set<std::string> names;
        for (const std::string &url : o_.arguments) {
            const std::string name = file_name_of(url);
            if (name.empty())
                return fail(exit_usage, "--output: " + in_quotes(url) +
                                            " contains no name for a file; name the file: --output FILE");
            if (!names.insert(name).second)
                return fail(exit_usage, "--output: two URLs have the same file name " + in_quotes(name));
        }
        return exit_good;
    }

    [[nodiscard]] std::string path_for(const std::string &url) const {
        if (!into_folder_) return *o_.output;
        return *o_.output + (o_.output->ends_with('/') ? "" : "/") + file_name_of(url);
    }

    int complain(std::string_view url, std::string_view says, int code) const {
        if (!o_.quiet || code != exit_bad_input) fail(code, std::string{url} + ": " + std::string{says});
        return code;
    }

    int not_valid(const request &r, std::size_t index, const error &why) const {
        if (o_.quiet) return exit_bad_input;
        std::string says;
        message_style style = style_of_messages(o_.colour, o_.show_password);
        style.caret = style.caret && !r.by_gateway; // not typed by the user
        append_message(says, r.by_gateway ? "<gateway>" : "<argument>", index + 1, {.why = why, .text = r.url}, style);
        if (why.code == error_code::no_access && why.rule == rule::newsurl) {
            says += "uniform: name the server with --news-server or in the environment variable NNTPSERVER\n";
        } else if (why.code == error_code::control_in_argument || why.code == error_code::delimiter_in_argument ||
                   why.code == error_code::foreign_port) {
            says += "uniform: with --insist the request is sent as it is\n";
        }
        if (r.by_gateway)
            says += "uniform: the gateway's URL is " + printable(show(r.hide(r.url, o_.show_password))) + '\n';
        print_message(says);
        return exit_bad_input;
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
        r.url = r.asked;
        return r;
    }

    int get(const std::string &argument, std::size_t index) {
        const plan_options how = plan_options_of({o_.url_edition, max_length}, o_);
        request r = request_of(argument);
        if (r.by_gateway) {
            if (const auto wrong = not_for_a_gateway(r.asked, how)) return not_valid({r.asked, r.asked}, index, *wrong);
        }
        const auto url = parse_url(r.url, how.url);
        if (!url) return not_valid(r, index, url.error());
        const auto plan = plan_access(*url, how);
        if (!plan) return not_valid(r, index, plan.error());
        if (!o_.quiet) {
            for (const error &it : plan->concerns)
                print_message("uniform: warning: " + std::string{it.message()} + '\n');
        }
        const std::string shown = r.by_gateway                           ? show(r.asked)
                                  : o_.show_password == passwords::shown ? std::string{text_of(*url)}
                                                                         : without_password(*url);
        const auto *const news = std::get_if<newsurl_view>(&*url);
        r.by_news_server = news != nullptr && !news->server;
        if (!can_carry_out(plan->scheme)) return not_fetched(shown, *plan);
        if (plan->scheme == "gopher" && plan->steps.back().command == "answer") {
            return fetch_by_form(r, shown, *std::get_if<gopherurl_view>(&*url), *plan);
        }
        return fetch(r, shown, *plan);
    }

    // What a gateway must not get: a URL that is none, or one with which it would do what section 6 warns of.
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
        print_message(says);
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
        auto answers = answer_form(*form, o_.answers);
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
        // What the user configured is asked for; where it redirects to is not.
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
            const auto begin = received_file::clock::now();
            auto given = ask_on_terminal("Password of " + in_quotes(user) + " at " + printable(host) + ": ");
            deadline_ += received_file::clock::now() - begin;
            if (given) return *std::move(given);
            why_not = std::move(given.error());
            return std::nullopt;
        };
        const bool to_screen = (!o_.output || *o_.output == "-") && to_terminal_;
        transfer_progress progress{o_.progress && !o_.quiet && is_terminal(STDERR_FILENO) && !to_screen};
        with.observe = [&](std::uint64_t received, std::optional<std::uint64_t> whole) {
            progress.update(received, whole);
            return true;
        };
        return deliver(r, shown, [&](const access_sink &sink) -> std::optional<access_failure> {
            auto got = carry_out(plan, sink, with);
            progress.clear();
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
    int deliver(const request &r, std::string_view shown, Run run) {
        deadline_ = received_file::clock::now() + std::chrono::seconds{o_.timeout};
        std::string trouble; // with the output
        std::optional<received_file> file;
        const bool to_file = o_.output && *o_.output != "-";
        if (to_file) {
            auto opened = received_file::open(path_for(r.asked), deadline_);
            if (!opened) return complain(shown, opened.error(), exit_io);
            file.emplace(std::move(*opened));
        }
        bool broken_pipe = false;
        const access_sink sink = [&](std::string_view part) {
            if (file) {
                trouble = file->write(part, deadline_);
                return trouble.empty();
            }
            if (o_.quiet) return true;
            if (to_terminal_ && steers_terminal(part)) {
                trouble = "control characters, which are not written to a terminal: use --output FILE or a pipe";
                return false;
            }
            out_.write(part);
            broken_pipe = out_.failure() == EPIPE;
            return out_.failure() == 0;
        };
        std::optional<access_failure> failure = run(sink);
        if (!file) out_.flush();
        if (broken_pipe) return exit_good;       // the reader has ended
        if (out_.failure() != 0) return exit_io; // reported at the end
        if (!trouble.empty()) return complain(shown, trouble, file ? exit_io : exit_bad_input);
        if (failure) return complain(shown, r.hide(message(*failure), o_.show_password), exit_bad_input);
        if (file) {
            if (trouble = file->finish(); !trouble.empty()) return complain(shown, trouble, exit_io);
        }
        report(r, to_file ? path_for(r.asked) : "");
        return exit_good;
    }

    void report(const request &r, std::string_view file) {
        if (o_.report == report_form::none) return;
        // RFC 2397: the URL has the type.
        const auto data = parse_dataurl(r.url);
        if (data) result_.content_type = parts_of(*data).mediatype;
        std::string says;
        append_report(says, {r.asked, file, result_}, o_.report, o_.show_password);
        print_message(says);
    }

    const get_command_options &o_;
    access_result result_; // of the current URL
    static constexpr std::uint32_t max_length = 16U << 20;
    static constexpr std::size_t longest_form = std::size_t{1} << 20;
    const bool to_terminal_ = is_terminal(STDOUT_FILENO);
    writer out_{STDOUT_FILENO};
    bool into_folder_ = false;
    received_file::clock::time_point deadline_{}; // of the current URL
};

int run_get(const get_command_options &o) { return getter{o}.run(); }

constexpr example get_examples[]{
    {"Into a file that appears only when it is complete", "uniform get -o tide.txt ftp://ftp.example.org/pub/tide.txt"},
    {"Several, into a directory", "uniform get -o . http://www.example.org/a.txt gopher://gopher.example.org/0b.txt"},
    {"An article of a news server", "uniform get --news-server news.example.org news:tide1@example.org"},
    {"Is it available?", "uniform get -q --max-size 10M http://www.example.org/ && echo yes"},
};

} // namespace

const command get_command = command_of<run_get>(
    {"get", "retrieve the resources of URLs", "URL...",
     "Carries out the access plan of each URL (`uniform url plan` prints it) and writes the content to standard "
     "output, one after the other, as it was sent: line ends stay CRLF if the server sends CRLF. With --output, a file "
     "gets its name only when everything was received and written to disk; until then it has a temporary name in the "
     "same directory, and it is removed if something goes wrong. If --output is a directory, each file is named by the "
     "last segment of its URL, and replaces one of that name.\n\n"
     "--gateway names a server that retrieves URLs of a scheme, as section 4 of draft-ietf-uri-url-06 recommends, for "
     "example for wais, which no server supports any more.\n\n"
     "ftp, http, https, gopher, file, data, nntp, news and snews are carried out. For telnet, mailto, wais and "
     "prospero nothing is fetched: the plan is printed on standard error, no file is written, and the exit code is 1. "
     "A "
     "form of Gopher+ is fetched, answered (--answer, or on the terminal), and sent. A file URL may name this machine, "
     "by the name that `hostname` prints.\n\n"
     "An address of this machine or of a private network, also in a rare form, is contacted only with --any-address, "
     "whether the URL has it, a name leads to it, or a redirect; a gateway and a news server of the command line may "
     "be at such an address. `uniform url plan` shows it.\n\n"
     "Redirects are followed to http and https only, and each target is checked like a URL on the command line, "
     "without --insist. If a URL has a user and no password, the command asks for it on the terminal. An anonymous "
     "login sends an empty password, or --mail-address. .netrc is not read. The environment variables NNTPSERVER, "
     "SSL_CERT_FILE (trusted certificates), and for http and https http_proxy, https_proxy, all_proxy and no_proxy are "
     "used.\n\n"
     "The exit code is 1 if a URL is not valid, is rejected, or cannot be retrieved; 3 if the content cannot be "
     "written.",
     get_examples});

} // namespace uniform::cli
