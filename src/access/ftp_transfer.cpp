// ftp: libcurl logs in, opens the data connection and waits for the server's last word; the commands between are the
// plan's. Commands and replies are recorded, so that an error names its step.

#include <algorithm>
#include <cctype>

#include "access/transfer.hpp"

namespace uniform::access {

namespace {

std::string_view without_line_end(std::string_view text) {
    while (text.ends_with('\n') || text.ends_with('\r')) text.remove_suffix(1);
    return text;
}

struct dialogue {
    transfer *run = nullptr;
    bool has_password = true;
    bool wants_password = false; // and there is none yet
    std::string reply{};         // the last one
    int status = 0;
    std::string failed_step{}; // the last command that was answered with 4xx or 5xx, and the answer
    std::string failed_reply{};
    int failed_status = 0;
};

int watch(CURL *, curl_infotype type, char *data, std::size_t size, void *user) {
    auto &d = *static_cast<dialogue *>(user);
    const std::string_view line = without_line_end({data, size});
    if (type == CURLINFO_HEADER_OUT) {
        // The line end that was removed is the command's; an argument may be empty.
        d.run->step = line.starts_with("PASS") ? "PASS" : std::string{line};
    } else if (type == CURLINFO_HEADER_IN && line.size() >= 4 && line[3] == ' ' &&
               std::isdigit(static_cast<unsigned char>(line[0])) != 0) {
        d.reply = line;
        d.status = 0;
        for (int i = 0; i < 3; ++i) d.status = d.status * 10 + (line[static_cast<std::size_t>(i)] - '0');
        if (d.status >= 400 || d.status == 332) {
            d.failed_step = d.run->step;
            d.failed_reply = line;
            d.failed_status = d.status;
        }
    }
    return 0;
}

// Called for every line of the server, before libcurl continues. A user's password is asked for "if ... the remote
// server requests a password" (3.2.1), which 331 does: libcurl would answer it with an empty one.
std::size_t stop_without_password(char *data, std::size_t, std::size_t size, void *user) {
    auto &d = *static_cast<dialogue *>(user);
    if (d.has_password || !std::string_view{data, size}.starts_with("331")) return size;
    d.wants_password = true;
    return CURL_WRITEFUNC_ERROR;
}

bool has_control(std::string_view text) {
    return std::ranges::any_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

// The plan's steps as libcurl options.
std::expected<void, access_failure> set_steps(const access_plan &plan, easy &e) {
    std::string last = "/";
    bool listing = false;
    for (const access_step &s : plan.steps) {
        if (s.command == "USER" || s.command == "PASS") continue; // the plan's credentials once more
        const std::string argument = s.argument.value_or("");
        const auto unsendable = [&](std::string_view why) {
            return std::unexpected{access_failure{access_problem::unsendable, command_of(s), std::string{why}, 0}};
        };
        if (argument.contains('\0')) return unsendable("libcurl cannot send NUL");
        if (s.command == "CWD") {
            // 3.2.2: "CWD " with a null argument, too
            e.append(CURLOPT_QUOTE, "CWD " + argument);
        } else if (s.command == "TYPE") {
            if (argument != "a" && argument != "A" && argument != "i" && argument != "I") {
                return unsendable("only the types a and i can be retrieved");
            }
            e.set(CURLOPT_TRANSFERTEXT, argument == "a" || argument == "A" ? 1L : 0L);
        } else if (s.command == "RETR") {
            if (argument.empty()) return unsendable("the URL names no file; with \";type=d\" it lists a directory");
            if (argument.ends_with('/')) return unsendable("libcurl cannot retrieve a name that ends with \"/\"");
            if (has_control(argument)) return unsendable("libcurl cannot send control characters in a name");
            last = '/' + encoded(argument);
        } else if (s.command == "NLST") {
            listing = true;
            e.set(CURLOPT_DIRLISTONLY, 1L);
            e.set(CURLOPT_CUSTOMREQUEST, argument.empty() ? std::string{"NLST"} : "NLST " + argument);
        } else {
            return unsendable("an unknown step");
        }
    }
    e.url(plan, "ftp", listing ? "/" : last);
    e.set(CURLOPT_FTP_FILEMETHOD, static_cast<long>(CURLFTPMETHOD_NOCWD));
    return {};
}

outcome attempt(const access_plan &plan, const account &who, transfer &t, dialogue &d) {
    t.step = "connect to " + address(plan);
    d.run = &t;
    d.has_password = who.password.has_value();
    easy e{t};
    if (auto set = set_steps(plan, e); !set) return std::unexpected{std::move(set.error())};
    // RFC 3659 5: the rest of a file in image mode; SIZE and REST are sent then.
    const bool image = std::ranges::find(plan.steps, access_step{"TYPE", "I"}) != plan.steps.end();
    const std::uint64_t begin = image ? t.options.resume_at : 0;
    if (begin > 0) {
        e.set(CURLOPT_RESUME_FROM_LARGE, static_cast<curl_off_t>(begin));
        if (!t.start(begin)) return std::unexpected{*t.failure};
    } else {
        e.set(CURLOPT_IGNORE_CONTENT_LENGTH, 1L); // no SIZE, which is no step of the plan
    }
    // Both always, or libcurl would invent an address for anonymous.
    e.set(CURLOPT_USERNAME, who.user.value_or("anonymous"));
    e.set(CURLOPT_PASSWORD, who.password.value_or(""));
    e.deliver_body();
    e.set(CURLOPT_HEADERFUNCTION, &stop_without_password);
    e.set(CURLOPT_HEADERDATA, static_cast<void *>(&d));
    e.set(CURLOPT_DEBUGFUNCTION, &watch);
    e.set(CURLOPT_DEBUGDATA, static_cast<void *>(&d));
    e.set(CURLOPT_VERBOSE, 1L);

    const CURLcode code = e.perform();
    if (code != CURLE_OK) {
        access_failure f = e.explain(code);
        f.step = t.step;
        if (f.problem == access_problem::refused && !d.failed_reply.empty()) {
            f.step = d.failed_step;
            f.detail = d.failed_reply;
            f.status = d.failed_status;
        } else if (f.problem == access_problem::incomplete && d.status >= 400) {
            f.detail = d.reply;
            f.status = d.status;
        }
        return std::unexpected{std::move(f)};
    }
    access_result result;
    result.size = t.received();
    result.resumed_at = begin;
    result.status = d.status;
    return result;
}

} // namespace

outcome carry_out_ftp(const access_plan &plan, transfer &t) {
    t.step = "connect to " + address(plan);
    auto who = account_of(plan, t);
    if (!who) return std::unexpected{std::move(who.error())};
    dialogue first;
    auto got = attempt(plan, *who, t, first);
    if (!first.wants_password) return got;
    // The first connection is closed: libcurl cannot be made to wait for a person, and servers do not wait long either.
    t.step = "PASS";
    auto asked = asked_password(plan, t);
    if (!asked) return std::unexpected{std::move(asked.error())};
    who->password = *std::move(asked);
    dialogue second;
    return attempt(plan, *who, t, second);
}

} // namespace uniform::access
