// Settings as text: TOML, JSON, and their reference.

#include <uniform/http/settings.hpp>

#include <algorithm>
#include <chrono>
#include <ranges>
#include <utility>

#include <uniform/json/writer.hpp>
#include <uniform/store/location.hpp>

#include "http/settings/settings_quotes.hpp"

namespace uniform::http {

namespace {

using milliseconds = std::chrono::milliseconds;

} // namespace

std::string value_of(const setting &s, const settings &values, bool hide_secrets) {
    struct writer {
        const setting &s;
        const settings &values;
        bool hide;
        std::string operator()(std::string settings::*m) const {
            if (s.hidden && hide) return in_quotes((values.*m).empty() ? "" : "***");
            return in_quotes(s.secret && hide ? store::without_password(values.*m) : values.*m);
        }
        std::string operator()(bool settings::*m) const { return values.*m ? "true" : "false"; }
        std::string operator()(std::uint64_t settings::*m) const {
            const std::string text = base::number_text(values.*m, s.limits.what);
            return text.back() > '9' ? in_quotes(text) : text;
        }
        std::string operator()(milliseconds settings::*m) const {
            return in_quotes(base::number_text(static_cast<std::uint64_t>((values.*m).count()), s.limits.what));
        }
        std::string operator()(std::vector<std::string> settings::*m) const {
            std::string out = "[";
            for (const std::string &item : values.*m) {
                if (out.size() > 1) out += ", ";
                out += in_quotes(item);
            }
            return out + "]";
        }
    };
    return std::visit(writer{s, values, hide_secrets}, s.member);
}

std::string to_toml(const configuration &c, bool hide_secrets) {
    std::string out;
    std::string_view section;
    const auto all = all_settings();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto dot = all[i].name.find('.');
        if (all[i].name.substr(0, dot) != section) {
            section = all[i].name.substr(0, dot);
            if (!out.empty()) out += '\n';
            out += "[" + std::string{section} + "]\n";
        }
        const std::string value = value_of(all[i], c.values, hide_secrets);
        // Neither a default, which a later version may change, nor a value with a hidden password may be read back.
        const bool hidden = all[i].secret && value != value_of(all[i], c.values, false);
        std::string line = hidden || c.sources[i] == setting_source::fallback ? "# " : "";
        line += std::string{all[i].name.substr(dot + 1)} + " = " + value;
        if (line.size() < 40) line.resize(40, ' ');
        out += line + " # " + (c.places[i].empty() ? std::string{to_string(c.sources[i])} : c.places[i]) + "\n";
    }
    return out;
}

std::string to_json(const configuration &c, bool hide_secrets) {
    std::string out;
    json::writer w{out, json::layout::indented};
    w.begin_object();
    const auto all = all_settings();
    for (std::size_t i = 0; i < all.size(); ++i) {
        w.key(all[i].name).begin_object();
        w.key("value").raw(value_of(all[i], c.values, hide_secrets));
        w.member("source", to_string(c.sources[i])).member_if("place", c.places[i]).end_object();
    }
    w.end_object();
    return out + "\n";
}

std::string settings_reference() {
    std::string out =
        "# Configuration\n\n"
        "`uniform config reference` prints this page from the table of settings; a test compares them.\n\n"
        "A setting is a key of its section in a TOML file, an environment variable, or the option\n"
        "`--set SECTION.NAME=VALUE`. The command line has precedence over the environment, the environment over the\n"
        "file, the file over the default. `--config` or `UNIFORM_CONFIG` names the file. `uniform config check` "
        "reports\n"
        "the errors in it, with line and column; `uniform config show` prints every value and its source.\n\n"
        "A size is a number of bytes, or a number with K, M or G, powers of 1024 (\"64M\"). A duration is \"250ms\", "
        "\"10s\",\n\"5m\", \"1h\" or \"7d\"; without a unit it is in seconds. A list is an array of strings in the "
        "file; elsewhere\n"
        "its elements are separated by commas.\n\n"
        "On SIGHUP (`systemctl reload`), the service reads its settings again. Those marked \"yes\" under *reload* "
        "take\n"
        "effect at once; a change of the others is reported in the log and needs a restart. The certificate and its "
        "key\n"
        "are read again, and the log file is opened again, also if no setting has changed. If the settings have an\n"
        "error, nothing changes.\n";
    std::string_view section;
    for (const setting &s : all_settings()) {
        const auto dot = s.name.find('.');
        if (s.name.substr(0, dot) != section) {
            section = s.name.substr(0, dot);
            out += "\n## [" + std::string{section} +
                   "]\n\n| setting | environment variable | type | default | reload | |\n|---|---|---|---|---|---|\n";
        }
        std::string fallback;
        if (!s.fallback.empty()) fallback = "`" + std::string{s.fallback} + "`";
        std::string kind{to_string(s.type)};
        if (s.type == setting_type::choice) {
            kind.clear();
            for (const std::string_view word : base::words_of(s.choices)) {
                if (!kind.empty()) kind += ", ";
                kind += "`" + std::string{word} + "`";
            }
        } else if (std::holds_alternative<std::uint64_t settings::*>(s.member) ||
                   std::holds_alternative<milliseconds settings::*>(s.member)) {
            const auto [least, most, what] = s.limits;
            kind += ", " + base::number_text(least, what) + " to " + base::number_text(most, what);
        }
        out += "| `" + std::string{s.name} + "` | `" + environment_name(s) + "` | " + kind + " | " + fallback + " | " +
               (changes_while_running(s) ? "yes" : "") + " | " + std::string{s.help} + " |\n";
    }
    return out;
}

} // namespace uniform::http
