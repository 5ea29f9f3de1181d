#include "url/plan_of.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <vector>

#include <unistd.h>

#include "print/text_columns.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "url/options.hpp"
#include "url/url_fields.hpp"

namespace uniform::cli {

namespace {

constexpr std::size_t label_width = 12;

void append_line(std::string &out, std::string_view label, std::string_view value) {
    append_labelled(out, label, label_width, value);
}

// In quotes if its beginning and end would not be visible.
std::string shown(std::string_view argument) {
    const bool unclear = argument.empty() || argument.front() == ' ' || argument.back() == ' ';
    return unclear ? in_quotes(argument) : printable(argument);
}

std::string password_of(const access_plan &plan, passwords p) {
    switch (plan.login) {
    case credentials::ask_password:
        return "(entered by the user, if the server requires one)";
    case credentials::anonymous:
        return plan.password.value_or("").empty() ? "(empty, if the server requires one)" : printable(*plan.password);
    default:
        if (!plan.password) return "";
        return p == passwords::shown ? shown(*plan.password) : "(given)";
    }
}

// The name that gethostname(2) gives, and its fully qualified name that the system's tables have (/etc/hosts).
std::vector<std::string> names_of_this_host() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0 || name[0] == '\0') return {};
    std::vector<std::string> names{name.data()};
    std::FILE *hosts = std::fopen("/etc/hosts", "re");
    if (hosts == nullptr) return names;
    // "127.0.1.1 name.example name": the first is the canonical one. A line that has this host's name gives its others.
    std::array<char, 1024> line{};
    while (std::fgets(line.data(), line.size(), hosts) != nullptr) {
        std::istringstream words{std::string{line.data(), std::strcspn(line.data(), "#\n")}};
        std::string word;
        words >> word; // the address
        std::vector<std::string> all;
        while (words >> word) all.push_back(word);
        if (std::ranges::find(all, names.front()) == all.end()) continue;
        names.insert(names.end(), all.begin(), all.end());
    }
    std::fclose(hosts);
    return names;
}

} // namespace

plan_options plan_options_of(const url_options &urls, const plan_rules &o) {
    plan_options p{urls, o.insist, o.mail_address, o.news_server};
    if (!p.news_server) {
        if (const char *server = std::getenv("NNTPSERVER"); server != nullptr && *server != '\0') {
            p.news_server = server;
        }
    }
    p.this_host = names_of_this_host();
    return p;
}

std::string describe(const address_in_host &found) {
    if (!found.address || (!found.rare && found.special == nullptr)) return {};
    std::string says = to_string(*found.address);
    if (found.rare) says += ", written in a rare form (RFC 3986 section 7.4)";
    if (found.special != nullptr) {
        says += ", " + std::string{found.special->says} + " (" +
                uniform::citation(found.special->document, found.special->section) + ')';
    }
    return says;
}

std::string without_password(const url_view &url) { return std::string{without_password_text{text_of(url)}.text()}; }

void append_plan(std::string &out, const access_plan &plan, passwords p) {
    if (plan.host) {
        append_line(out, "host", shown(*plan.host) + (plan.port ? ", port " + std::to_string(*plan.port) : ""));
    }
    if (plan.host) {
        const address_in_host found = address_of_host(*plan.host);
        if (const std::string says = describe(found); !says.empty()) append_line(out, "address", says);
    }
    if (plan.unusual_port && plan.concerns.empty()) {
        append_line(out, "caution",
                    std::string{error{0, error_code::foreign_port}.message()} + " (draft-ietf-uri-url-06 section 6)");
    }
    if (plan.user) append_line(out, "user", shown(*plan.user));
    if (const std::string password = password_of(plan, p); !password.empty()) append_line(out, "password", password);
    if (plan.login == credentials::advisory) append_line(out, "", "both only a suggestion for the user who logs in");
    for (std::size_t i = 0; i < plan.steps.size(); ++i) {
        const access_step &step = plan.steps[i];
        std::string says = step.command;
        if (plan.scheme == "ftp" && step.command == "PASS") {
            says += ' ' + password_of(plan, p);
        } else if (step.argument) {
            says += ' ' + shown(*step.argument);
        }
        append_line(out, std::to_string(i + 1) + '.', says);
    }
    if (plan.scheme == "ftp") {
        append_line(out, "also sent",
                    "PWD after the login, EPSV or PASV before the transfer, and QUIT, by uniform get");
    }
    for (const error &it : plan.concerns) {
        std::string says{it.message()};
        if (const std::string cited = citation(it); !cited.empty()) says += " (" + cited + ')';
        append_line(out, "concern", says);
    }
}

} // namespace uniform::cli
