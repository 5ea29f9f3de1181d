// Reads a command line by the rows of its command, with getopt_long(3).

#include <algorithm>
#include <string>
#include <vector>

#include <getopt.h>

#include "cli/command.hpp"
#include "cli/help.hpp"
#include "print/exit.hpp"
#include "print/words.hpp"

namespace uniform::cli {

namespace {

struct target {
    const option_row *row;
    void *owner; // the struct that the row belongs to
};

std::vector<target> targets_of(const command &c, void *options) {
    std::vector<target> all;
    for (const option_set &set : c.options) {
        for (const option_row &row : set.rows) all.push_back({&row, set.owner(options)});
    }
    return all;
}

std::string unknown_option(const std::vector<target> &targets, const command &c, std::string_view word) {
    std::vector<std::string> names;
    names.reserve(targets.size());
    for (const target &t : targets) names.push_back("--" + std::string{t.row->name});
    const std::vector<std::string_view> candidates{names.begin(), names.end()};
    word = word.substr(0, word.find('='));
    if (word.starts_with("--") && std::ranges::find(c.set_names, word.substr(2)) != c.set_names.end()) {
        return "unknown option " + in_quotes(word) + ": did you mean " +
               in_quotes("--set " + std::string{word.substr(2)} + '=') + '?';
    }
    return "unknown option " + in_quotes(word) + suggestion(word, candidates) +
           "\n`--` ends the options: arguments that begin with \"-\" follow it";
}

std::string wrong(const option_row &row, std::string_view why) {
    return "--" + std::string{row.name} + ": " + std::string{why};
}

// The result of getopt_long(3) for option number 0 of the rows; smaller values are letters.
constexpr int first_number = 256;

// One pass over the words after the command's name. The error is a sentence.
class reader {
public:
    reader(const command &c, const std::vector<target> &targets, std::span<const char *const> words)
        : command_{c}, targets_{targets} {
        // "-": arguments are returned in order, none is moved; ":": a missing value differs from an unknown option.
        letters_ = "-:";
        for (std::size_t i = 0; i < targets_.size(); ++i) {
            const option_text &text = *targets_[i].row;
            const bool takes_value = !text.value.empty();
            names_.push_back({text.name.data(), takes_value ? required_argument : no_argument, nullptr,
                              first_number + static_cast<int>(i)});
            if (text.letter == 0) continue;
            letters_ += text.letter;
            if (takes_value) letters_ += ':';
        }
        names_.push_back({});
        words_.push_back(const_cast<char *>("uniform"));
        for (const char *word : words) words_.push_back(const_cast<char *>(word)); // getopt does not write to them
        words_.push_back(nullptr);
    }

    std::expected<void, std::string> read(std::vector<std::string> &arguments, std::vector<std::string> &files) {
        optind = 0; // also resets what an earlier command line left
        opterr = 0;
        const int count = static_cast<int>(words_.size()) - 1;
        for (;;) {
            const int found = ::getopt_long(count, words_.data(), letters_.c_str(), names_.data(), nullptr);
            if (found == -1) break;
            if (found == 1) {
                arguments.emplace_back(optarg);
            } else if (const auto done = one(found, files); !done) {
                return done;
            }
        }
        arguments.insert(arguments.end(), words_.begin() + optind, words_.end() - 1); // after "--"
        return {};
    }

private:
    // The word that was read last. A value may be a word of its own, after that of its option.
    [[nodiscard]] std::string_view word(bool has_value) const {
        const char *const last = words_[static_cast<std::size_t>(optind) - 1];
        return has_value && optarg == last ? words_[static_cast<std::size_t>(optind) - 2] : last;
    }

    [[nodiscard]] const target *target_of(int id) const {
        if (id == 0) return nullptr;
        if (id >= first_number) return &targets_[static_cast<std::size_t>(id - first_number)];
        const auto it = std::ranges::find_if(targets_, [&](const target &t) { return t.row->letter == id; });
        return it == targets_.end() ? nullptr : &*it;
    }

    std::expected<void, std::string> one(int found, std::vector<std::string> &files) {
        const bool is_mistake = found == '?' || found == ':';
        const int id = is_mistake ? optopt : found; // 0: an unknown long name
        const bool is_letter = id > 0 && id < first_number;
        const target *const t = target_of(id);
        const std::string_view typed = word(!is_mistake);
        if (t == nullptr) {
            return std::unexpected{unknown_option(
                targets_, command_, is_letter ? std::string{'-', static_cast<char>(id)} : std::string{typed})};
        }
        // getopt_long(3) accepts the beginning of a name; its meaning would change with each new option.
        if (!is_letter && typed.substr(2, typed.find('=') - 2) != t->row->name) {
            return std::unexpected{unknown_option(targets_, command_, typed)};
        }
        if (found == ':') return std::unexpected{wrong(*t->row, "missing value: " + std::string{t->row->value})};
        if (found == '?') return std::unexpected{wrong(*t->row, "accepts no value")};
        const auto stored = t->row->store(t->owner, *t->row, optarg == nullptr ? "" : optarg);
        if (!stored) return std::unexpected{wrong(*t->row, stored.error())};
        if (t->row->takes_file && t->row->name != "rejects") files.emplace_back(optarg);
        return {};
    }

    const command &command_;
    const std::vector<target> &targets_;
    std::string letters_;
    std::vector<::option> names_;
    std::vector<char *> words_;
};

// Whether there are as many arguments as the usage line has: "NID [NAME...]". The error is a sentence.
std::expected<void, std::string> count(std::string_view usage, const std::vector<std::string> &arguments) {
    std::size_t most = 0;
    for (std::string_view rest = usage; !rest.empty();) {
        const std::string_view name = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(name.size() + 1, rest.size()));
        const bool required = !name.starts_with('[');
        if (required && arguments.size() <= most) {
            return std::unexpected{"missing argument: " + std::string{name.substr(0, name.find("..."))}};
        }
        if (name.contains("...")) return {};
        ++most;
    }
    if (arguments.size() <= most) return {};
    return std::unexpected{"unexpected argument: " + in_quotes(arguments[most])};
}

std::string usage_of(const command &c) {
    std::string line = "Usage: uniform " + std::string{c.name} + " [OPTION...]";
    if (!c.arguments.empty()) line += ' ' + std::string{c.arguments};
    return line;
}

} // namespace

int usage_error(const common_options &o, std::string_view says) {
    return fail(exit_usage,
                std::string{says} + "\n`uniform " + std::string{o.command} + " --help` explains the options");
}

std::optional<int> read_command_line(const command &c, std::span<const char *const> words, void *options,
                                     common_options &common) {
    common.command = c.name;
    const auto targets = targets_of(c, options);
    if (const auto done = reader{c, targets, words}.read(common.arguments, common.named_files); !done) {
        return usage_error(common, done.error());
    }
    if (common.help) return print_all(help_for(c));
    if (const auto done = count(c.arguments, common.arguments); !done) {
        return usage_error(common, done.error() + '\n' + usage_of(c));
    }
    return std::nullopt;
}

} // namespace uniform::cli
