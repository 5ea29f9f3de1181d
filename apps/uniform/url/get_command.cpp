// uniform get: plans the access to each URL, carries the plan out, and writes the content to standard output or a file.

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include "print/exit.hpp"
#include "print/hidden_password.hpp"
#include "print/json.hpp"
#include "run/decoded_input.hpp"
#include "run/rejects_file.hpp"
#include "url/commands.hpp"
#include "url/plan_of.hpp"
#include "url/url_getter.hpp"

namespace uniform::cli {

namespace {

// The arguments, and the lines of the files. The error is an exit code.
std::expected<std::vector<get_job>, int> jobs_of(const get_command_options &o) {
    std::vector<get_job> jobs;
    jobs.reserve(o.arguments.size());
    const auto as_typed = [&](std::string url) {
        if (o.typed) clean_argument(url);
        return url;
    };
    for (std::size_t i = 0; i < o.arguments.size(); ++i) {
        jobs.push_back({as_typed(o.arguments[i]), "<argument>", i + 1});
    }
    constexpr std::size_t longest = std::size_t{1} << 30;
    for (const std::string &file : o.files) {
        const std::string name = file == "-" ? "<stdin>" : file;
        std::string fault;
        const auto text = decoded_content_of(file, longest, fault);
        if (!text) return std::unexpected{fail(exit_io, file_error(name, text.error()))};
        if (text->size() > longest) return std::unexpected{fail(exit_bad_input, name + ": longer than 1 GiB")};
        if (!fault.empty()) return std::unexpected{fail(exit_bad_input, name + ": " + fault)};
        std::uint64_t line = 0;
        for (std::string_view rest = *text; !rest.empty();) {
            const std::string_view url = rest.substr(0, rest.find('\n'));
            rest.remove_prefix(std::min(url.size() + 1, rest.size()));
            ++line;
            const std::string_view trimmed = ascii::trim(url.ends_with('\r') ? url.substr(0, url.size() - 1) : url);
            if (!trimmed.empty()) jobs.push_back({as_typed(std::string{trimmed}), name, line});
        }
    }
    return jobs;
}

// The file of each URL; two of one name are numbered.
int name_files(const get_command_options &o, std::vector<get_job> &jobs) {
    if (!o.output || *o.output == "-") return exit_good;
    struct stat there{};
    const bool folder = o.output->ends_with('/') || (::stat(o.output->c_str(), &there) == 0 && S_ISDIR(there.st_mode));
    if (!folder) {
        if (jobs.size() > 1) return fail(exit_usage, "--output: several URLs require a directory, for a file of each");
        if (!jobs.empty()) jobs.front().path = *o.output;
        return exit_good;
    }
    const std::string begin = *o.output + (o.output->ends_with('/') ? "" : "/");
    std::set<std::string> names;
    for (get_job &job : jobs) {
        std::string name = file_name_of(job.url);
        if (name.empty()) name = "index";
        const std::string first = name;
        for (unsigned n = 1; !names.insert(name).second; ++n) name = first + '.' + std::to_string(n);
        job.path = begin + name;
    }
    return exit_good;
}

// "NAME:PASSWORD", or a password that is asked for.
int read_user(get_run &run) {
    if (!run.options.user) return exit_good;
    const auto colon = run.options.user->find(':');
    run.user = run.options.user->substr(0, colon);
    if (colon != std::string::npos) {
        run.password = run.options.user->substr(colon + 1);
        return exit_good;
    }
    auto asked = ask_on_terminal("Password of " + in_quotes(*run.user) + ": ");
    if (!asked) return fail(exit_bad_input, "--user gives no password, and " + asked.error());
    run.password = *std::move(asked);
    return exit_good;
}

struct job_counts {
    std::atomic<std::uint64_t> retrieved = 0;
    std::atomic<std::uint64_t> rejected = 0;

    [[nodiscard]] std::string summary(summary_form form) const {
        if (form == summary_form::text)
            return with_separators(retrieved) + " retrieved, " + with_separators(rejected) + " rejected\n";
        std::string says;
        json_object object{says};
        object.number("inputs", retrieved + rejected).number("retrieved", retrieved).number("rejected", rejected);
        object.end_line();
        return says;
    }
};

// Runs the jobs on several threads; the worst exit code. After a failure to write, no more are begun.
int run_jobs(get_run &run, const std::vector<get_job> &jobs, job_counts &counts) {
    std::atomic<std::size_t> next = 0;
    std::atomic<int> worst = exit_good;
    const auto work = [&] {
        for (std::size_t i = next++; i < jobs.size() && worst < exit_io; i = next++) {
            const int code = get_url(run, jobs[i]);
            ++(code == exit_good ? counts.retrieved : counts.rejected);
            for (int before = worst; code > before && !worst.compare_exchange_weak(before, code);) {
            }
        }
    };
    // Signals end the program on the main thread, which does not work then.
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    ::pthread_sigmask(SIG_BLOCK, &all, &before);
    std::vector<std::thread> threads;
    const std::size_t count = std::min<std::size_t>(run.options.parallel, jobs.size());
    for (std::size_t i = 1; i < count; ++i) threads.emplace_back(work);
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
    work();
    for (std::thread &t : threads) t.join();
    return worst;
}

// The first gateway whose URL, made for some URL, is none.
std::optional<std::string> wrong_gateway(const get_command_options &o, const url_options &how) {
    for (const auto &[scheme, gateway] : o.gateways) {
        const std::string made = get_command_options::gateway_url(gateway, scheme + ":a");
        const auto url = parse_url(std::string_view{made}.substr(0, made.find('#')), how);
        if (url) continue;
        const std::string cites = citation(url.error());
        return "--gateway: " + in_quotes(without_password_text{gateway}.text()) +
               " makes no URL: " + std::string{url.error().message()} + (cites.empty() ? "" : " (" + cites + ')');
    }
    return std::nullopt;
}

int run_get(const get_command_options &o) {
    if (o.arguments.empty() && o.files.empty()) return usage_error(o, "missing argument: URL, or --file");
    const bool to_file = o.output && *o.output != "-";
    if (o.resume && (!to_file || o.head)) return usage_error(o, "--resume requires --output FILE, and no --head");
    if (o.parallel > 1 && !to_file && !o.quiet) {
        return usage_error(o, "--parallel requires --output DIRECTORY or --quiet: the contents would be mixed");
    }
    constexpr std::uint32_t max_length = 16U << 20;
    if (const auto wrong = wrong_gateway(o, {o.url_edition, max_length})) return usage_error(o, *wrong);
    auto jobs = jobs_of(o);
    if (!jobs) return jobs.error();
    if (jobs->empty()) return fail(exit_bad_input, "nothing to get: there is no URL in the input");
    if (const int code = name_files(o, *jobs); code != exit_good) return code;
    const bool to_terminal = !to_file && is_terminal(STDOUT_FILENO);
    get_run run{.options = o,
                .how = plan_options_of({o.url_edition, max_length}, o),
                .progress = {o.progress && !o.quiet && is_terminal(STDERR_FILENO) && !to_terminal, jobs->size()}};
    if (const int code = read_user(run); code != exit_good) return code;
    if (o.rejects) {
        const auto file = open_rejects(o, *o.rejects);
        if (!file) return file.error();
        run.rejects.emplace(*file); // open until the process ends
    }
    job_counts counts;
    const int worst = run_jobs(run, *jobs, counts);
    run.out.flush();
    if (run.rejects) run.rejects->flush();
    if (o.summary) print_message(counts.summary(*o.summary));
    if (run.rejects && run.rejects->failure() != 0)
        return fail(exit_io, file_error(*o.rejects, run.rejects->failure()));
    if (run.out.failure() != 0 && run.out.failure() != EPIPE) {
        return fail(exit_io, file_error(standard_output, run.out.failure()));
    }
    return worst;
}

constexpr example get_examples[]{
    {"Into a file that appears only when it is complete", "uniform get -o tide.txt ftp://ftp.example.org/pub/tide.txt"},
    {"A list, eight at once, into a directory", "uniform get -f urls.txt -P 8 -o papers/"},
    {"A list, with those that failed in a file, and their number",
     "uniform get -f urls.txt -o papers/ --rejects failed.txt --summary text"},
    {"Go on after an interruption", "uniform get -C -o image.iso https://www.example.org/image.iso"},
    {"What a URN identifies", "uniform get -o rfc.html urn:ietf:rfc:8141"},
    {"Several, into a directory", "uniform get -o . http://www.example.org/a.txt gopher://gopher.example.org/0b.txt"},
    {"An article of a news server", "uniform get --news-server news.example.org news:tide1@example.org"},
    {"Is it available?", "uniform get -q --max-size 10M http://www.example.org/ && echo yes"},
};

} // namespace

const command get_command = command_of<run_get>(
    {"get", "retrieve the resources of URLs", "[URL...]",
     "Carries out the access plan of each URL (`uniform url plan` prints it) and writes the content to standard "
     "output, one after the other, as it was sent: line ends stay CRLF if the server sends CRLF. With --output, a file "
     "gets its name only when everything was received and written to disk; until then it has a temporary name in the "
     "same directory, and it is removed if something goes wrong. If --output is a directory, each file is named by the "
     "last segment of its URL (index, if it is empty), and replaces one of that name; further URLs of that name in the "
     "same run get .1, .2 and so on. With --resume, FILE itself is written, and keeps what was received: http and "
     "https "
     "ask for the rest (Range), ftp restarts there (REST), and a server that cannot sends everything again.\n\n"
     "--gateway names a server that retrieves URLs of a scheme, as section 4 of draft-ietf-uri-url-06 recommends, for "
     "example for wais, which no server supports any more. A SCHEME that is none, and a URL that is none, are mistakes "
     "of the command line.\n\n"
     "ftp, http, https, gopher, file, data, nntp, news and snews are carried out. For telnet, mailto, wais and "
     "prospero nothing is fetched: the plan is printed on standard error, no file is written, and the exit code is 1. "
     "A "
     "form of Gopher+ is fetched, answered (--answer, or on the terminal), and sent. A file URL may name this machine, "
     "by the name that `hostname` prints.\n\n"
     "A URN is resolved by the public resolver that is known of its namespace (RFC 8141 section 4.2; `uniform explain` "
     "shows the addresses), with its r- and q-component; --gateway urn=URL names another one. Where it redirects to "
     "follows the same rules as any other URL.\n\n"
     "An address of this machine or of a private network, also in a rare form, is contacted only with --any-address, "
     "whether the URL has it, a name leads to it, or a redirect; a gateway and a news server of the command line may "
     "be at such an address. `uniform url plan` shows it.\n\n"
     "Redirects are followed to http and https only, and each target is checked like a URL on the command line, "
     "without --insist. If a URL has a user and no password, the command asks for it on the terminal. An anonymous "
     "login sends an empty password, or --mail-address. .netrc is not read. The environment variables NNTPSERVER, "
     "SSL_CERT_FILE (trusted certificates), and for http and https http_proxy, https_proxy, all_proxy and no_proxy are "
     "used.\n\n"
     "The exit code is 1 if a URL is not valid, is rejected, or cannot be retrieved, or if no URL is in the files; 3 "
     "if the content cannot be "
     "written.",
     get_examples});

} // namespace uniform::cli
