#include "differential/judge_url.hpp"

#include <uniform/url/access_plan.hpp>

#include <algorithm>
#include <type_traits>

namespace differential {

namespace {

using namespace uniform;

std::string show(const error &e) {
    return std::string(to_string(e.code)) + " at " + std::to_string(e.offset) + " of " + std::string(to_string(e.rule));
}

std::string lower_scheme(std::string_view text) {
    std::string scheme(text.substr(0, text.find(':')));
    for (char &c : scheme) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    return scheme;
}

// The function of each scheme, and what it makes.
using parser = std::expected<url_view, error> (*)(std::string_view, url_options);
template <class View, std::expected<View, error> (*Function)(std::string_view, url_options)>
std::expected<url_view, error> as_url(std::string_view text, url_options o) {
    const auto url = Function(text, o);
    if (!url) return std::unexpected{url.error()};
    return url_view{*url};
}

parser parser_of(std::string_view scheme) {
    static constexpr std::pair<std::string_view, parser> table[] = {
        {"ftp", as_url<ftpurl_view, parse_ftpurl>},
        {"http", as_url<httpurl_view, parse_httpurl>},
        {"https", as_url<httpurl_view, parse_httpurl>},
        {"gopher", as_url<gopherurl_view, parse_gopherurl>},
        {"mailto", as_url<mailtourl_view, parse_mailtourl>},
        {"news", as_url<newsurl_view, parse_newsurl>},
        {"snews", as_url<newsurl_view, parse_newsurl>},
        {"nntp", as_url<nntpurl_view, parse_nntpurl>},
        {"telnet", as_url<telneturl_view, parse_telneturl>},
        {"wais", as_url<waisurl_view, parse_waisurl>},
        {"file", as_url<fileurl_view, parse_fileurl>},
        {"data", as_url<dataurl_view, parse_dataurl>},
        {"prospero", as_url<prosperourl_view, parse_prosperourl>},
        {"ldap", as_url<ldapurl_view, parse_ldapurl>},
        {"ldaps", as_url<ldapurl_view, parse_ldapurl>},
        {"ws", as_url<wsurl_view, parse_wsurl>},
        {"wss", as_url<wsurl_view, parse_wsurl>},
    };
    for (const auto &[name, function] : table)
        if (name == scheme) return function;
    return as_url<otherurl_view, parse_otherurl>;
}

std::expected<std::string, error> made(const otherurl_parts &p, url_options o) { return make_otherurl(p, o); }
std::expected<std::string, error> made(const ftpurl_parts &p, url_options o) { return make_ftpurl(p, o); }
std::expected<std::string, error> made(const httpurl_parts &p, url_options o) { return make_httpurl(p, o); }
std::expected<std::string, error> made(const gopherurl_parts &p, url_options o) { return make_gopherurl(p, o); }
std::expected<std::string, error> made(const mailtourl_parts &p, url_options o) { return make_mailtourl(p, o); }
std::expected<std::string, error> made(const newsurl_parts &p, url_options o) { return make_newsurl(p, o); }
std::expected<std::string, error> made(const nntpurl_parts &p, url_options o) { return make_nntpurl(p, o); }
std::expected<std::string, error> made(const telneturl_parts &p, url_options o) { return make_telneturl(p, o); }
std::expected<std::string, error> made(const waisurl_parts &p, url_options o) { return make_waisurl(p, o); }
std::expected<std::string, error> made(const fileurl_parts &p, url_options o) { return make_fileurl(p, o); }
std::expected<std::string, error> made(const prosperourl_parts &p, url_options o) { return make_prosperourl(p, o); }
std::expected<std::string, error> made(const dataurl_parts &p, url_options o) { return make_dataurl(p, o); }
std::expected<std::string, error> made(const ldapurl_parts &p, url_options o) { return make_ldapurl(p, o); }
std::expected<std::string, error> made(const wsurl_parts &p, url_options o) { return make_wsurl(p, o); }

// Goes over the text from its scheme on: each part has to begin where the one before it ended, and holds nothing that
// would have ended it. With the grammar's yes to the whole text that leaves one way to take it apart.
class walk {
public:
    walk(std::string_view text, edition e) : text_(text), at_(text.find(':') + 1), edition_(e) {}

    void literal(std::string_view word) {
        if (!text_.substr(at_).starts_with(word)) wrong("\"" + std::string(word) + "\" is missing");
        at_ += word.size();
    }
    void part(std::string_view name, std::string_view part, std::string_view delimiters) {
        if (at_ > text_.size() || part.data() != text_.data() + at_ || part.size() > text_.size() - at_) {
            wrong(std::string(name) + " is not where it should be");
        } else if (part.find_first_of(delimiters) != std::string_view::npos) {
            wrong(std::string(name) + " has a delimiter inside");
        }
        at_ += part.size();
    }
    void optional(std::string_view before, std::string_view name, const std::optional<std::string_view> &p,
                  std::string_view delimiters) {
        if (!p) return;
        literal(before);
        part(name, *p, delimiters);
    }
    void login(const login_view &l) {
        literal("//");
        const bool of_1994 = is_edition_of_1994(edition_);
        if (l.user) {
            part("user", *l.user, of_1994 ? "@/:" : "@/:?#");
            optional(":", "password", l.password, of_1994 ? "@/:" : "@/?#");
            literal("@");
        } else if (l.password) {
            wrong("a password without a user");
        }
        part("host", l.host, l.host.starts_with('[') ? "@/?#" : "@/?#:");
        optional(":", "port", l.port, "");
        if (l.port && l.port->find_first_not_of("0123456789") != std::string_view::npos) wrong("port has no digits");
    }
    void wrong(std::string what) {
        if (fault_.empty()) fault_ = std::move(what);
    }
    [[nodiscard]] std::string end() {
        if (at_ != text_.size()) wrong("something is left at " + std::to_string(at_));
        return fault_;
    }
    [[nodiscard]] bool is(edition e) const { return e == edition_; }
    [[nodiscard]] std::string_view scheme() const { return text_.substr(0, text_.find(':')); }

private:
    std::string_view text_;
    std::size_t at_;
    edition edition_;
    std::string fault_;
};

void over(walk &w, const otherurl_view &u) {
    if (u.scheme.data() != u.text.data() || u.scheme != w.scheme()) w.wrong("scheme");
    w.part("schemepart", u.schemepart, "");
}

void over(walk &w, const ftpurl_view &u) {
    w.login(u.login);
    w.optional("/", "fpath", u.fpath, ";");
    if (u.ftptype) w.literal(std::string(";type=") + *u.ftptype);
}

void over(walk &w, const httpurl_view &u) {
    if (u.secure != (w.scheme().size() == 5)) w.wrong("secure");
    w.login(u.login);
    w.optional("/", "hpath", u.hpath, "?");
    w.optional("?", "search", u.search, w.is(edition::rfc9110) ? "" : "?/");
}

void over(walk &w, const gopherurl_view &u) {
    w.login(u.login);
    if (u.slash) w.literal("/");
    w.optional("", "gtype", u.gtype, "");
    if (u.gtype && u.gtype->size() != (u.gtype->starts_with('%') ? 3U : 1U)) w.wrong("gtype is no character");
    w.optional("", "selector", u.selector, "");
    w.optional("%09", "search", u.search, "");
    w.optional("%09", "gopher+_string", u.gopher_plus_string, "");
    for (const auto &p : {u.selector, u.search})
        if (p && p->contains("%09")) w.wrong("a tab inside of a part");
}

void over(walk &w, const mailtourl_view &u) {
    w.part("to", u.to, w.is(edition::rfc6068) ? "?" : "");
    w.optional("?", "hfields", u.hfields, "?");
}

void over(walk &w, const newsurl_view &u) {
    if (u.secure != (w.scheme().size() == 5)) w.wrong("secure");
    if (u.server) {
        w.login(*u.server);
        w.literal("/");
    }
    if (u.article.has_value() == u.group.has_value()) w.wrong("not one of article and group");
    w.optional("", "article", u.article, "");
    w.optional("", "group", u.group, "@/");
    if (u.article && !u.article->contains('@')) w.wrong("an article without @");
}

void over(walk &w, const nntpurl_view &u) {
    w.login(u.login);
    w.literal("/");
    w.part("group", u.group, "/");
    w.optional("/", "article-number", u.article_number, "/");
}

void over(walk &w, const telneturl_view &u) {
    w.login(u.login);
    if (u.slash) w.literal("/");
}

void over(walk &w, const waisurl_view &u) {
    w.login(u.login);
    w.literal("/");
    w.part("database", u.database, "/?");
    w.optional("?", "search", u.search, w.is(edition::rfc4156) ? "" : "?/");
    w.optional("/", "wtype", u.wtype, "/?");
    w.optional("/", "wpath", u.wpath, w.is(edition::rfc4156) ? "?" : "?/");
}

void over(walk &w, const fileurl_view &u) {
    if (u.host) {
        w.literal("//");
        w.part("host", *u.host, u.host->starts_with('[') ? "/?#@" : "/?#@:");
    }
    // fsegment has "?" and no ";"; path-absolute the reverse
    w.optional("/", "fpath", u.fpath, w.is(edition::rfc8089) ? "?#" : ";#");
    const bool localhost = u.host && u.host->size() == 9 && lower_scheme(*u.host) == "localhost";
    if (u.local != (!u.host || u.host->empty() || localhost)) w.wrong("local");
}

void over(walk &w, const prosperourl_view &u) {
    w.login(u.login);
    w.literal("/");
    w.part("ppath", u.ppath, ";");
    w.part("fieldspecs", u.fieldspecs, w.is(edition::rfc4157) ? "?#" : "/");
    if (!u.fieldspecs.empty() && !u.fieldspecs.starts_with(';')) w.wrong("fieldspecs without ;");
}

void over(walk &w, const dataurl_view &u) {
    w.part("mediatype", u.mediatype, ",");
    if (u.base64) {
        // 3: the word in any case of letters
        static constexpr std::string_view word = ";base64";
        const auto begin = static_cast<std::size_t>(u.mediatype.data() - u.text.data()) + u.mediatype.size();
        const std::string_view written = u.text.substr(begin, word.size());
        if (lower_scheme(written) != word) w.wrong("base64");
        w.literal(written);
    }
    w.literal(",");
    w.part("data", u.data, "");
}

void over(walk &w, const ldapurl_view &u) {
    if (u.secure != (w.scheme().size() == 5)) w.wrong("secure");
    w.login(u.login);
    w.optional("/", "dn", u.dn, "?");
    w.optional("?", "attributes", u.attributes, "?");
    w.optional("?", "scope", u.scope, "?");
    w.optional("?", "filter", u.filter, "?");
    w.optional("?", "extensions", u.extensions, "?");
}

void over(walk &w, const wsurl_view &u) {
    if (u.secure != (w.scheme().size() == 3)) w.wrong("secure");
    w.login(u.login);
    w.part("path", u.path, "?#");
    w.optional("?", "query", u.query, "#");
}

std::string fault_of(const url_view &url) {
    return std::visit(
        [](const auto &u) {
            walk w(u.text, u.edition);
            over(w, u);
            return w.end();
        },
        url);
}

std::string name_of(const oracle::url_reading &r) {
    return (r.scheme.empty() ? "otherurl" : std::string(r.scheme)) + " by " + std::string(r.document);
}

// Compares two results of fields_of(): for a URL, and for the one that was made of its fields. The path of a file is as
// written, and may be written otherwise.
bool same_fields(const std::vector<url_field> &a, const std::vector<url_field> &b, bool file) {
    return std::ranges::equal(a, b, [&](const url_field &x, const url_field &y) {
        const bool path = file && x.name == "path" && x.what == url_field::kind::text;
        const bool same_text = path ? decode(x.text) == decode(y.text) : x.text == y.text;
        return x.name == y.name && x.what == y.what && same_text && x.number == y.number && x.list == y.list &&
               x.pair_list == y.pair_list;
    });
}

bool has_to(const mailtourl_view &url) {
    const auto hfields = parts_of(url).hfields;
    return std::ranges::any_of(hfields, [](const auto &f) { return lower_scheme(f.first) == "to"; });
}

// RFC 6068 5: whether a line break in the body is not written "%0D%0A", as it must be.
bool breaks_lines_otherwise(const mailtourl_view &url) {
    const auto hfields = parts_of(url).hfields;
    return std::ranges::any_of(hfields, [](const auto &f) {
        std::string rest = f.second;
        for (std::size_t at = 0; (at = rest.find("\r\n", at)) != std::string::npos;) rest.erase(at, 2);
        return lower_scheme(f.first) == "body" && rest.find_first_of("\r\n") != std::string::npos;
    });
}

// The reasons for which a URL that was read cannot be made of its parts.
template <class View>
std::string_view why_not_made(const View &view, const error &why) {
    if constexpr (std::is_same_v<View, newsurl_view>) {
        if (view.edition == edition::url_06 && view.article && view.article->contains("%40")) {
            return "a message-id of the draft with an escaped \"@\" in its host, which is no host";
        }
    }
    if constexpr (std::is_same_v<View, gopherurl_view>) {
        if (why.code == error_code::invalid_character && why.rule == rule::selector) {
            return "3.4.1: a gopher selector with a return or a linefeed, escaped, is read but not written";
        }
    }
    return {};
}

std::string show(const std::vector<url_field> &fields) {
    std::string out;
    for (const url_field &f : fields) {
        out += f.name + "=" + escaped(f.text) + std::to_string(f.number);
        for (const auto &item : f.list) out += " [" + escaped(item) + "]";
        for (const auto &[name, value] : f.pair_list) out += " [" + escaped(name) + ": " + escaped(value) + "]";
        out += "; ";
    }
    return out;
}

constexpr const char *counter_names[] = {"URLs taken apart", "URLs made of their parts", "URLs made of their fields",
                                         "access plans", "access plans refused"};

} // namespace

void url_judge::report(std::string what, std::string_view text, std::string detail) {
    tally_.add({std::move(what), escaped(text), std::move(detail)});
}

tally url_judge::result() const {
    tally t = tally_;
    for (std::size_t i = 0; i < url_counters; ++i) t.counts[counter_names[i]] = counts_[i];
    for (std::size_t i = 0; i < accepted_.size(); ++i)
        t.counts["accepted: " + name_of(oracle::url_readings()[i])] = accepted_[i];
    return t;
}

void url_judge::parse(std::string_view text) {
    ++tally_.texts;
    tally_.bytes += text.size();
    const std::string scheme = lower_scheme(text);
    const auto &readings = oracle::url_readings();
    for (std::size_t i = 0; i < readings.size(); ++i) {
        const oracle::url_reading &r = readings[i];
        if (!r.scheme.empty() && r.scheme != scheme) continue;
        const std::string name = name_of(r);
        const oracle::url_verdict expected = oracle_.judge(i, text);
        if (expected.printed != expected.meant) {
            ++tally_.explained[r.why.empty() ? name + ": printed and meant differ" : std::string(r.why)];
        }
        const url_options o{.edition = edition_from_string(r.document)};
        const auto url = r.scheme.empty() ? as_url<otherurl_view, parse_otherurl>(text, o) : parser_of(scheme)(text, o);
        if (url.has_value() != expected.meant) {
            report("validity, " + name, text, url ? "the oracle refuses it" : "the library: " + show(url.error()));
            continue;
        }
        if (!url) {
            if (url.error().offset > text.size()) report("place of the error, " + name, text, show(url.error()));
            continue;
        }
        ++accepted_[i];
        ++counts_[url_views];
        slices(name, *url, text);
        if (r.scheme.empty()) continue;
        const auto whole = parse_url(text, o);
        if (!whole || whole->index() != url->index() || edition_of(*whole) != edition_of(*url)) {
            report("parse_url, " + name, text, whole ? "another scheme" : show(whole.error()));
        }
    }
}

void url_judge::slices(std::string_view name, const url_view &url, std::string_view text) {
    if (text_of(url).data() != text.data() || text_of(url).size() != text.size())
        report("the text of the view, " + std::string(name), text, "");
    if (const std::string fault = fault_of(url); !fault.empty()) report("parts, " + std::string(name), text, fault);
}

void url_judge::round_trip(std::string_view text) {
    for (const edition e : url_editions) {
        const url_options o{.edition = e};
        const auto url = parse_url(text, o);
        if (!url) continue;
        if (edition_of(*url) != e && e != edition::url_06) continue; // read by another one, which has its turn
        const std::string name = lower_scheme(text) + " by " + std::string(to_string(edition_of(*url)));
        std::visit(
            [&]<class View>(const View &view) {
                const auto parts = parts_of(view);
                const auto text_made = made(parts, o);
                if (!text_made) {
                    if (const std::string_view why = why_not_made(view, text_made.error()); !why.empty()) {
                        ++tally_.explained[std::string(why)];
                        return;
                    }
                    report("no URL of its own parts, " + name, text, show(text_made.error()));
                    return;
                }
                ++counts_[url_made];
                const auto again = parse_url(*text_made, o);
                if (!again || !std::holds_alternative<View>(*again)) {
                    report("what was made is no such URL, " + name, text, escaped(*text_made));
                } else if (!(parts_of(std::get<View>(*again)) == parts)) {
                    report("other parts after making, " + name, text, escaped(*text_made));
                }
            },
            *url);
        const auto fields = fields_of(*url);
        if (fields.empty()) report("no fields, " + name, text, "");
        const std::string_view scheme = text.substr(0, text.find(':'));
        const auto of_fields = make_url(scheme, fields, o);
        const auto again = of_fields ? parse_url(*of_fields, o) : std::unexpected{of_fields.error()};
        if (!again) {
            // RFC 6068 2: an address may come as the field "to", which says nothing of its syntax.
            if (std::holds_alternative<mailtourl_view>(*url) && has_to(std::get<mailtourl_view>(*url))) {
                ++tally_.explained["RFC 6068 2: the field \"to\" of a mailto URL has text that is no address"];
                continue;
            }
            if (again.error().code == error_code::port_overflow) {
                ++tally_.explained["a port above 65535, which is no port number, is read but not written"];
                continue;
            }
            const std::string_view why =
                std::visit([&](const auto &view) { return why_not_made(view, again.error()); }, *url);
            if (!why.empty()) continue; // counted above
            report("no URL of its fields, " + name, text,
                   show(again.error()) + "; " + (of_fields ? escaped(*of_fields) : "") + " " + show(fields));
        } else if (const auto got = fields_of(*again);
                   !same_fields(got, fields, std::holds_alternative<fileurl_view>(*url))) {
            if (std::holds_alternative<mailtourl_view>(*url) &&
                breaks_lines_otherwise(std::get<mailtourl_view>(*url))) {
                ++tally_.explained["RFC 6068 5: line breaks in the body of a mailto URL become \"%0D%0A\""];
                continue;
            }
            report("other fields after making, " + name, text,
                   escaped(*of_fields) + "\n  " + show(fields) + "\n  " + show(got));
        } else {
            ++counts_[url_fields];
        }
    }
}

void url_judge::plan(std::string_view text) {
    for (const edition e : {edition::url_06, edition::rfc1738, current_edition(lower_scheme(text))}) {
        plan_options options{.url = {.edition = e}};
        options.news_server = "news.example.org";
        options.mail_address = "me@example.org";
        const bool valid = parse_url(text, options.url).has_value();
        const auto plan = plan_access(text, options);
        options.insist = true;
        const auto insisted = plan_access(text, options);
        const std::string name = lower_scheme(text) + " by " + std::string(to_string(e));
        if (!valid && (plan || insisted)) report("a plan for what is no URL, " + name, text, "");
        if (!valid) continue;
        if (!plan) {
            ++counts_[url_refused_plans];
            if (plan.error().offset > text.size()) report("place of the refusal, " + name, text, show(plan.error()));
            const bool of_section_6 = plan.error().code == error_code::control_in_argument ||
                                      plan.error().code == error_code::delimiter_in_argument ||
                                      plan.error().code == error_code::foreign_port;
            // A file has to have a name on this system all the same, and a port has to be one.
            const bool impossible = !insisted && (insisted.error().code == error_code::invalid_character ||
                                                  insisted.error().code == error_code::port_overflow);
            if (of_section_6 && !impossible && (!insisted || insisted->concerns.empty()))
                report("insisting does not help, " + name, text, show(plan.error()));
            continue;
        }
        ++counts_[url_plans];
        if (!insisted || insisted->steps != plan->steps || !insisted->concerns.empty() || !plan->concerns.empty())
            report("insisting changes a plan without concerns, " + name, text, "");
        if (plan->host && !plan->host->starts_with('[') &&
            plan->host->find_first_of(" #%/:<>?@[\\]^|\t\r\n\x7F") != std::string::npos)
            report("a host that is none, " + name, text, escaped(*plan->host));
        const bool words = plan->scheme == "news" || plan->scheme == "snews" || plan->scheme == "nntp";
        for (const access_step &step : plan->steps) {
            // RFC 6068 2: hfname = *qchar
            if (step.command.empty() && plan->scheme != "mailto") report("a step without a command, " + name, text, "");
            if (!step.argument || plan->scheme == "data") continue;
            std::string argument = *step.argument;
            if (plan->scheme == "gopher") { // the line end of RFC 1436; a form's answer ends with "." and its own
                if (!argument.ends_with("\r\n")) report("a request without its end, " + name, text, escaped(argument));
                const bool form = argument.contains("\t+\t1\r\n") && plan->port == 70;
                if (argument.ends_with("\r\n")) argument.resize(argument.size() - 2);
                if (form) std::erase_if(argument, [](char c) { return c == '\r' || c == '\n'; });
            }
            if (plan->scheme == "mailto" && lower_scheme(step.command) == "body")
                std::erase_if(argument, [](char c) { return c == '\r' || c == '\n'; });
            if (words && step.command != "LIST" &&
                std::ranges::any_of(argument, [](char c) { return (c >= 0 && c <= ' ') || c == 0x7F; }))
                report("two arguments of " + step.command + ", " + name, text, escaped(argument));
            if (argument.find_first_of(std::string_view{"\r\n\0", 3}) != std::string::npos)
                report("CR, LF or NUL in the argument of " + step.command + ", " + name, text, escaped(argument));
        }
    }
}

} // namespace differential
