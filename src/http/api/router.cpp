#include "http/api/router.hpp"

#include <exception>

#include <uniform/json/read.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/store/store.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/authentication.hpp"
#include "http/api/openapi.hpp"
#include "http/api/preconditions.hpp"
#include "http/api/router_responses.hpp"
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

// When a server of the database was lost in the middle of a reading transaction, another one has all of it.
handler_result call(const route &x, request_context &c, const watched &to) {
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

// One request, from its token to its response. Each step returns the response that refuses the request, or nothing when
// the next one may go on.
class handling {
public:
    handling(server_context &s, const router &of, const route_table::resource &there, const route &chosen, exchange &e)
        : server_{s},
          there_{there},
          route_{chosen},
          request_{e.request()},
          to_{e},
          context_{.server = s, .exchange = to_, .request = request_, .router = of} {}

    void run() {
        try {
            if (auto answer = answer_of()) send(std::move(*answer));
        } catch (const exchange_aborted &) {
            throw; // the client is gone
        } catch (const store::failure &f) {
            say(server_, request_, "store_failure", f.what());
            if (server_.metrics != nullptr) server_.metrics->count(counter::store_failures);
            // The user of the command on a store gets the message with the paths of its files, or the times.
            const bool of_files = f.kind() == store::failure_kind::full || f.kind() == store::failure_kind::clock;
            if (to_.begun() || (server_.asking != nullptr && of_files)) throw;
            send(refused(problem_of_failure(f)));
        } catch (const std::exception &x) {
            say(server_, request_, "exception", x.what());
            if (to_.begun()) throw;
            send(refused(
                {.type = problem_type::internal, .detail = "internal error; the service's log has this request"}));
        }
    }

private:
    // The response; nothing when the handler has sent it.
    std::optional<response> answer_of() {
        if (auto answer = authenticate()) return answer;
        if (auto answer = limit()) return answer;
        if (auto answer = protect_form()) return answer;
        if (auto answer = permit()) return answer;
        if (auto answer = path()) return answer;
        if (auto answer = query()) return answer;
        if (auto answer = body()) return answer;
        return result();
    }

    // Who it is: by the access token, else by the session.
    std::optional<response> authenticate() {
        if (server_.log != nullptr) server_.log->nobody(request_);
        if (server_.asking == nullptr && server_.authenticator != nullptr) {
            authentication a = server_.authenticator->authenticate(request_);
            if (a.refused) return not_authenticated(a);
            who_ = std::move(a.who);
            was_known_ = a.was_known;
            const auto secret = who_ == nullptr ? session::secret_in(request_, server_.settings) : std::nullopt;
            if (secret) find_session(*secret);
        }
        context_.who = server_.asking != nullptr ? server_.asking : who_.get();
        if (context_.who != nullptr && server_.log != nullptr) server_.log->who(request_, context_.who->id);
        if (context_.who != nullptr) {
            reader_ = viewer_of(*context_.who, context_.session);
            showing_.emplace(&reader_);
        }
        return std::nullopt;
    }

    response not_authenticated(const authentication &a) const {
        if (server_.metrics != nullptr)
            server_.metrics->count(a.retry_after > 0 ? counter::rate_limited : counter::authentications_failed);
        response answer = refused(*a.refused);
        if (!a.challenge.empty()) set_field(answer, "WWW-Authenticate", a.challenge);
        if (a.retry_after > 0) set_field(answer, "Retry-After", std::to_string(a.retry_after));
        return answer;
    }

    void find_session(std::string_view secret) {
        session_ = session::find(*server_.store, secret, session::lifetime_of(server_.settings));
        if (session_) {
            who_ = session_->who;
            context_.session = &*session_;
            was_known_ = server_.sessions != nullptr && server_.sessions->note(secret, who_->id);
        } else if (server_.sessions != nullptr) {
            server_.sessions->forget(secret);
            // The body was read because the secret might have been right.
            if (server_.limits != nullptr && request_.body.size() > longest_anonymous_body) {
                server_.limits->failed(server_.limits->client_of(request_));
            }
        }
    }

    // The dispatcher has counted the others before their bodies were read.
    std::optional<response> limit() const {
        if (server_.limits == nullptr || who_ == nullptr || was_known_) return std::nullopt;
        const auto verdict = server_.limits->with(who_->id);
        if (verdict.allowed) return std::nullopt;
        if (server_.metrics != nullptr) server_.metrics->count(counter::rate_limited);
        response answer = refused(too_many_requests(verdict, limited_by::token));
        add_fields(answer, verdict);
        return answer;
    }

    // Signing in again needs a token, and its handler asks where the form comes from: the form may be older than the
    // session.
    std::optional<response> protect_form() const {
        if (context_.session == nullptr || is_safe(request_.method) || route_.path == "/sign-in") return std::nullopt;
        const bool is_from_here = session::is_from_here(request_, server_.settings);
        if (is_from_here && session::has_csrf(request_, context_.session->csrf)) return std::nullopt;
        problem why{.type = problem_type::forbidden,
                    .detail = "this request does not come from a page of your session: load the page again"};
        if (is_from_here) why = broken_form(route_, request_).value_or(std::move(why));
        return refused(why);
    }

    std::optional<response> permit() const {
        const resolver::principal *const who = context_.who;
        if (route_.roles != resolver::anyone && who == nullptr) {
            if (auto answer = asks_to_sign_in(request_, server_.settings)) return answer;
            return refused(resolver::token_required());
        }
        if (who == nullptr || who->is(route_.roles)) return std::nullopt;
        return refusal_for(resolver::insufficient_role(route_.roles, who->role), request_, route_.roles,
                           server_.settings);
    }

    std::optional<response> path() {
        bool readable = true;
        for (const path_value &v : path_values(route_.path, request_.path)) {
            auto decoded = v.is_the_rest ? std::string(v.value) : decode(v.value).value_or(std::string(1, '\0'));
            readable = readable && (v.is_the_rest || (is_utf8(decoded) && !decoded.contains('\0')));
            context_.path.emplace_back(v.name, std::move(decoded));
        }
        if (readable) return std::nullopt;
        return refused({.type = problem_type::malformed,
                        .detail = "a segment of the path is not percent-encoded UTF-8",
                        .rule = "RFC 3986 section 2.1"});
    }

    std::optional<response> query() {
        if (!request_.query) return std::nullopt;
        const bool is_api = request_.path.starts_with(root_of_api);
        // Outside of the API a query may be anything: that of "/urn:..." is a part of the URN (RFC 8141 2.3).
        if (auto pairs = pairs_of(*request_.query)) {
            context_.query = std::move(*pairs);
        } else if (is_api) {
            return refused(unreadable_query());
        } else {
            context_.has_unreadable_query = true;
        }
        if (!is_api || (route_.components && has_component(request_))) return std::nullopt;
        if (const auto wrong = wrong_query(route_, context_.query)) return refused(*wrong);
        return std::nullopt;
    }

    std::optional<response> body() const {
        if (const auto wrong = misused_key(route_, request_)) return refused(*wrong);
        if (route_.method != "GET" && (route_.body.streamed || !request_.body.empty())) {
            if (const auto wrong = unreadable_body(request_)) {
                response answer = refused(*wrong);
                add_field(answer, "Accept-Encoding", "identity"); // RFC 9110 12.5.3
                return answer;
            }
        }
        const body_row &row = route_.body;
        if (!row.content.empty() && row.required && !row.streamed && request_.body.empty()) {
            return refused({.type = problem_type::malformed,
                            .detail = "missing body: this request requires a body of " + accepted_by(route_)});
        }
        if (const auto wrong = wrong_media_type(route_, request_)) {
            response answer = refused(*wrong);
            if (route_.method == "PATCH") add_field(answer, "Accept-Patch", accepted_by(route_)); // RFC 5789 2.2
            return answer;
        }
        return std::nullopt;
    }

    std::optional<response> result() {
        auto made = call(route_, context_, to_);
        if (!made) {
            response answer = refusal_for(made.error(), request_, route_.roles, server_.settings);
            if (route_.method == "PATCH" && made.error().type == problem_type::unsupported_media_type) {
                add_field(answer, "Accept-Patch", accepted_by(route_)); // RFC 5789 2.2
            }
            return answer;
        }
        if (*made) apply_preconditions(**made, request_);
        return std::move(*made);
    }

    [[nodiscard]] response refused(const problem &p) const { return to_response(p, request_, server_.settings); }

    void send(response answer) {
        complete_response(answer, server_, there_, &route_, request_, context_.session != nullptr);
        to_.send(std::move(answer));
    }

    server_context &server_;
    const route_table::resource &there_;
    const route &route_;
    const http::request &request_;
    watched to_;
    std::shared_ptr<const resolver::principal> who_; // by a token or a session
    bool was_known_ = false;                         // the token, or the session
    std::optional<session::found> session_;
    pages::viewer reader_;
    std::optional<pages::showing_to> showing_;
    request_context context_;
};

} // namespace

const std::string &router::description() const {
    std::call_once(described_, [this] { description_ = openapi_document(routes_.all()); });
    return description_;
}

const json::value &router::described() const {
    std::call_once(read_, [this] { described_value_ = json::read(description()).value_or(json::value{}); });
    return described_value_;
}

bool router::handle(exchange &e) const {
    const request &r = e.request();
    const route_table::resource *const there = routes_.match(r.path);
    if (there == nullptr) return false;
    if (const route *const chosen = there->find(r.method)) {
        handling{*server_, *this, *there, *chosen, e}.run();
    } else {
        response answer = response_to_other_method(*there, r, server_->settings);
        complete_response(answer, *server_, *there, nullptr, r, false);
        e.send(std::move(answer));
    }
    return true;
}

} // namespace uniform::http
