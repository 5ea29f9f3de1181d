#include <uniform/http/settings.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <map>

#include <uniform/base/suggestion.hpp>
#include <uniform/store/location.hpp>

#define TOML_EXCEPTIONS 0
#if __has_include(<toml++/impl/preprocessor.hpp>) // toml++ 3.4, of Debian 13
#include <toml++/impl/preprocessor.hpp>
#else
#include <toml++/impl/preprocessor.h>
#endif

// toml++ asserts what a file can violate: that a key follows "[". With NDEBUG it lets the compiler assume it, which is
// undefined behaviour. Its parser reports that error itself, with its column; any other assertion that fails becomes an
// exception.
namespace uniform::http {
struct toml_assertion {};
constexpr void check_toml(bool holds, std::string_view condition) {
    if (!holds && condition != "is_bare_key_character(*cp) || is_string_delimiter(*cp)") throw toml_assertion{};
}
} // namespace uniform::http
#undef TOML_ASSERT
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT(condition) ::uniform::http::check_toml(static_cast<bool>(condition), #condition)
#define TOML_ASSERT_ASSUME(condition) ::uniform::http::check_toml(static_cast<bool>(condition), #condition)
#include <toml++/toml.h>

#include "http/settings/setting_values.hpp"
#include "http/settings/settings_quotes.hpp"
#include "http/settings/settings_rules.hpp"

namespace uniform::http {

namespace {

std::vector<std::string> names(const std::function<std::string(const setting &)> &write) {
    std::vector<std::string> all;
    for (const setting &s : all_settings()) all.push_back(write(s));
    return all;
}

std::string unknown_setting(const std::string &name) {
    const std::string similar = suggestion(name, names([](const setting &s) { return std::string{s.name}; }));
    return "unknown setting \"" + name + '"' +
           (similar.empty() ? "; `uniform config reference` lists the settings" : similar);
}

// From a value of TOML, whose type must be that of the setting.
std::expected<void, std::string> put_toml(const setting &s, settings &into, const toml::node &node) {
    if (s.type == setting_type::list) {
        const auto *array = node.as_array();
        if (array == nullptr) return std::unexpected{"must be an array of strings"};
        std::vector<std::string> items;
        for (const auto &item : *array) {
            const auto text = item.value_exact<std::string>();
            if (!text) return std::unexpected{"must be an array of strings"};
            items.push_back(*text);
        }
        into.*std::get<std::vector<std::string> settings::*>(s.member) = std::move(items);
        return {};
    }
    if (const auto text = node.value_exact<std::string>()) {
        if (s.type == setting_type::boolean) return std::unexpected{"must be true or false, without quotes"};
        if (s.type == setting_type::number) return std::unexpected{"must be a number, without quotes"};
        auto done = put_text(s, into, *text);
        if (!done) return std::unexpected{in_quotes(*text) + " " + done.error()};
        return {};
    }
    if (const auto number = node.value_exact<std::int64_t>()) {
        if (s.type == setting_type::number || s.type == setting_type::size || s.type == setting_type::duration) {
            auto done = put_text(s, into, std::to_string(*number));
            if (!done) return std::unexpected{std::to_string(*number) + " " + done.error()};
            return {};
        }
    }
    if (const auto truth = node.value_exact<bool>(); truth && s.type == setting_type::boolean) {
        into.*std::get<bool settings::*>(s.member) = *truth;
        return {};
    }
    switch (s.type) {
    case setting_type::boolean:
        return std::unexpected{"must be true or false"};
    case setting_type::number:
    case setting_type::size:
    case setting_type::duration:
        return std::unexpected{"must be " + std::string{base::form_of(s.limits.what)}};
    default:
        return std::unexpected{"must be a string, between quotes"};
    }
}

class reader {
public:
    explicit reader(const settings_input &in) : in_(&in) {
        const std::size_t n = all_settings().size();
        result_.sources.assign(n, setting_source::fallback);
        result_.places.assign(n, {});
        for (const setting &s : all_settings()) {
            // A default that violates the limits of its own row is an error in the table, which the tests find.
            if (!put_text(s, result_.values, s.fallback)) complain("default of " + std::string{s.name}, "is not valid");
        }
    }

    std::expected<configuration, std::vector<settings_problem>> run() {
        if (in_->file) file(*in_->file);
        for (const auto &[name, value] : in_->environment) environment(name, value);
        for (const auto &[name, value] : in_->flags) flag(name, value);
        // Others may use the store: the first process of a newer version must not migrate it under them.
        if (source_of("store.migrate") == setting_source::fallback &&
            store::is_postgresql(result_.values.store_location)) {
            result_.values.store_migrate = false;
        }
        if (problems_.empty())
            check_together(result_.values,
                           [this](std::string_view name, std::string says) { wrong(name, std::move(says)); });
        if (!problems_.empty()) {
            // toml++ returns sections and keys in alphabetical order.
            std::multimap<std::pair<unsigned long, unsigned long>, settings_problem> by_line;
            for (settings_problem &p : problems_) {
                const auto line = line_of(p.where);
                by_line.emplace(line, std::move(p));
            }
            problems_.clear();
            for (auto &[line, p] : by_line) problems_.push_back(std::move(p));
            return std::unexpected{std::move(problems_)};
        }
        return std::move(result_);
    }

private:
    void complain(std::string where, std::string says) { problems_.push_back({std::move(where), std::move(says)}); }
    [[nodiscard]] setting_source source_of(std::string_view name) const {
        const auto at = std::ranges::find(all_settings(), name, &setting::name);
        return result_.sources[static_cast<std::size_t>(at - all_settings().begin())];
    }
    void note(const setting &s, setting_source source, std::string place) {
        const auto at = static_cast<std::size_t>(&s - all_settings().data());
        result_.sources[at] = source;
        result_.places[at] = std::move(place);
    }
    // Line and column of "uniform.toml:3:8"; other places come after it.
    [[nodiscard]] std::pair<unsigned long, unsigned long> line_of(std::string_view where) const {
        constexpr auto behind = std::numeric_limits<unsigned long>::max();
        if (!in_->file || !where.starts_with(in_->file_name + ":")) return {behind, behind};
        where.remove_prefix(in_->file_name.size() + 1);
        std::pair<unsigned long, unsigned long> at{behind, behind};
        const char *const end = where.data() + where.size();
        const auto [colon, wrong] = std::from_chars(where.data(), end, at.first);
        if (wrong == std::errc{} && colon != end) std::from_chars(colon + 1, end, at.second);
        return at;
    }
    [[nodiscard]] std::string place_of(const toml::source_region &at) const {
        return in_->file_name + ":" + std::to_string(at.begin.line) + ":" + std::to_string(at.begin.column);
    }

    void file(const std::string &text) try {
        toml::parse_result parsed = toml::parse(text, in_->file_name);
        if (!parsed) {
            const auto &why = parsed.error();
            std::string says{why.description()};
            complain(place_of(why.source()), "not TOML: " + says);
            return;
        }
        for (const auto &[section, content] : parsed.table()) {
            const std::string name{section.str()};
            const auto *members = content.as_table();
            const bool known =
                std::ranges::any_of(all_settings(), [&](const setting &s) { return s.name.starts_with(name + "."); });
            if (!known) {
                std::vector<std::string> sections;
                for (const setting &s : all_settings()) sections.emplace_back(s.name.substr(0, s.name.find('.')));
                complain(place_of(section.source()), "unknown section [" + name + "]" + suggestion(name, sections));
                continue;
            }
            if (members == nullptr) {
                complain(place_of(section.source()), '"' + name + "\" must be a section: [" + name + "]");
                continue;
            }
            for (const auto &[key, value] : *members) {
                const std::string full = name + "." + std::string{key.str()};
                const setting *s = find_setting(full);
                if (s == nullptr) {
                    complain(place_of(key.source()), unknown_setting(full));
                } else if (auto done = put_toml(*s, result_.values, value); !done) {
                    complain(place_of(value.source()), full + " " + hidden(*s, done.error()));
                } else {
                    note(*s, setting_source::file, place_of(key.source()));
                }
            }
        }
    } catch (const toml_assertion &) {
        complain(in_->file_name + ":" + std::to_string(line_of_assertion(text)),
                 "not TOML: a key or value is malformed");
    }

    // The first line with which the text fails an assertion: the exception cannot tell.
    static std::size_t line_of_assertion(std::string_view text) {
        std::size_t line = 0;
        for (std::size_t end = 0; end < text.size();) {
            end = std::min(text.find('\n', end), text.size() - 1) + 1;
            ++line;
            try {
                static_cast<void>(toml::parse(text.substr(0, end)));
            } catch (const toml_assertion &) {
                break;
            }
        }
        return line;
    }

    // A message must not show what may hold a password.
    static std::string hidden(const setting &s, const std::string &says) {
        if (!s.secret) return says;
        const auto at = says.find("\" ");
        return says.starts_with('"') && at != std::string::npos ? says.substr(at + 2) : says;
    }

    void text(const setting *s, const std::string &place, const std::string &value, setting_source source) {
        if (auto done = put_text(*s, result_.values, value); !done) {
            complain(place, (s->secret ? std::string{"the value"} : in_quotes(value)) + " " + done.error());
        } else {
            note(*s, source, place);
        }
    }

    void environment(const std::string &name, const std::string &value) {
        if (name == "UNIFORM_CONFIG") return; // names the file
        for (const setting &s : all_settings()) {
            if (environment_name(s) == name) return text(&s, name, value, setting_source::environment);
        }
        // Other programs may have variables that begin with "UNIFORM_"; one similar to a setting's is misspelt. One
        // that is the beginning of a setting's is not.
        const auto all = names(environment_name);
        const bool misspelt = closest(name, all) != nullptr;
        const bool section = std::ranges::any_of(all_settings(), [&](const setting &s) {
            const std::string full = environment_name(s);
            return name.starts_with(full.substr(0, full.find('_', 8) + 1));
        });
        if (section || misspelt) complain(name, "no setting has this environment variable" + suggestion(name, all));
    }

    void flag(const std::string &name, const std::string &value) {
        const setting *s = find_setting(name);
        if (s == nullptr) {
            complain("--set " + name, unknown_setting(name));
            return;
        }
        text(s, "--set " + name, value, setting_source::flag);
    }

    void wrong(std::string_view name, std::string says) {
        const setting *s = find_setting(name);
        const auto at = static_cast<std::size_t>(s - all_settings().data());
        std::string place = result_.places[at];
        if (place.empty()) place = name;
        complain(std::move(place), std::string{name} + " " + std::move(says));
    }

    const settings_input *in_;
    configuration result_;
    std::vector<settings_problem> problems_;
};

} // namespace

std::string default_store() {
    // XDG Base Directory Specification: relative paths in the variable are ignored.
    if (const char *data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
        return std::string{data} + "/uniform/uniform.db";
    }
    const char *home = std::getenv("HOME");
    return std::string{home == nullptr ? "" : home} + "/.local/share/uniform/uniform.db";
}

std::expected<configuration, std::vector<settings_problem>> configure(const settings_input &in) {
    return reader{in}.run();
}

} // namespace uniform::http
