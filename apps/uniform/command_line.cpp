#include "command_line.hpp"

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <map>
#include <ranges>

#include <CLI/CLI.hpp>

#include "words.hpp"

namespace uniform::command {

namespace {

using status = std::expected<void, std::string>;

std::unexpected<std::string> wrong(const option_spec &spec, std::string_view why) {
    return std::unexpected{"--" + std::string{spec.long_name} + ": " + std::string{why}};
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> words;
    for (const auto part : std::views::split(text, separator)) words.emplace_back(part.begin(), part.end());
    return words;
}

// A number with K, M or G after it.
std::expected<std::uint64_t, std::string_view> number(std::string_view text, std::uint64_t most, bool units) {
    std::uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (problem != std::errc{}) return std::unexpected{"not a number"};
    std::string_view rest{end, static_cast<std::size_t>(text.data() + text.size() - end)};
    if (units && rest.size() == 1) {
        constexpr std::string_view letters = "KMG";
        const auto at = letters.find(static_cast<char>(rest[0] & ~0x20));
        if (at != std::string_view::npos) {
            const auto shift = 10 * (at + 1);
            if (value > (most >> shift) + 1) return std::unexpected{"too large"};
            value <<= shift;
            rest = {};
            if (value > most) value = most; // 4G means as much as there can be
        }
    }
    if (!rest.empty()) return std::unexpected{"not a number"};
    if (value > most) return std::unexpected{"too large"};
    return value;
}

// "NAME=VALUE" in its two halves.
std::optional<std::pair<std::string, std::string>> assignment(std::string_view text) {
    const auto at = text.find('=');
    if (at == std::string_view::npos || at == 0) return std::nullopt;
    return std::pair{std::string{text.substr(0, at)}, std::string{text.substr(at + 1)}};
}

bool is_component(std::string_view name, std::string_view names) {
    const auto words = split(names, ' ');
    return std::ranges::find(words, name) != words.end();
}

constexpr std::string_view components = "scheme authority userinfo user password host port path query fragment";

// A component by which an edit can be told where to go: one of those above, "query.KEY" or "path.N".
bool can_be_edited(std::string_view name) {
    if (is_component(name, components) || (name.starts_with("query.") && name.size() > 6)) return true;
    if (!name.starts_with("path.")) return false;
    name.remove_prefix(5);
    int index = 0;
    const auto [end, problem] = std::from_chars(name.data(), name.data() + name.size(), index);
    return problem == std::errc{} && end == name.data() + name.size();
}

status add_edit(options &o, const option_spec &spec, edit_action action, std::string_view value) {
    edit_step step{action, std::string{value}, {}};
    const bool pattern = action == edit_action::drop_param || action == edit_action::keep_param;
    const bool bare = pattern || action == edit_action::remove || action == edit_action::sort_query;
    if (!bare) {
        auto parts = assignment(value);
        if (!parts) return wrong(spec, in_quotes(value) + " is not of the form " + std::string{spec.value});
        step.name = std::move(parts->first);
        step.value = std::move(parts->second);
    }
    const bool by_key = action == edit_action::replace || action == edit_action::replace_append;
    const bool appends = action == edit_action::append || action == edit_action::append_decoded;
    if (appends && step.name != "path" && step.name != "query") {
        return wrong(spec, "only to path and query can something be appended, not to " + in_quotes(step.name));
    }
    if (!pattern && !by_key && !appends && action != edit_action::sort_query && !can_be_edited(step.name)) {
        return wrong(spec, "there is no component " + in_quotes(step.name) + "; there are " + std::string{components} +
                               ", query.KEY and path.N");
    }
    if (action == edit_action::set_decoded && step.name == "authority") {
        return wrong(spec, "an authority has delimiters of its own; set user, host and port one by one");
    }
    o.edits.push_back(std::move(step));
    return {};
}

status add_iteration(options &o, const option_spec &spec, std::string_view value) {
    auto parts = assignment(value);
    if (!parts || !can_be_edited(parts->first)) {
        return wrong(spec, in_quotes(value) + " is not of the form " + std::string{spec.value});
    }
    edit_iteration it{std::move(parts->first), {}};
    for (std::string_view word : split(parts->second, ' ')) {
        if (!word.empty()) it.values.emplace_back(word);
    }
    if (it.values.empty()) return wrong(spec, "no value to take");
    o.iterations.push_back(std::move(it));
    return {};
}

template <class T>
T choice_of(std::string_view value, std::string_view choices, std::initializer_list<T> meanings) {
    const auto words = split(choices, ' ');
    const auto at = std::ranges::find(words, value) - words.begin();
    return meanings.begin()[at];
}

// One occurrence of an option.
status assign(options &o, const option_spec &spec, const std::string &value) {
    if (!spec.choices.empty() && !is_component(value, spec.choices)) {
        const auto edition = edition_from_string(value);
        const bool alias = (spec.id == opt::rung && rung_from_string(value)) ||
                           (spec.id == opt::edition && edition && *edition == generic(*edition)) ||
                           ((spec.id == opt::urn_edition || spec.id == opt::to) && edition && is_urn_edition(*edition));
        if (!alias) {
            const auto words = split(spec.choices, ' ');
            const auto near = did_you_mean(value, words);
            std::string says = in_quotes(value) + " is none of " + std::string{spec.choices};
            if (!near.empty()) says += "; did you mean " + std::string{near} + "?";
            if (spec.id == opt::edition && edition) says += "; the editions for URNs are those of `uniform urn`";
            return wrong(spec, says);
        }
    }
    switch (spec.id) {
    case opt::file:
        o.files.push_back(value);
        break;
    case opt::null:
        o.null = true;
        break;
    case opt::pairs:
        o.pairs = true;
        break;
    case opt::base:
        o.base = value;
        break;
    case opt::as:
        o.as = choice_of(value, spec.choices, {rule::uri, rule::uri_reference, rule::absolute_uri, rule::relative_ref});
        break;
    case opt::edition:
        o.parse.edition = *edition_from_string(value);
        break;
    case opt::urn_edition:
        o.urn_edition = *edition_from_string(value);
        o.urn_edition_given = true;
        break;
    case opt::zone_ids:
        o.parse.zone_ids = true;
        break;
    case opt::max_length: {
        const auto n = number(value, 0xFFFFFFFE, true);
        if (!n) return wrong(spec, n.error());
        o.parse.max_length = static_cast<std::uint32_t>(*n);
        break;
    }
    case opt::url_edition:
        o.url_edition = edition_from_string(value); // none is called "current"
        break;
    case opt::html_input:
        o.html = true;
        break;
    case opt::text_input:
        o.plain_text = true;
        break;
    case opt::base_of_document:
        o.base = value;
        break;
    case opt::content_location:
        o.content_locations.push_back(value);
        break;
    case opt::retrieved:
        o.retrieved.push_back(value);
        break;
    case opt::in_text:
        o.in_text = true;
        break;
    case opt::rung:
        o.normal.rung = *rung_from_string(value);
        break;
    case opt::urn_among:
        o.urn = choice_of(value, spec.choices,
                          {urn_reading::uri, urn_reading::both, urn_reading::lexical, urn_reading::by_namespace});
        break;
    case opt::urn_level:
        o.urn = choice_of(value, spec.choices, {urn_reading::lexical, urn_reading::by_namespace});
        break;
    case opt::keep_components:
        o.keep_components = true;
        break;
    case opt::fit:
        o.fit = choice_of(value, spec.choices, {fit_level::lenient, fit_level::normal, fit_level::strict});
        break;
    case opt::require:
        o.demands |= choice_of<std::uint8_t>(value, spec.choices, {0b00001, 0b00010, 0b00100, 0b01000, 0b11000});
        break;
    case opt::to:
        o.to = *edition_from_string(value);
        break;
    case opt::rfc5952:
        o.normal.rfc5952 = true;
        break;
    case opt::scheme:
        o.schemes.push_back(value);
        break;
    case opt::redirects:
        o.redirects = value;
        break;
    case opt::strict:
        o.strict = true;
        break;
    case opt::non_strict:
        o.strict = false;
        break;
    case opt::excess:
        o.excess = choice_of(value, spec.choices, {excess_dots::keep, excess_dots::drop, excess_dots::refuse});
        break;
    case opt::abbreviated:
        o.abbreviated = true;
        break;
    case opt::which_schemes:
        o.schemes_found =
            choice_of(value, spec.choices, {which_schemes::likely, which_schemes::registered, which_schemes::any});
        break;
    case opt::join_lines:
        o.join_lines = true;
        break;
    case opt::default_scheme:
        if (!matches(rule::scheme, value)) return wrong(spec, in_quotes(value) + " is no scheme");
        o.default_scheme = value;
        break;
    case opt::resolve_found:
        o.resolve_found = true;
        break;
    case opt::insist:
        o.insist = true;
        break;
    case opt::mail_address:
        o.mail_address = value;
        break;
    case opt::news_server:
        o.news_server = value;
        break;
    case opt::gateway: {
        auto parts = assignment(value);
        if (!parts || parts->second.empty()) {
            return wrong(spec, in_quotes(value) + " is not of the form " + std::string{spec.value});
        }
        for (char &c : parts->first) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
        o.gateways.push_back(std::move(*parts));
        break;
    }
    case opt::deny:
        o.deny.push_back(value);
        break;
    case opt::allow:
        o.allow.push_back(value);
        break;
    case opt::json:
    case opt::json_document:
        o.json = true;
        break;
    case opt::get:
        o.get = value;
        break;
    case opt::list:
        o.listing = choice_of(value, spec.choices, {list::valid, list::invalid});
        break;
    case opt::quiet:
        o.quiet = true;
        break;
    case opt::warnings_as_errors:
        o.warnings_as_errors = true;
        break;
    case opt::changes:
        o.changes = true;
        break;
    case opt::count:
        o.count = true;
        break;
    case opt::color:
        o.colour = choice_of(value, spec.choices, {when::automatic, when::always, when::never});
        break;
    case opt::status:
        o.status = value;
        break;
    case opt::new_nid:
    case opt::new_scheme:
        o.new_name = true;
        break;
    case opt::kind:
        o.kind = value;
        break;
    case opt::resolution:
        o.resolution = value;
        break;
    case opt::encoded:
        o.encoded = true;
        break;
    case opt::check_digit:
        o.check_digit = true;
        break;
    case opt::r_component:
        o.r_component = value;
        break;
    case opt::q_component:
        o.q_component = value;
        break;
    case opt::f_component:
        o.f_component = value;
        break;
    case opt::uuid_version:
        o.uuid = choice_of(value, spec.choices, {uuid_version::random, uuid_version::time});
        break;
    case opt::man:
        o.man = true;
        break;
    case opt::output_file:
        o.output = value;
        break;
    case opt::unique_found:
        o.unique_found = true;
        break;
    case opt::sarif:
        o.sarif = true;
        break;
    case opt::list_checks:
        o.list_checks = true;
        break;
    case opt::set:
        return add_edit(o, spec, edit_action::set, value);
    case opt::set_decoded:
        return add_edit(o, spec, edit_action::set_decoded, value);
    case opt::append:
        return add_edit(o, spec, edit_action::append, value);
    case opt::append_decoded:
        return add_edit(o, spec, edit_action::append_decoded, value);
    case opt::remove:
        return add_edit(o, spec, edit_action::remove, value);
    case opt::replace:
        return add_edit(o, spec, edit_action::replace, value);
    case opt::replace_append:
        return add_edit(o, spec, edit_action::replace_append, value);
    case opt::drop_param:
        return add_edit(o, spec, edit_action::drop_param, value);
    case opt::keep_param:
        return add_edit(o, spec, edit_action::keep_param, value);
    case opt::sort_query:
        return add_edit(o, spec, edit_action::sort_query, "");
    case opt::query_separator:
        o.query_separator = value[0];
        break;
    case opt::iterate:
        return add_iteration(o, spec, value);
    case opt::on_error:
        o.policy = choice_of(value, spec.choices, {on_error::report, on_error::keep, on_error::drop, on_error::stop});
        break;
    case opt::threads: {
        const auto n = number(value, 1024, false);
        if (!n) return wrong(spec, n.error());
        o.threads = static_cast<unsigned>(*n);
        break;
    }
    case opt::no_progress:
        o.progress = false;
        break;
    case opt::max_size: {
        const auto n = number(value, std::uint64_t{1} << 50, true);
        if (!n) return wrong(spec, n.error());
        o.max_size = *n;
        break;
    }
    case opt::timeout: {
        const auto n = number(value, 86400, false);
        if (!n) return wrong(spec, n.error());
        o.timeout = static_cast<unsigned>(*n);
        break;
    }
    case opt::max_redirects: {
        const auto n = number(value, 1000, false);
        if (!n) return wrong(spec, n.error());
        o.max_redirects = static_cast<unsigned>(*n);
        break;
    }
    case opt::config_file:
        o.config = value;
        break;
    case opt::store_location:
        o.settings.emplace_back("store.location", value);
        break;
    case opt::setting: {
        auto parts = assignment(value);
        if (!parts) return wrong(spec, in_quotes(value) + " is not of the form " + std::string{spec.value});
        o.settings.push_back(std::move(*parts));
        break;
    }
    case opt::port:
        o.settings.emplace_back("server.port", value);
        break;
    case opt::demo:
        o.settings.emplace_back("demo.fill", "true");
        break;
    case opt::known:
        o.known = value;
        break;
    case opt::replace_store:
        o.replace_store = true;
        break;
    case opt::json_result:
        o.json = true;
        break;
    case opt::server_url:
    case opt::token_text:
    case opt::token_file:
    case opt::idempotency_key:
    case opt::if_version:
    case opt::locator_media_type:
    case opt::locator_language:
    case opt::locator_country:
    case opt::locator_weight:
    case opt::metadata_member:
    case opt::record_file:
    case opt::other_name:
    case opt::successor:
    case opt::predecessor:
    case opt::reason:
    case opt::how_many:
    case opt::prefix:
    case opt::name_state:
    case opt::keep_made:
    case opt::as_of:
    case opt::at_most:
    case opt::after:
    case opt::data_format:
    case opt::dry_run:
    case opt::results_file:
    case opt::service_name:
    case opt::accept:
    case opt::explain:
    case opt::role:
    case opt::registrar:
    case opt::expires:
    case opt::label:
    case opt::naming:
    case opt::locator_host:
    case opt::mint_method:
    case opt::mint_pattern:
    case opt::check_rule:
    case opt::other_resolver:
    case opt::title:
    case opt::contact:
    case opt::author:
    case opt::secret:
    case opt::fast_track:
    case opt::revises:
    case opt::reference:
    case opt::round:
    case opt::request_state:
    case opt::transfer_state:
    case opt::of_prefix:
        o.given.emplace_back(spec.long_name, value);
        break;
    case opt::help:
        o.help = true;
        break;
    case opt::version:
        o.version = true;
        break;
    }
    return {};
}

std::string cli_name(const option_spec &spec) {
    std::string name = "--" + std::string{spec.long_name};
    if (spec.short_name != 0) name = std::string{"-"} + spec.short_name + "," + name;
    return name;
}

std::string unknown_option(const verb_spec &verb, std::string_view word) {
    std::vector<std::string> names;
    for (opt id : verb.options) names.push_back("--" + std::string{spec_of(id).long_name});
    names.emplace_back("--help");
    const std::vector<std::string_view> candidates{names.begin(), names.end()};
    const auto near = did_you_mean(word.substr(0, word.find('=')), candidates);
    std::string says = std::string{verb.name} + " has no option " + std::string{word.substr(0, word.find('='))};
    if (!near.empty()) says += "; did you mean " + std::string{near} + "?";
    return says;
}

} // namespace

std::expected<options, std::string> read_command_line(const verb_spec &verb, std::span<const char *const> words) {
    // What follows "--" is an argument. Arguments are left to us altogether: CLI11 would take "[a,b]" for a list.
    const auto end_of_options = std::ranges::find(words, std::string_view{"--"});
    std::vector<std::string> before{words.begin(), end_of_options};
    std::ranges::reverse(before); // as CLI11 wants them

    CLI::App app;
    app.set_help_flag("");
    app.allow_extras(true);
    std::map<const CLI::Option *, const option_spec *> specs;
    const auto admit = [&](opt id) {
        const option_spec &spec = spec_of(id);
        CLI::Option *added = nullptr;
        if (spec.value.empty()) {
            added = app.add_flag_callback(cli_name(spec), [] {});
        } else {
            added = app.add_option_function<std::string>(cli_name(spec), [](const std::string &) {});
        }
        added->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
        specs.emplace(added, &spec);
    };
    for (opt id : verb.options) admit(id);
    admit(opt::help);

    try {
        app.parse(before);
    } catch (const CLI::ParseError &e) {
        return std::unexpected{std::string{e.what()}};
    }

    options o;
    std::map<const CLI::Option *, std::size_t> seen;
    for (const CLI::Option *given : app.parse_order()) {
        const auto known = specs.find(given);
        if (known == specs.end()) continue;
        const std::size_t at = seen[given]++;
        const auto &values = given->results();
        if (auto done = assign(o, *known->second, at < values.size() ? values[at] : std::string{}); !done) {
            return std::unexpected{std::move(done.error())};
        }
    }
    for (std::string &word : app.remaining()) {
        if (word.size() > 1 && word[0] == '-') return std::unexpected{unknown_option(verb, word)};
        o.arguments.push_back(std::move(word));
    }
    if (end_of_options != words.end()) o.arguments.insert(o.arguments.end(), end_of_options + 1, words.end());
    if (o.quiet && o.listing == list::nothing) o.json = false; // nothing is printed, in no form
    return o;
}

} // namespace uniform::command
