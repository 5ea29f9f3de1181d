#include "http/router.hpp"

#include <algorithm>
#include <array>
#include <exception>

#include <uniform/percent.hpp>
#include <uniform/store/database.hpp>

#include "http/limits.hpp"
#include "http/log.hpp"
#include "http/log_target.hpp"
#include "http/metrics.hpp"
#include "http/preconditions.hpp"
#include "http/suggestion.hpp"
#include "http/tokens.hpp"

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
constexpr std::string_view patches = "application/merge-patch+json, application/json";

bool is_parameter(std::string_view segment) noexcept { return segment.starts_with('{') && segment.ends_with('}'); }
bool is_tail(std::string_view segment) noexcept { return is_parameter(segment) && segment.ends_with("*}"); }

// Hands each parameter's name, value (as sent) and whether it is a tail to `each`.
template <class F>
bool fits(std::string_view path_template, std::string_view path, F each) {
    segments wanted{path_template};
    segments given{path};
    if (wanted.more() != given.more()) return false;
    while (wanted.more()) {
        if (!given.more()) return false;
        const std::string_view w = wanted.next();
        if (is_tail(w)) {
            if (path.starts_with(api) && !path_template.starts_with(api)) return false;
            each(w.substr(1, w.size() - 3), given.rest(), true);
            return !given.rest().empty();
        }
        const std::string_view g = given.next();
        if (is_parameter(w)) {
            if (g.empty()) return false;
            each(w.substr(1, w.size() - 2), g, false);
        } else if (w != g) {
            return false;
        }
    }
    return !given.more();
}
bool fits(std::string_view path_template, std::string_view path) {
    return fits(path_template, path, [](auto, auto, bool) {});
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

std::string_view served_as(std::string_view method) noexcept { return method == "HEAD" ? "GET" : method; }

// Whether an answer has begun: then it is too late for a problem.
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
    [[nodiscard]] bool gone() const noexcept override { return exchange_.gone(); }
    [[nodiscard]] bool begun() const noexcept { return begun_; }

private:
    exchange &exchange_;
    bool begun_ = false;
};

// The query as pairs: decoded once, "+" stays a plus. Nothing when it cannot be decoded.
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

// A misspelt parameter that is passed over would do what was not meant: "dry-run=true" would write.
std::optional<problem> misasked(const route &x, const std::vector<std::pair<std::string, std::string>> &query) {
    std::vector<std::string> known;
    for (std::string_view rest = x.query; !rest.empty();) {
        const std::string_view name = rest.substr(0, rest.find(' '));
        rest.remove_prefix(std::min(rest.size(), name.size() + 1));
        known.emplace_back(name);
    }
    for (auto at = query.begin(); at != query.end(); ++at) {
        const std::string &name = at->first;
        const auto same = [&](const auto &pair) { return pair.first == name; };
        if (std::ranges::find(known, name) == known.end()) {
            return problem{.type = problem_type::malformed,
                           .detail = "this address has no parameter \"" + name + '"' + suggestion(name, known)};
        }
        if (std::any_of(query.begin(), at, same)) {
            return problem{.type = problem_type::malformed, .detail = "the parameter \"" + name + "\" is there twice"};
        }
    }
    return std::nullopt;
}

// What a client relies on must not be passed over: with a key it may send the request twice.
std::optional<problem> misused_key(const route &x, const request &r) {
    if (x.method == "GET") return std::nullopt;
    const auto is_key = [](const field &f) {
        constexpr std::string_view name = "idempotency-key";
        return std::ranges::equal(f.name, name,
                                  [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a | 0x20 : a) == b; });
    };
    const auto count = std::ranges::count_if(r.fields, is_key);
    if (count > 1) {
        return problem{.type = problem_type::malformed, .detail = "there is more than one Idempotency-Key field"};
    }
    if (count == 1 && x.method == "POST" && !x.keyed && r.path.starts_with(api)) {
        return problem{.type = problem_type::malformed,
                       .detail =
                           "this address takes no Idempotency-Key: sent twice, this request is carried out twice"};
    }
    return std::nullopt;
}

std::string names_of(resolver::roles wanted) {
    using enum resolver::role;
    std::string out;
    for (const auto r : {reader, registrar, manager, expert, administrator}) {
        if ((wanted & static_cast<resolver::roles>(r)) == 0) continue;
        if (!out.empty()) out += ' ';
        out += to_string(r);
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

// RFC 6750 3: a token that does not reach so far is told which roles do.
response to_answer(const problem &p, const request &r, resolver::roles wanted) {
    response out = to_response(p, r);
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
        return {.type = problem_type::unavailable, .detail = "the store cannot be reached at the moment: try again"};
    case full:
        return {.type = problem_type::unavailable, .detail = "the store cannot be written at the moment"};
    default:
        return {.type = problem_type::internal, .detail = "the store failed; the service's log says how"};
    }
}

void say(const site &s, const request &r, std::string_view what, std::string_view why) {
    if (s.log == nullptr) return;
    s.log->say(level::error, what,
               {{"request", r.id}, {"method", r.method}, {"path", loggable_target(r.path, 2000)}, {"why", why}});
}

} // namespace

void add_open_fields(response &r) {
    add(r, "Access-Control-Allow-Origin", "*");
    add(r, "Access-Control-Expose-Headers", "ETag, Link, Location, Retry-After, Uniform-Forgiven, X-Request-Id");
}

router::router(http::site &s) : site_{&s} {
    const std::array areas{names_routes(),      resolution_routes(), registration_routes(), namespaces_routes(),
                           registrars_routes(), tokens_routes(),     history_routes(),      operation_routes(),
                           harvest_routes(),    description_routes()};
    for (const auto &area : areas) {
        for (const route &r : area) routes_.push_back(&r);
    }
    std::ranges::sort(routes_, comes_first);
}

const route *router::find(std::string_view method, std::string_view path) const noexcept {
    const std::string_view wanted = served_as(method);
    for (const route *const r : routes_) {
        if (r->method == wanted && fits(r->path, path)) return r;
    }
    return nullptr;
}

bool router::answer(exchange &e) const {
    const request &r = e.request();
    // All methods of the template that fits best.
    const route *chosen = nullptr;
    std::string_view path_template;
    std::vector<const route *> there;
    for (const route *const candidate : routes_) {
        if (path_template.empty() ? !fits(candidate->path, r.path) : candidate->path != path_template) continue;
        path_template = candidate->path;
        there.push_back(candidate);
        if (candidate->method == served_as(r.method)) chosen = candidate;
    }
    if (there.empty()) return false;

    // Read by other sites' pages is what everybody may GET.
    const auto open =
        std::ranges::find_if(there, [](const route *x) { return x->method == "GET" && x->roles == resolver::anyone; });
    const bool is_open = open != there.end();
    const auto send = [&](response answer, exchange &to) {
        if (is_open && (r.method == "GET" || r.method == "HEAD" || r.method == "OPTIONS")) {
            add_open_fields(answer);
        }
        if (!r.id.empty()) set(answer, "X-Request-Id", std::string(r.id));
        to.send(std::move(answer));
    };

    if (chosen == nullptr) {
        std::string allow;
        for (const route *const x : there) {
            allow += (allow.empty() ? "" : ", ") + std::string(x->method);
            if (x->method == "GET") allow += ", HEAD";
        }
        allow += ", OPTIONS";
        if (r.method == "OPTIONS") {
            response answer{.status = 204};
            add(answer, "Allow", allow);
            if (allow.contains("PATCH")) add(answer, "Accept-Patch", std::string(patches)); // RFC 5789 3.1
            if (is_open && !r.value("Access-Control-Request-Method").empty()) {
                add(answer, "Access-Control-Allow-Methods", "GET, HEAD");
                add(answer, "Access-Control-Allow-Headers", "Accept, Accept-Language");
                add(answer, "Access-Control-Max-Age", "86400");
            }
            send(std::move(answer), e);
            return true;
        }
        response answer = to_response({.type = problem_type::method_not_allowed,
                                       .detail = "this address knows " + allow,
                                       .rule = "RFC 9110 section 15.5.6"},
                                      r);
        add(answer, "Allow", allow);
        send(std::move(answer), e);
        return true;
    }

    watched to{e};
    std::shared_ptr<const resolver::principal> who;
    call c{.site = *site_, .exchange = to, .request = r};
    try {
        if (site_->log != nullptr) site_->log->nobody(r);
        if (site_->asking == nullptr && site_->tokens != nullptr) {
            authentication a = site_->tokens->of(r);
            if (a.refused) {
                if (site_->metrics != nullptr) {
                    site_->metrics->count(a.retry_after > 0 ? counter::rate_limited : counter::authentications_failed);
                }
                response answer = to_response(*a.refused, r);
                if (!a.challenge.empty()) set(answer, "WWW-Authenticate", a.challenge);
                if (a.retry_after > 0) set(answer, "Retry-After", std::to_string(a.retry_after));
                send(std::move(answer), to);
                return true;
            }
            who = std::move(a.who);
        }
        c.who = site_->asking != nullptr ? site_->asking : who.get();
        if (c.who != nullptr && site_->log != nullptr) site_->log->who(r, c.who->id);
        // Reading without a token is limited by address alone (site_service), if at all.
        if (site_->limits != nullptr && (who != nullptr || (c.who == nullptr && chosen->method != "GET"))) {
            const auto verdict =
                who != nullptr ? site_->limits->with(who->id) : site_->limits->writes(site_->limits->client_of(r));
            if (!verdict.allowed) {
                if (site_->metrics != nullptr) site_->metrics->count(counter::rate_limited);
                response answer =
                    to_response({.type = problem_type::too_many,
                                 .detail = who != nullptr ? "too many requests with this token"
                                                          : "too many requests without a token from this address",
                                 .rule = "RFC 6585 section 4"},
                                r);
                add_fields(answer, verdict);
                send(std::move(answer), to);
                return true;
            }
        }
        if (chosen->roles != resolver::anyone && c.who == nullptr) {
            send(to_response({.type = problem_type::unauthenticated,
                              .detail = "this needs a token, as \"Authorization: Bearer TOKEN\"",
                              .rule = "RFC 6750 section 2.1"},
                             r),
                 to);
            return true;
        }
        if (c.who != nullptr && !c.who->is(chosen->roles)) {
            const problem p{.type = problem_type::forbidden,
                            .detail = "this is for " + names_of(chosen->roles) + "; the token is a " +
                                      std::string(to_string(c.who->role)) + "'s",
                            .rule = "RFC 6750 section 3.1"};
            send(to_answer(p, r, chosen->roles), to);
            return true;
        }

        bool readable = true;
        (void)fits(chosen->path, r.path, [&](std::string_view name, std::string_view value, bool tail) {
            auto decoded = tail ? std::string(value) : decode(value).value_or(std::string(1, '\0'));
            readable = readable && (tail || (is_utf8(decoded) && !decoded.contains('\0')));
            c.path.emplace_back(name, std::move(decoded));
        });
        if (!readable) {
            send(to_response({.type = problem_type::malformed,
                              .detail = "a segment of the path is not percent-encoded UTF-8",
                              .rule = "RFC 3986 section 2.1"},
                             r),
                 to);
            return true;
        }
        if (r.query) {
            // Outside of the API a query may be anything: that of "/urn:..." is a part of the URN (RFC 8141 2.3).
            if (auto pairs = pairs_of(*r.query)) {
                c.query = std::move(*pairs);
            } else if (r.path.starts_with(api)) {
                send(to_response({.type = problem_type::malformed,
                                  .detail = "the query is not percent-encoded UTF-8",
                                  .rule = "RFC 3986 section 2.1"},
                                 r),
                     to);
                return true;
            }
            if (const auto wrong = r.path.starts_with(api) ? misasked(*chosen, c.query) : std::nullopt) {
                send(to_response(*wrong, r), to);
                return true;
            }
        }

        if (const auto wrong = misused_key(*chosen, r)) {
            send(to_response(*wrong, r), to);
            return true;
        }
        if (chosen->method != "GET" && (chosen->streamed || !r.body.empty())) {
            if (const auto wrong = unreadable_body(r)) {
                response answer = to_response(*wrong, r);
                add(answer, "Accept-Encoding", "identity"); // RFC 9110 12.5.3
                send(std::move(answer), to);
                return true;
            }
        }

        auto result = chosen->handler(c);
        if (!result) {
            response answer = to_answer(result.error(), r, chosen->roles);
            if (chosen->method == "PATCH" && result.error().type == problem_type::unsupported_media_type) {
                add(answer, "Accept-Patch", std::string(patches)); // RFC 5789 2.2
            }
            send(std::move(answer), to);
        } else if (*result) {
            apply_preconditions(**result, r);
            send(std::move(**result), to);
        }
    } catch (const cut_off &) {
        throw; // the client is gone
    } catch (const store::failure &f) {
        say(*site_, r, "store failure", f.what());
        if (site_->metrics != nullptr) site_->metrics->count(counter::store_failures);
        // Who runs the command on the store is told what it says of its files.
        const bool of_files = site_->asking != nullptr && f.kind() == store::failure_kind::full;
        if (to.begun() || of_files) throw;
        send(to_response(of_failure(f), r), to);
    } catch (const std::exception &x) {
        say(*site_, r, "exception", x.what());
        if (to.begun()) throw;
        send(to_response({.type = problem_type::internal, .detail = "the service's log says more about this request"},
                         r),
             to);
    }
    return true;
}

} // namespace uniform::http
