#include "cli/commands.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include <uniform/text/abbreviated.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/urn/urn.hpp>

#include "cli/about.hpp"
#include "host/commands.hpp"
#include "lint/commands.hpp"
#include "namespace/commands.hpp"
#include "print/exit.hpp"
#include "print/words.hpp"
#include "registry/commands.hpp"
#include "service/commands.hpp"
#include "template/commands.hpp"
#include "text/commands.hpp"
#include "uri/commands.hpp"
#include "url/commands.hpp"
#include "urn/commands.hpp"

namespace uniform::cli {

namespace {

constexpr std::array groups{
    &uri_group,      &iri_group,       &text_group,     &lint_group,      &get_group,   &url_group,    &host_group,
    &template_group, &urn_group,       &registry_group, &namespace_group, &serve_group, &config_group, &store_group,
    &name_group,     &registrar_group, &token_group,    &webhook_group,   &about_group,
};

// "www.example.org", which many programs accept for a URL.
bool is_host_name(std::string_view word) {
    if (!word.contains('.')) return false;
    const auto completed = complete(word);
    return completed && completed->guess && completed->rule != completion_rule::mail_address;
}

// Words for what a command does under another name.
struct other_word {
    std::string_view word;
    std::string_view command;
};
constexpr other_word other_words[]{
    {"store create", "store migrate"},     {"store init", "store migrate"},       {"store new", "store migrate"},
    {"namespace create", "namespace add"}, {"registrar create", "registrar add"}, {"token add", "token create"},
    {"webhook add", "webhook create"},     {"webhook revoke", "webhook end"},     {"webhook delete", "webhook end"},
    {"name create", "name assign"},        {"name add", "name assign"},           {"name delete", "name withdraw"},
};

// `: did you mean "name history" or "namespace history"?`: what another word stands for, the commands whose second word
// this is, the most similar command, of the group if there is one; "" if none is similar.
std::string suggested_commands(std::string_view name, const command_group *group) {
    std::vector<std::string_view> found;
    if (const auto *const it = std::ranges::find(other_words, name, &other_word::word); it != std::end(other_words)) {
        found.push_back(it->command);
    }
    if (found.empty() && !name.contains(' ')) {
        for (const command *c : all_commands()) {
            if (group_of(*c) != nullptr && c->name.ends_with(name) && c->name.size() > name.size() &&
                c->name[c->name.size() - name.size() - 1] == ' ') {
                found.push_back(c->name);
            }
        }
    }
    if (!found.empty()) {
        std::string says = ": did you mean ";
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (i != 0) says += i + 1 == found.size() ? " or " : ", ";
            says += in_quotes(found[i]);
        }
        return says + '?';
    }
    if (group != nullptr) {
        std::vector<std::string_view> names;
        for (const command *c : group->commands) names.push_back(c->name.substr(group->name.size() + 1));
        const std::string_view second = name.substr(std::min(group->name.size() + 1, name.size()));
        const std::string_view near = did_you_mean(second, names);
        if (near.empty()) return {};
        return ": did you mean " + in_quotes(std::string{group->name} + ' ' + std::string{near}) + '?';
    }
    std::vector<std::string_view> names;
    for (const command *c : all_commands()) names.push_back(c->name);
    for (const command_group *g : groups) {
        if (!g->name.empty()) names.push_back(g->name);
    }
    return suggestion(name, names);
}

} // namespace

std::span<const command_group *const> all_groups() noexcept { return groups; }

std::span<const command *const> all_commands() {
    static const std::vector<const command *> all = [] {
        std::vector<const command *> joined;
        for (const command_group *g : groups) joined.insert(joined.end(), g->commands.begin(), g->commands.end());
        return joined;
    }();
    return all;
}

const command *find_command(std::string_view name) {
    for (const command *c : all_commands()) {
        if (c->name == name || hyphenated(c->name) == name) return c;
    }
    return nullptr;
}

const command_group *find_group(std::string_view name) {
    if (name.empty()) return nullptr;
    const auto *const it = std::ranges::find(groups, name, &command_group::name);
    return it == groups.end() ? nullptr : *it;
}

const command_group *group_of(const command &c) {
    const auto space = c.name.find(' ');
    return space == std::string_view::npos ? nullptr : find_group(c.name.substr(0, space));
}

std::string hyphenated(std::string_view name) {
    std::string joined{name};
    std::ranges::replace(joined, ' ', '-');
    return joined;
}

int no_such_option(std::string_view word, const command_group *group) {
    constexpr std::string_view candidates[]{"--help", "--version"};
    const auto known = std::span{candidates}.first(group == nullptr ? 2 : 1);
    word = word.substr(0, word.find('='));
    std::string says = "unknown option " + in_quotes(word) + suggestion(word, known) +
                       "\nThe options of a command follow its name. `uniform ";
    if (group != nullptr) says += std::string{group->name} + ' ';
    return fail(exit_usage, says + "--help` lists the commands");
}

int no_such_command(std::string_view name) {
    const command_group *group = find_group(name.substr(0, name.find(' ')));
    std::string says = "unknown command " + in_quotes(name);
    const auto reference = parse_uri_reference(name);
    if (group == nullptr && reference && (reference->has_scheme() || name.contains('/'))) {
        says += "; to parse it: uniform " + std::string{has_urn_scheme(*reference) ? "urn " : ""} + "parse " +
                shell_word(name);
    } else if (const auto near = suggested_commands(name, group);
               !near.empty() || group != nullptr || !is_host_name(name)) {
        says += near;
    } else {
        says += "; to complete it to a URI: uniform complete " + shell_word(name);
    }
    says += "\n`uniform ";
    if (group != nullptr) says += std::string{group->name} + ' ';
    return fail(exit_usage, says + "--help` lists the commands");
}

} // namespace uniform::cli
