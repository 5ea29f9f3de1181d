#include "http/api/router.hpp"

#include <algorithm>
#include <charconv>
#include <exception>
#include <limits>

#include <uniform/base/ascii.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/json/read.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/store/store.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/authentication.hpp"
#include "http/api/openapi.hpp"
#include "http/api/preconditions.hpp"
#include "http/api/staleness.hpp"
#include "http/operation/limits.hpp"
#include "http/operation/log.hpp"
#include "http/operation/log_target.hpp"
#include "http/operation/metrics.hpp"
#include "http/pages/viewer.hpp"
#include "http/session/browser.hpp"
#include "http/session/known_sessions.hpp"

namespace uniform::http {

using resolver::problem;
using resolver::problem_type;

namespace {

// What is left of a path, segment by segment.
class segments {
public:
    explicit segments(std::string_view path) : rest_{path}, more_{path.starts_with('/')} {
        if (more_) rest_.remove_prefix(1);
    }
    [[nodiscard]] bool more() const noexcept { return more_; }
    [[nodiscard]] std::string_view rest() const noexcept { return rest_; }
    std::string_view next() noexcept {
        const auto slash = rest_.find('/');
        const std::string_view segment = rest_.substr(0, slash);
        more_ = slash != std::string_view::npos;
        rest_.remove_prefix(more_ ? slash + 1 : rest_.size());
        return segment;
    }

private:
    std::string_view rest_;
    bool more_;
};

constexpr std::string_view api = "/api/";

bool is_parameter(std::string_view segment) noexcept { return segment.starts_with('{') && segment.ends_with('}'); }
bool is_tail(std::string_view segment) noexcept { return is_parameter(segment) && segment.ends_with("*}"); }

// Pages for readers, whose URLs stand in texts: a "/" that was added to the last segment belongs to its value, which is
// corrected.
bool takes_added_slash(std::string_view path) noexcept {
    return path.ends_with('/') && (path.starts_with("/about/") || path.starts_with("/namespaces/"));
}

// Hands each parameter's name, value (as sent) and whether it is a tail to `each`.
template <class F>
bool path_matches(std::string_view path_template, std::string_view path, F each) {
    segments wanted{path_template};
    segments given{path};
    if (wanted.more() != given.more()) return false;
    while (wanted.more()) {
        if (!given.more()) return false;
        const std::string_view w = wanted.next();
        if (is_tail(w)) {
            if (path.starts_with(api) && !path_template.starts_with(api)) return false;
            each(w.substr(1, w.size() - 3), given.rest(), true);
            // The folder itself, which has an index.
            return !given.rest().empty() || path == "/docs/";
        }
        const std::string_view g = given.next();
        if (is_parameter(w)) {
            if (g.empty()) return false;
            if (!wanted.more() && given.more() && given.rest().empty() && takes_added_slash(path)) {
                each(w.substr(1, w.size() - 2), std::string_view{g.data(), g.size() + 1}, false);
                return true;
            }
            each(w.substr(1, w.size() - 2), g, false);
        } else if (w != g) {
            return false;
        }
    }
    return !given.more();
}
bool path_matches(std::string_view path_template, std::string_view path) {
    return path_matches(path_template, path, [](auto, auto, bool) {});
}

// Fixed text before parameters, and those before tails; then by the text, so that the order is the same each time.
bool comes_first(const route *a, const route *b) {
    const auto rank = [](std::string_view segment) { return is_tail(segment) ? 2 : is_parameter(segment) ? 1 : 0; };
    segments x{a->path};
    segments y{b->path};
    while (x.more() && y.more()) {
        const int left = rank(x.next());
        const int right = rank(y.next());
        if (left != right) return left < right;
    }
    return std::pair{a->path, a->method} < std::pair{b->path, b->method};
}

// RFC 9110 9.2.1
bool is_safe(std::string_view method) noexcept { return method == "GET" || method == "HEAD" || method == "OPTIONS"; }

std::string_view served_as(std::string_view method) noexcept { return method == "HEAD" ? "GET" : method; }

// Whether a response has begun: then it is too late for a problem.
class watched final : public exchange {
public:
    explicit watched(exchange &e) : exchange_{e} {}
    [[nodiscard]] const http::request &request() const noexcept override { return exchange_.request(); }
    [[nodiscard]] std::string_view read() override { return exchange_.read(); }
    void send(response r) override {
        begun_ = true;
        exchange_.send(std::move(r));
    }
    void begin(response head) override {
        begun_ = true;
        exchange_.begin(std::move(head));
    }
    void write(std::string_view part) override { exchange_.write(part); }
    void finish() override { exchange_.finish(); }
    [[nodiscard]] bool aborted() const noexcept override { return exchange_.aborted(); }
    [[nodiscard]] bool begun() const noexcept { return begun_; }

private:
    exchange &exchange_;
    bool begun_ = false;
};

// What the value of a parameter must be, as the end of a sentence; empty if it is valid.
std::string what_it_must_be(const parameter &p, std::string_view value) {
    switch (p.type) {
    case parameter_type::number: {
        const std::uint64_t most = p.most == 0 ? std::numeric_limits<std::uint64_t>::max() : p.most;
        std::uint64_t n = 0;
        const auto [stop, error] = std::from_chars(value.data(), value.data() + value.size(), n);
        if (error == std::errc{} && stop == value.data() + value.size() && n >= p.least && n <= most) return {};
        return "be a whole number" +
               (p.most == 0 ? std::string{} : " from " + std::to_string(p.least) + " to " + std::to_string(p.most));
    }
    case parameter_type::boolean:
        return value.empty() || value == "true" || value == "false" ? "" : "be true or false";
    case parameter_type::choice: {
        std::string list;
        for (std::string_view rest = p.choices; !rest.empty();) {
            const std::string_view word = rest.substr(0, rest.find(' '));
            if (word == value || value.empty()) return {};
            rest.remove_prefix(std::min(rest.size(), word.size() + 1));
            list += (list.empty() ? "" : rest.empty() ? " or " : ", ") + std::string(word);
        }
        return "be " + list;
    }
    case parameter_type::text:
        if (!value.empty() && value.size() < p.least) return "have at least " + std::to_string(p.least) + " characters";
        if (p.most != 0 && value.size() > p.most) return "have at most " + std::to_string(p.most) + " characters";
        return {};
    }
    return {};
}

// The query as pairs: decoded once, "+" stays a plus. std::nullopt if it cannot be decoded.
std::optional<std::vector<std::pair<std::string, std::string>>> pairs_of(std::string_view query) {
    std::vector<std::pair<std::string, std::string>> out;
    while (!query.empty()) {
        const std::string_view pair = query.substr(0, query.find('&'));
        query.remove_prefix(std::min(pair.size() + 1, query.size()));
        if (pair.empty()) continue;
        const auto equals = std::min(pair.find('='), pair.size());
        auto name = decode(pair.substr(0, equals));
        auto value = decode(pair.substr(std::min(equals + 1, pair.size())));
        if (!name || !value || !is_utf8(*name) || !is_utf8(*value)) return std::nullopt;
        if (name->contains('\0') || value->contains('\0')) return std::nullopt;
        out.emplace_back(std::move(*name), std::move(*value));
    }
    return out;
}

// If unknown parameters were ignored, "dry-run=true" would write.
std::optional<problem> wrong_query(const route &x, const std::vector<std::pair<std::string, std::string>> &query) {
    const auto row_of = [&](std::string_view name) -> const parameter * {
        const auto at = std::ranges::find(x.query, name, &parameter::name);
        return at == x.query.end() ? nullptr : *at;
    };
    for (auto at = query.begin(); at != query.end(); ++at) {
        const std::string &name = at->first;
        const parameter *const row = row_of(name);
        if (row == nullptr) {
            std::vector<std::string> names;
            for (const parameter *p : x.query) names.emplace_back(p->name);
            return problem{.type = problem_type::malformed,
                           .detail = "unknown parameter \"" + name + '"' + suggestion(name, names)};
        }
        if (std::any_of(query.begin(), at, [&](const auto &pair) { return pair.first == name; }))
            return problem{.type = problem_type::malformed, .detail = "duplicate parameter \"" + name + '"'};
        if (auto wrong = wrong_value(*row, at->second)) return wrong;
    }
    for (const parameter *p : x.query) {
        if (p->required &&
            std::ranges::find(query, p->name, &std::pair<std::string, std::string>::first) == query.end())
            return problem{.type = problem_type::malformed,
                           .detail = "missing parameter \"" + std::string(p->name) + '"'};
    }
    return std::nullopt;
}

// The media types of the row's content.
std::vector<std::string_view> media_types_of(const body_row &body) {
    std::vector<std::string_view> out;
    for (std::string_view rest = body.content; !rest.empty();) {
        const std::string_view word = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), word.size() + 1));
        const std::string_view type = word.substr(0, word.find('='));
        out.push_back(type.contains('/') ? type : std::string_view{"application/json"});
    }
    return out;
}

std::string accepted_by(const route &x) {
    std::string list;
    for (const std::string_view type : media_types_of(x.body)) list += (list.empty() ? "" : ", ") + std::string(type);
    return list;
}

// A body that is read while it arrives is checked by its handler: the query may state its format.
std::optional<problem> wrong_media_type(const route &x, const request &r) {
    if (x.body.content.empty() || x.body.streamed || r.body.empty()) return std::nullopt;
    const std::string type = body_type_of(r.value("Content-Type"));
    const auto supported = media_types_of(x.body);
    if (std::ranges::find(supported, std::string_view{type}) != supported.end()) return std::nullopt;
    // RFC 6839 3.1: "+json" is JSON, unless the row states which of them it means.
    const bool json = std::ranges::find(supported, std::string_view{"application/json"}) != supported.end();
    const auto is_suffixed = [](std::string_view t) { return t.starts_with("application/") && t.ends_with("+json"); };
    if (json && is_suffixed(type) && std::ranges::none_of(supported, is_suffixed)) return std::nullopt;
    return problem{.type = problem_type::unsupported_media_type,
                   .detail = (type.empty() ? "missing media type" : "unsupported media type \"" + type + '"') +
                             "; supported media types: " + accepted_by(x),
                   .rule = "RFC 9110 section 15.5.16"};
}

// A key that is ignored would make the client's retries unsafe.
std::optional<problem> misused_key(const route &x, const request &r) {
    if (x.method == "GET") return std::nullopt;
    const auto is_key = [](const field &f) {
        constexpr std::string_view name = "idempotency-key";
        return ascii::equal_ignoring_case(f.name, name);
    };
    const auto count = std::ranges::count_if(r.fields, is_key);
    if (count > 1) {
        return problem{.type = problem_type::malformed, .detail = "duplicate header field Idempotency-Key"};
    }
    if (const std::string_view key = r.value("Idempotency-Key"); count == 1 && (key.empty() || key == "\"\"")) {
        return problem{.type = problem_type::malformed,
                       .detail = "the header field Idempotency-Key must be a string that is not empty",
                       .rule = "draft-ietf-httpapi-idempotency-key-header section 2.1"};
    }
    if (count == 1 && x.method == "POST" && !x.idempotent && r.path.starts_with(api)) {
        return problem{.type = problem_type::malformed,
                       .detail =
                           "this operation does not accept an Idempotency-Key: a retry would be carried out again"};
    }
    return std::nullopt;
}

// "registrar manager administrator": a scope of RFC 6750.
std::string names_of(resolver::roles wanted) {
    std::string out;
    for (const auto &[role, name] : resolver::role_names) {
        if ((wanted & static_cast<resolver::roles>(role)) == 0) continue;
        if (!out.empty()) out += ' ';
        out += name;
    }
    return out;
}

void add(response &r, std::string name, std::string value) { r.fields.emplace_back(std::move(name), std::move(value)); }

void set(response &r, std::string_view name, std::string value) {
    const auto at = std::ranges::find(r.fields, name, &std::pair<std::string, std::string>::first);
    if (at == r.fields.end()) {
        add(r, std::string(name), std::move(value));
    } else {
        at->second = std::move(value);
    }
}

// RFC 6750 3: the challenge names the roles that are permitted.
response problem_of(const problem &p, const request &r, resolver::roles wanted, const settings *s) {
    response out = to_response(p, r, s);
    if (p.type == problem_type::forbidden) {
        set(out, "WWW-Authenticate", challenge_of("insufficient_scope", p.detail, names_of(wanted)));
    }
    return out;
}

problem of_failure(const store::failure &f) {
    using enum store::failure_kind;
    switch (f.kind()) {
    case unavailable:
    case busy:
        return {.type = problem_type::unavailable, .detail = "the store is not accessible at the moment: retry"};
    case full:
        return {.type = problem_type::unavailable, .detail = "the store is not writable at the moment"};
    case clock:
        return {.type = problem_type::unavailable, .detail = f.what()};
    default:
        return {.type = problem_type::internal, .detail = "store failure; the service's log has the details"};
    }
}

// Its handler only reads: it may be called again.
bool only_reads(const route &x) noexcept { return x.reads() || x.tag == "resolution"; }

// A response that was read while the primary of the store was away.
void add_staleness(response &r, const server_context &s, const route &x) {
    if (s.store == nullptr || x.tag == "operation" || x.tag == "description") return;
    const auto away = s.store->sql_database().primary_away();
    if (!away) return;
    auto [age, status] = staleness_of(*away, false);
    add(r, "Age", std::move(age));
    add(r, "Cache-Status", std::move(status));
}

// When a server of the database was lost in the middle of a reading transaction, another one has all of it.
handler_result run(const route &x, request_context &c, const watched &to) {
    if (only_reads(x)) {
        try {
            return x.handler(c);
        } catch (const store::failure &f) {
            if (f.kind() != store::failure_kind::unavailable || to.begun()) throw;
        }
    }
    return x.handler(c);
}

void say(const server_context &s, const request &r, std::string_view what, std::string_view why) {
    if (s.log == nullptr) return;
    s.log->say(level::error, what,
               {{"request", r.id}, {"method", r.method}, {"path", loggable_target(r.path, 2000)}, {"why", why}});
}

constexpr std::string_view form_media_type = "application/x-www-form-urlencoded";
constexpr std::size_t longest_kept_form = 64U << 10U;

// Somebody without a token or session wants what needs one, by a browser: the page that asks for a token, which leads
// back. A form is kept there, unless another site has sent it.
std::optional<response> asks_to_sign_in(const request &r, const settings *s) {
    if (r.path.starts_with(api) || !r.value("Authorization").empty()) return std::nullopt;
    if (served_as(r.method) == "GET") {
        if (!prefers_page(r) || !session::is_own_path(r.target)) return std::nullopt;
        response out{.status = 303};
        add(out, "Location", "/sign-in?to=" + encode_query_data(r.target));
        add(out, "Cache-Control", "no-store");
        add(out, "Vary", "Accept, Authorization, Cookie");
        return out;
    }
    if (r.method != "POST" || !prefers_page(r) || !session::is_from_here(r, s)) return std::nullopt;
    session::sign_in what{.says = "account.sign_in.ended"};
    if (session::is_own_path(r.target)) what.to = r.target;
    if (body_type_of(r.value("Content-Type")) == form_media_type && r.body.size() <= longest_kept_form) {
        if (auto f = pages::form::read(r.body)) {
            f->remove("csrf");
            what.again = f->body();
        }
    } else {
        what.says = "account.sign_in.ended_with_file";
    }
    response out = session::sign_in_page(s, r, what, 401);
    add(out, "WWW-Authenticate", challenge_of());
    return out;
}

// Why a form of a page cannot be read, and therefore has no token of its session: that the reader has to load the page
// again would be the wrong reason.
std::optional<problem> broken_form(const route &x, const request &r) {
    if (r.path.starts_with(api) || r.body.empty()) return std::nullopt;
    if (auto wrong = unreadable_body(r)) return wrong;
    if (auto wrong = wrong_media_type(x, r)) return wrong;
    if (body_type_of(r.value("Content-Type")) != form_media_type) return std::nullopt;
    auto f = pages::form::read(r.body);
    if (f) return std::nullopt;
    return std::move(f.error());
}

// What a page shows is its reader's alone.
void keep_private(response &answer) {
    const auto at = std::ranges::find(answer.fields, "Cache-Control", &std::pair<std::string, std::string>::first);
    if (at == answer.fields.end() || !at->second.contains("no-store"))
        set(answer, "Cache-Control", "private, no-cache");
}

pages::viewer viewer_of(const resolver::principal &who, const session::found *session) {
    pages::viewer v{.name = who.id, .role = std::string{to_string(who.role)}};
    if (session != nullptr) {
        v.csrf = session->csrf;
        if (!session->label.empty()) v.name = session->label;
    }
    v.may_manage = who.is(resolver::registrars);
    v.may_operate = who.is(resolver::administrators);
    return v;
}

} // namespace

std::optional<problem> wrong_value(const parameter &p, std::string_view value) {
    const std::string must = what_it_must_be(p, value);
    if (must.empty()) return std::nullopt;
    return problem{.type = problem_type::invalid,
                   .detail = "the parameter \"" + std::string{p.name} + "\" must " + must};
}

void add_open_fields(response &r) {
    add(r, "Access-Control-Allow-Origin", "*");
    add(r, "Access-Control-Expose-Headers", "*"); // these responses are for requests without credentials
}

router::router(http::server_context &s, std::span<const table> tables)
    : server_{&s}, tables_(tables.begin(), tables.end()) {
    for (const table &t : tables) {
        for (const route &r : t.routes) routes_.push_back(&r);
    }
    std::ranges::sort(routes_, comes_first);
}

const std::string &router::description() const {
    std::call_once(described_, [this] { description_ = openapi_document(routes_); });
    return description_;
}

const json::value &router::described() const {
    std::call_once(read_, [this] { described_value_ = json::read(description()).value_or(json::value{}); });
    return described_value_;
}

const route *router::find(std::string_view method, std::string_view path) const noexcept {
    const std::string_view wanted = served_as(method);
    for (const route *const r : routes_) {
        if (r->method == wanted && path_matches(r->path, path)) return r;
    }
    return nullptr;
}

bool router::handle(exchange &e) const {
    const request &r = e.request();
    // All methods of the template that matches best.
    const route *chosen = nullptr;
    std::string_view path_template;
    std::vector<const route *> there;
    for (const route *const candidate : routes_) {
        if (path_template.empty() ? !path_matches(candidate->path, r.path) : candidate->path != path_template) continue;
        path_template = candidate->path;
        there.push_back(candidate);
        if (candidate->method == served_as(r.method)) chosen = candidate;
    }
    if (there.empty()) return false;

    // Pages of other origins may read what requires no token.
    const auto open =
        std::ranges::find_if(there, [](const route *x) { return x->method == "GET" && x->roles == resolver::anyone; });
    const bool is_open = open != there.end();
    // A table is contiguous: two comparisons for each.
    const auto of_table = std::ranges::find_if(tables_, [first = there.front()](const table &t) {
        return std::ranges::less_equal{}(t.routes.data(), first) &&
               std::ranges::less{}(first, t.routes.data() + t.routes.size());
    });
    bool in_session = false; // authenticated by a cookie
    const auto send = [&](response answer, exchange &to) {
        if (is_open && (r.method == "GET" || r.method == "HEAD" || r.method == "OPTIONS")) {
            add_open_fields(answer);
        }
        if (of_table != tables_.end() && of_table->complete != nullptr) of_table->complete(answer);
        if (in_session) keep_private(answer);
        if (!r.id.empty()) set(answer, "X-Request-Id", std::string(r.id));
        if (chosen != nullptr && only_reads(*chosen) && answer.status < 500) add_staleness(answer, *server_, *chosen);
        to.send(std::move(answer));
    };

    if (chosen == nullptr) {
        std::vector<std::string> methods;
        for (const route *const x : there) {
            methods.emplace_back(x->method);
            if (x->method == "GET") methods.emplace_back("HEAD");
        }
        methods.emplace_back("OPTIONS");
        std::string allow;
        for (const std::string &method : methods) allow += (allow.empty() ? "" : ", ") + method;
        if (r.method == "OPTIONS") {
            response answer{.status = 204};
            add(answer, "Allow", allow);
            for (const route *const x : there)
                if (x->method == "PATCH") add(answer, "Accept-Patch", accepted_by(*x)); // RFC 5789 3.1
            if (is_open && !r.value("Access-Control-Request-Method").empty()) {
                add(answer, "Access-Control-Allow-Methods", "GET, HEAD");
                add(answer, "Access-Control-Allow-Headers", "Accept, Accept-Language");
                add(answer, "Access-Control-Max-Age", "86400");
            }
            send(std::move(answer), e);
            return true;
        }
        response answer = to_response({.type = problem_type::method_not_allowed,
                                       .detail = "method not allowed; allowed methods: " + allow,
                                       .rule = "RFC 9110 section 15.5.6",
                                       .allowed = std::move(methods)},
                                      r, server_->settings);
        add(answer, "Allow", allow);
        send(std::move(answer), e);
        return true;
    }

    watched to{e};
    std::shared_ptr<const resolver::principal> who;
    bool was_known = false; // the token, or the session
    std::optional<session::found> found;
    pages::viewer reader;
    std::optional<pages::showing_to> showing;
    request_context c{.server = *server_, .exchange = to, .request = r, .router = *this};
    try {
        if (server_->log != nullptr) server_->log->nobody(r);
        if (server_->asking == nullptr && server_->authenticator != nullptr) {
            authentication a = server_->authenticator->authenticate(r);
            if (a.refused) {
                if (server_->metrics != nullptr) {
                    server_->metrics->count(a.retry_after > 0 ? counter::rate_limited
                                                              : counter::authentications_failed);
                }
                response answer = to_response(*a.refused, r, server_->settings);
                if (!a.challenge.empty()) set(answer, "WWW-Authenticate", a.challenge);
                if (a.retry_after > 0) set(answer, "Retry-After", std::to_string(a.retry_after));
                send(std::move(answer), to);
                return true;
            }
            who = std::move(a.who);
            was_known = a.was_known;
            const auto secret = who == nullptr ? session::secret_in(r, server_->settings) : std::nullopt;
            if (secret) {
                found = session::find(*server_->store, *secret, session::lifetime_of(server_->settings));
                if (found) {
                    who = found->who;
                    c.session = &*found;
                    in_session = true;
                    was_known = server_->sessions != nullptr && server_->sessions->note(*secret, who->id);
                } else if (server_->sessions != nullptr) {
                    server_->sessions->forget(*secret);
                    // The body was read because the secret might have been right.
                    if (server_->limits != nullptr && r.body.size() > longest_anonymous_body) {
                        server_->limits->failed(server_->limits->client_of(r));
                    }
                }
            }
        }
        c.who = server_->asking != nullptr ? server_->asking : who.get();
        if (c.who != nullptr && server_->log != nullptr) server_->log->who(r, c.who->id);
        if (c.who != nullptr) {
            reader = viewer_of(*c.who, c.session);
            showing.emplace(&reader);
        }
        // The dispatcher has counted the others before their bodies were read.
        if (server_->limits != nullptr && who != nullptr && !was_known) {
            if (const auto verdict = server_->limits->with(who->id); !verdict.allowed) {
                if (server_->metrics != nullptr) server_->metrics->count(counter::rate_limited);
                response answer = to_response(too_many_requests(verdict, limited_by::token), r, server_->settings);
                add_fields(answer, verdict);
                send(std::move(answer), to);
                return true;
            }
        }
        // Signing in again needs a token, and its handler asks where the form comes from: the form may be older than
        // the session.
        if (c.session != nullptr && !is_safe(r.method) && chosen->path != "/sign-in") {
            const bool is_from_here = session::is_from_here(r, server_->settings);
            if (!is_from_here || !session::has_csrf(r, c.session->csrf)) {
                problem why{.type = problem_type::forbidden,
                            .detail = "this request does not come from a page of your session: load the page again"};
                if (is_from_here) why = broken_form(*chosen, r).value_or(std::move(why));
                send(to_response(why, r, server_->settings), to);
                return true;
            }
        }
        if (chosen->roles != resolver::anyone && c.who == nullptr) {
            if (auto answer = asks_to_sign_in(r, server_->settings)) {
                send(std::move(*answer), to);
                return true;
            }
            send(to_response(resolver::token_required(), r, server_->settings), to);
            return true;
        }
        if (c.who != nullptr && !c.who->is(chosen->roles)) {
            send(problem_of(resolver::insufficient_role(chosen->roles, c.who->role), r, chosen->roles,
                            server_->settings),
                 to);
            return true;
        }

        bool readable = true;
        (void)path_matches(chosen->path, r.path, [&](std::string_view name, std::string_view value, bool tail) {
            auto decoded = tail ? std::string(value) : decode(value).value_or(std::string(1, '\0'));
            readable = readable && (tail || (is_utf8(decoded) && !decoded.contains('\0')));
            c.path.emplace_back(name, std::move(decoded));
        });
        if (!readable) {
            send(to_response({.type = problem_type::malformed,
                              .detail = "a segment of the path is not percent-encoded UTF-8",
                              .rule = "RFC 3986 section 2.1"},
                             r, server_->settings),
                 to);
            return true;
        }
        if (r.query) {
            // Outside of the API a query may be anything: that of "/urn:..." is a part of the URN (RFC 8141 2.3).
            if (auto pairs = pairs_of(*r.query)) {
                c.query = std::move(*pairs);
            } else if (r.path.starts_with(api)) {
                send(to_response(unreadable_query(), r, server_->settings), to);
                return true;
            } else {
                c.has_unreadable_query = true;
            }
            const bool checked = r.path.starts_with(api) && !(chosen->components && has_component(r));
            if (const auto wrong = checked ? wrong_query(*chosen, c.query) : std::nullopt) {
                send(to_response(*wrong, r, server_->settings), to);
                return true;
            }
        }

        if (const auto wrong = misused_key(*chosen, r)) {
            send(to_response(*wrong, r, server_->settings), to);
            return true;
        }
        if (chosen->method != "GET" && (chosen->body.streamed || !r.body.empty())) {
            if (const auto wrong = unreadable_body(r)) {
                response answer = to_response(*wrong, r, server_->settings);
                add(answer, "Accept-Encoding", "identity"); // RFC 9110 12.5.3
                send(std::move(answer), to);
                return true;
            }
        }

        if (!chosen->body.content.empty() && chosen->body.required && !chosen->body.streamed && r.body.empty()) {
            send(to_response({.type = problem_type::malformed,
                              .detail = "missing body: this request requires a body of " + accepted_by(*chosen)},
                             r, server_->settings),
                 to);
            return true;
        }
        if (const auto wrong = wrong_media_type(*chosen, r)) {
            response refused = to_response(*wrong, r, server_->settings);
            if (chosen->method == "PATCH") add(refused, "Accept-Patch", accepted_by(*chosen)); // RFC 5789 2.2
            send(std::move(refused), to);
            return true;
        }

        auto result = run(*chosen, c, to);
        if (!result) {
            response answer = problem_of(result.error(), r, chosen->roles, server_->settings);
            if (chosen->method == "PATCH" && result.error().type == problem_type::unsupported_media_type) {
                add(answer, "Accept-Patch", accepted_by(*chosen)); // RFC 5789 2.2
            }
            send(std::move(answer), to);
        } else if (*result) {
            apply_preconditions(**result, r);
            send(std::move(**result), to);
        }
    } catch (const exchange_aborted &) {
        throw; // the client is gone
    } catch (const store::failure &f) {
        say(*server_, r, "store_failure", f.what());
        if (server_->metrics != nullptr) server_->metrics->count(counter::store_failures);
        // The user of the command on a store gets the message with the paths of its files, or the times.
        const bool of_files = f.kind() == store::failure_kind::full || f.kind() == store::failure_kind::clock;
        if (to.begun() || (server_->asking != nullptr && of_files)) throw;
        send(to_response(of_failure(f), r, server_->settings), to);
    } catch (const std::exception &x) {
        say(*server_, r, "exception", x.what());
        if (to.begun()) throw;
        send(to_response(
                 {.type = problem_type::internal, .detail = "internal error; the service's log has this request"}, r,
                 server_->settings),
             to);
    }
    return true;
}

} // namespace uniform::http
