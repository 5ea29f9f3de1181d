// uniform edit: sets, appends and removes components.

#include <algorithm>
#include <charconv>

#include <uniform/base/ascii.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/uri.hpp>

#include "print/exit.hpp"
#include "print/host_forms.hpp"
#include "print/inner_components.hpp"
#include "print/json.hpp"
#include "print/words.hpp"
#include "run/base_option.hpp"
#include "run/diagnostics.hpp"
#include "run/inputs.hpp"
#include "uri/commands.hpp"
#include "uri/edit_message.hpp"
#include "uri/edit_options.hpp"
#include "uri/whatwg_run.hpp"

namespace uniform::cli {

namespace {

using outcome = std::expected<void, error>;

// "path.N" as an index, -1 being the last segment. not_found when there are not so many.
std::expected<std::size_t, error> segment_index(const reference &r, std::string_view name) {
    long n = 0;
    std::from_chars(name.data() + 5, name.data() + name.size(), n);
    const auto count = static_cast<long>(path_segments{r.path()}.count());
    if (n < 0) n += count;
    if (n < 0 || n >= count) return std::unexpected{error{0, error_code::not_found, rule::segment, r.edition()}};
    return static_cast<std::size_t>(n);
}

// The login options are the end of the userinfo, and the zone is the end of an IPv6 address.
outcome set_options(reference &r, std::string_view text) {
    if (!has_login_options(r.scheme().value_or("")))
        return std::unexpected{error{0, error_code::not_found, rule::userinfo, r.edition()}};
    const std::string_view login = r.userinfo().value_or("");
    std::string changed{login.substr(0, login.find(';'))};
    if (!text.empty()) changed.append(1, ';').append(text);
    auto done = r.set_userinfo(std::string_view{changed});
    const auto before = changed.size() - text.size();
    if (!done) done.error().offset -= std::min<std::uint64_t>(done.error().offset, before); // into the text
    return done;
}
outcome set_zone(reference &r, std::string_view text) {
    const std::string_view host = r.host().value_or("");
    const std::string_view address = host.substr(0, host.find_first_of("%]"));
    if (!host.starts_with('[') || !parse_ipv6address(address.substr(1)))
        return std::unexpected{error{0, error_code::not_found, rule::ipv6address, r.edition()}};
    std::string changed{address};
    if (!text.empty()) changed.append("%25").append(text);
    return r.set_host(std::string_view{changed += ']'});
}
outcome set_all(reference &r, std::string_view text, const parse_options &how) {
    auto read = reference::parse(std::string{text}, how);
    if (!read) return std::unexpected{read.error()};
    r = *std::move(read);
    return {};
}

// Text is std::string_view (as written) or decoded.
template <class Text>
outcome set(reference &r, std::string_view name, Text text, query_options q, const parse_options &how) {
    const auto written = [&]() -> std::string_view {
        if constexpr (std::is_same_v<Text, decoded>) {
            return text.data;
        } else {
            return text;
        }
    }();
    const auto encoded = [&]() -> std::string {
        if constexpr (std::is_same_v<Text, decoded>) {
            return encode(text.data, rule::userinfo, r.edition());
        } else {
            return std::string{text};
        }
    };
    if (name == "uri") return set_all(r, written, how);
    if (name == "options") return set_options(r, encoded());
    if (name == "zoneid") return set_zone(r, encoded());
    if (name == "scheme") return r.set_scheme(written);
    if (name == "authority") return r.set_authority(written);
    if (name == "userinfo") return r.set_userinfo(text);
    if (name == "user") return r.set_user(text);
    if (name == "password") return r.set_password(text);
    if (name == "host") return r.set_host(text);
    if (name == "port") return r.set_port(written);
    if (name == "path") return r.set_path(text);
    if (name == "query") {
        if constexpr (std::is_same_v<Text, decoded>) {
            const std::string query = encode_query(text.data, q.plus, r.edition());
            return r.set_query(std::string_view{query});
        }
        return r.set_query(text);
    }
    if (name == "fragment") return r.set_fragment(text);
    if (name.starts_with("query.")) return r.set_parameter(Text{name.substr(6)}, text, q);
    const auto index = segment_index(r, name);
    return index ? r.replace_segment(*index, text) : outcome{std::unexpected{index.error()}};
}

// Whether the component is there, be it empty; of the path, which every reference has, whether it is not empty.
// The key of a parameter is text as written, or data.
bool is_present(const reference &r, std::string_view name, query_options q, bool key_is_data) {
    if (name == "uri") return !r.text().empty();
    if (name == "options") return login_options_of(r.view()).has_value();
    if (name == "zoneid") return zone_id_of(r.view()).has_value();
    if (name == "scheme") return r.scheme().has_value();
    if (name == "authority") return r.authority().has_value();
    if (name == "userinfo") return r.userinfo().has_value();
    if (name == "user") return r.user().has_value();
    if (name == "password") return r.password().has_value();
    if (name == "host") return r.host().has_value();
    if (name == "port") return r.port().has_value();
    if (name == "path") return !r.path().empty();
    if (name == "query") return r.query().has_value();
    if (name == "fragment") return r.fragment().has_value();
    if (name.starts_with("query.")) {
        if (key_is_data) return query_parameters{r.query().value_or(""), q}.find(decoded{name.substr(6)}).has_value();
        const auto key = decode(name.substr(6), q.plus);
        return key && query_parameters{r.query().value_or(""), q}.find(decoded{*key});
    }
    return segment_index(r, name).has_value();
}

outcome remove(reference &r, std::string_view name, query_options q) {
    if (name == "options") return login_options_of(r.view()) ? set_options(r, {}) : outcome{};
    if (name == "zoneid") return zone_id_of(r.view()) ? set_zone(r, {}) : outcome{};
    if (name == "scheme") return r.remove_scheme();
    if (name == "authority") return r.remove_authority();
    if (name == "userinfo") return r.remove_userinfo();
    if (name == "user") return r.user() ? r.set_user(std::string_view{}) : outcome{};
    if (name == "password") return r.remove_password();
    if (name == "host") return r.host() ? r.set_host(std::string_view{}) : outcome{};
    if (name == "port") return r.remove_port();
    if (name == "path") return r.set_path(std::string_view{});
    if (name == "query") return r.remove_query();
    if (name == "fragment") return r.remove_fragment();
    if (name.starts_with("query.")) return r.remove_parameter(name.substr(6), q);
    const auto index = segment_index(r, name);
    return index ? r.erase_segment(*index) : outcome{};
}

// A parameter "KEY=TEXT" or "KEY", or a segment.
template <class Text>
outcome append(reference &r, std::string_view name, std::string_view value, query_options q) {
    if (name == "path") return r.append_segment(Text{value});
    const auto equals = value.find('=');
    if (equals == std::string_view::npos) return r.append_parameter(Text{value}, std::nullopt, q);
    return r.append_parameter(Text{value.substr(0, equals)}, Text{value.substr(equals + 1)}, q);
}

class edit_run : public batch_job {
public:
    static constexpr bool checks_demands = true;

    edit_run(const edit_options &o, std::optional<output_template> get) : options_{o}, get_{std::move(get)} {
        for (const edit_step &step : o.edits) {
            if (step.action == edit_action::keep_param) kept_.push_back(step.name);
            changes_login_ = changes_login_ || is_login(step.name);
        }
        for (const edit_iteration &it : o.iterations) changes_login_ = changes_login_ || is_login(it.name);
    }

    void run(work &w) const override {
        for_each_input(w, [&](const input &r) {
            const auto parsed = parse_as(options_.as, r.text, parse_);
            if (!parsed) {
                return reject(options_, w, r, parsed.error());
            }
            auto edited = reference::parse(std::string{r.text}, parse_);
            bool kept = false;
            for (const edit_step &step : options_.edits) {
                if (step.action == edit_action::keep_param && std::exchange(kept, true)) continue; // all at once
                if (const auto done = apply(*edited, step); !done) {
                    return reject_edit(w, r, mistake_of(step, false, done.error(), query_), done.error());
                }
            }
            iterate(w, r, *edited, 0);
        });
    }

private:
    static bool is_login(std::string_view name) {
        return name == "user" || name == "password" || name == "userinfo" || name == "authority";
    }

    // "1:::2" is meant as an IPv6 address; no name is written so.
    static bool looks_like_address(std::string_view text) {
        return std::ranges::count(text, ':') > 1 &&
               text.find_first_not_of("0123456789abcdefABCDEF:.") == std::string_view::npos && !parse_ipv6address(text);
    }
    static error no_address(const reference &r) {
        return {0, error_code::invalid_ip_literal, rule::ipv6address, r.edition()};
    }

    bool has_key(const parameter &p, const std::string &pattern) const {
        const std::string key = p.decoded_key(query_.plus).value_or(std::string{p.key});
        return options_.ignore_case ? matches_pattern(ascii::lower_copy(key), ascii::lower_copy(pattern))
                                    : matches_pattern(key, pattern);
    }
    template <class Text>
    static std::optional<Text> value_of(const edit_step &step) {
        return step.no_value ? std::nullopt : std::optional{Text{step.value}};
    }

    outcome apply(reference &r, const edit_step &step) const {
        switch (step.action) {
        case edit_action::set:
            return set<std::string_view>(r, step.name, step.value, query_, parse_);
        case edit_action::set_decoded:
            if (step.name == "host") {
                if (looks_like_address(step.value)) return std::unexpected{no_address(r)};
                return r.set_host(decoded{ascii_name(step.value)});
            }
            return set<decoded>(r, step.name, decoded{step.value}, query_, parse_);
        case edit_action::set_absent:
            if (is_present(r, step.name, query_, false)) return {};
            return set<std::string_view>(r, step.name, step.value, query_, parse_);
        case edit_action::set_absent_decoded:
            if (is_present(r, step.name, query_, true)) return {};
            return apply(r, {edit_action::set_decoded, step.name, step.value});
        case edit_action::append:
            return append<std::string_view>(r, step.name, step.value, query_);
        case edit_action::append_decoded:
            return append<decoded>(r, step.name, step.value, query_);
        case edit_action::remove:
            return remove(r, step.name, query_);
        case edit_action::replace_append:
            return r.set_parameter(std::string_view{step.name}, value_of<std::string_view>(step), query_);
        case edit_action::replace:
            return if_found(r.replace_parameter(std::string_view{step.name}, value_of<std::string_view>(step), query_));
        case edit_action::replace_decoded:
            return if_found(r.replace_parameter(decoded{step.name}, value_of<decoded>(step), query_));
        case edit_action::drop_param:
            return r.remove_parameters_if([&](const parameter &p) { return has_key(p, step.name); }, query_);
        case edit_action::keep_param:
            return r.remove_parameters_if(
                [&](const parameter &p) {
                    return std::ranges::none_of(kept_, [&](const auto &pattern) { return has_key(p, pattern); });
                },
                query_);
        case edit_action::merge_query:
            return r.merge_parameters(step.value, query_);
        case edit_action::set_params: {
            if (step.pairs.empty()) return r.remove_query();
            const auto text = encode_parameters(step.pairs, query_, r.edition());
            return text ? r.set_query(std::string_view{*text}) : outcome{std::unexpected{text.error()}};
        }
        case edit_action::set_all_params:
            return set_all(r, step.value);
        case edit_action::sort_query:
            return r.sort_parameters(query_);
        }
        return {};
    }

    outcome set_all(reference &r, std::string_view value) const {
        if (!r.query()) return {};
        const auto ends = std::ranges::find_if(value, [&](char c) { return query_.separates(c); });
        if (ends != value.end()) {
            const auto offset = static_cast<std::uint64_t>(ends - value.begin());
            return std::unexpected{error{offset, error_code::invalid_character, rule::query, r.edition()}};
        }
        std::string query;
        for (const parameter &p : query_parameters{*r.query(), query_}) {
            if (!query.empty()) query += query_.separator;
            query.append(p.key).append("=").append(value);
        }
        return r.set_query(std::string_view{query});
    }

    static outcome if_found(outcome done) {
        return !done && done.error().code == error_code::not_found ? outcome{} : done;
    }

    // All combinations of the values of --iterate, of which the first changes slowest. False if one was rejected.
    bool iterate(work &w, const input &r, const reference &edited, std::size_t level) const {
        if (level == options_.iterations.size()) {
            // 1994 draft 3.1: [ user [ ":" password ] "@" ]
            if (changes_login_ && edited.password() && edited.user().value_or("").empty()) {
                const error why{0, error_code::empty_component, rule::userinfo, parse_.edition};
                reject_edit(w, r, password_without_user(why), why);
                return false;
            }
            print(w, r, edited);
            return true;
        }
        const edit_iteration &it = options_.iterations[level];
        return std::ranges::all_of(it.values, [&](const std::string &value) {
            reference next = edited;
            if (const auto done = set<std::string_view>(next, it.name, value, query_, parse_); !done) {
                const edit_step step{edit_action::set, it.name, value};
                reject_edit(w, r, mistake_of(step, true, done.error(), query_), done.error());
                return false;
            }
            return iterate(w, r, next, level + 1);
        });
    }

    void print(work &w, const input &r, const reference &edited) const {
        if (options_.json) {
            json_object object{w.out};
            object.text("input", r.text).boolean("valid", true).text("edited", edited.text());
            append_components(object, edited.view());
            object.end_line();
            return;
        }
        if (get_) {
            const output_template::context around{.input = r.text, .query = query_};
            if (const auto unmet = get_->unmet_demand(edited.view(), around))
                return reject_edit(w, r, {"--get " + unmet->says}, unmet->why);
            get_->append(w.out, edited.view(), around);
        } else {
            w.out += edited.text();
        }
        w.out += options_.terminator();
    }

    // The error's offset is in the value of the edit, so that the message names the input as a whole.
    void reject_edit(work &w, const input &r, const edit_mistake &mistake, const error &why) const {
        reject(
            options_, w,
            {.input = r.index,
             .why = {0, why.code, why.rule, why.edition},
             .message = mistake.message,
             .text = r.text,
             .value = mistake.value,
             .value_offset = mistake.value_offset},
            [&] { append_rejected(w.out, r.text, why, mistake.message, true); },
            [&] { keep_unchanged(options_, w, r); });
    }

    const edit_options &options_;
    const parse_options parse_ = options_.parse();
    std::optional<output_template> get_;
    const query_options &query_ = options_.query;
    std::vector<std::string> kept_;
    bool changes_login_ = false;
};

// The other components of an authority need its host, and a path is read by what is before it.
std::vector<edit_step> with_hosts_first(const std::vector<edit_step> &edits) {
    std::vector<edit_step> ordered;
    for (const std::string_view name : {"uri", "scheme", "authority", "host", ""}) {
        for (const edit_step &step : edits) {
            const bool sets = step.action <= edit_action::set_absent_decoded;
            const bool is_first = sets && (step.name == "uri" || step.name == "scheme" || step.name == "authority" ||
                                           step.name == "host");
            if (is_first ? step.name == name : name.empty()) ordered.push_back(step);
        }
    }
    return ordered;
}

int run_edit(const edit_options &o) {
    if (!o.whatwg && !o.web_member.empty()) return usage_error(o, "--set: " + o.web_member);
    if (o.from_nothing) {
        if (!o.arguments.empty() || !o.files.empty()) return usage_error(o, "--new reads no input");
        if (o.whatwg) return usage_error(o, exclusive("--new", "--edition whatwg"));
        edit_options made = o;
        made.arguments.emplace_back(); // the empty reference
        made.edits = with_hosts_first(o.edits);
        return run_job<edit_run>(made);
    }
    if (is_input_missing(o, 0))
        return usage_error(o, missing_input("reference") + "; --new makes one of the edits alone");
    if (!o.whatwg) return run_job<edit_run>(o);
    if (const auto code = refuse_with_whatwg(
            o, {{o.reads_otherwise(), "--query-separator or --form"}, {o.ignore_case, "--ignore-case"}}))
        return *code;
    return edit_as_browser(o);
}

constexpr example edit_examples[]{
    {"Another host and port", "uniform edit --set host=example.org --set port=8080 http://example.com/a"},
    {"Drop tracking parameters", "uniform edit --drop-param 'utm_*' --drop-param fbclid -f urls.txt"},
    {"Append a segment that contains a slash", "uniform edit --append-decoded path=a/b http://example.com/x"},
    {"A new URI", "uniform edit --new --set scheme=https --set host=example.com --set-decoded 'path=/a b'"},
    {"A scheme and a port where there are none", "uniform edit --set 'scheme?=https' --set 'port?=8443' -f urls.txt"},
    {"Take over parameters of another query",
     "uniform edit --merge-query 'page=2&sort=name' 'http://example.com/?q=a&page=1'"},
    {"The parameters of a form",
     R"(uniform edit --form --set-params '[{"key": "q", "value": "a b"}]' http://example.com/)"},
    {"One result for each port", "uniform edit --iterate 'port=80 8080' http://example.com/"},
    {"As a script in a browser does", "uniform edit --edition whatwg --set hostname=Example.ORG http://a/"},
    {"Remove the fragment and sort the query", "uniform edit --remove fragment --sort-query 'http://h/?b=2&a=1#f'"},
};

} // namespace

const command edit_command = command_of<run_edit>(
    {"edit",
     "change components of each URI",
     "[URI...]",
     "Makes the edits in the order of the command line and prints the result. All other components stay unchanged byte "
     "for byte: an empty \"?\" or \"#\", the case of letters, percent-encodings. An edit that would make the result "
     "invalid, or change other components as well, is reported with its input.\n\n"
     "COMPONENT is one of scheme, authority, userinfo, user, password, options (after \";\" in the userinfo of mail "
     "servers), host, zoneid (of an IPv6 address, with --zone-ids), port, path, query, fragment, query.KEY (a "
     "parameter of the query) and path.N (a segment of the path, from 0; -1 is the last one); --set and --iterate also "
     "take uri, the whole. A component that is empty is not absent, except the path; a key that ends with \"?\" is "
     "written with %3F before =.\n\n"
     "With --edition whatwg, the only edits are --set with the members of the URL API: href, protocol, username, "
     "password, host, hostname, port, pathname, search and hash. A value that a browser would ignore is ignored, with "
     "a "
     "warning.",
     edit_examples,
     {},
     edit_components});

} // namespace uniform::cli
