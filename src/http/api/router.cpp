#include "http/api/router.hpp"

#include <algorithm>
#include <exception>
#include <utility>

#include <uniform/http/settings.hpp>
#include <uniform/json/read.hpp>
#include <uniform/resolver/authority.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/service/handover.hpp>
#include <uniform/store/store.hpp>
#include <uniform/store/write_scope.hpp>
#include <uniform/syntax/percent.hpp>

#include "http/api/authentication.hpp"
#include "http/api/openapi.hpp"
#include "http/api/preconditions.hpp"
#include "http/api/route_cost.hpp"
#include "http/api/router_responses.hpp"
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
        if (is_private_) set_field(head, "Cache-Control", "no-store");
        exchange_.begin(std::move(head));
    }
    void write(std::string_view part) override { exchange_.write(part); }
    void finish() override { exchange_.finish(); }
    [[nodiscard]] bool aborted() const noexcept override { return exchange_.aborted(); }
    [[nodiscard]] bool rest_until(std::chrono::steady_clock::time_point end) override {
        return exchange_.rest_until(end);
    }
    void rouse() noexcept override { exchange_.rouse(); }
    [[nodiscard]] bool begun() const noexcept { return begun_; }
    /// The response is for the holder of a session: nothing of a streamed one stays on the disk of a browser.
    void keep_private() noexcept { is_private_ = true; }

private:
    exchange &exchange_;
    bool begun_ = false;
    bool is_private_ = false;
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

void log_failure(const server_context &s, const request &r, std::string_view what, std::string_view why) {
    if (s.engine == nullptr) return;
    s.engine->log.event(
        level::error, what,
        {{"request", r.id}, {"method", r.method}, {"path", loggable_target(r.path, 2000)}, {"why", why}});
}

pages::viewer viewer_of(const resolver::principal &who, const session::found *session) {
    pages::viewer v{.name = who.id, .role = std::string{to_string(who.role)}};
    if (session != nullptr) {
        v.csrf = session->csrf;
        if (!session->label.empty()) v.name = session->label;
    }
    v.may_manage = who.is(resolver::registrars);
    v.may_operate = pages::may_operate(who);
    return v;
}

// One request, from its token to its response. Each step returns the response that refuses the request, or nothing when
// the next one may go on.
class handling {
public:
    handling(server_context &s, const router &of, const resource &there, const route &chosen, exchange &e)
        : server_{s},
          there_{there},
          route_{chosen},
          request_{e.request()},
          to_{e},
          context_{.server = s, .exchange = to_, .request = request_, .router = of} {}

    void run() {
        try {
            if (auto answer = answer_of()) send(of_this_part(std::move(*answer)));
        } catch (const exchange_aborted &) {
            throw; // the client is gone
        } catch (const store::failure &f) {
            if (f.kind() == store::failure_kind::follows && server_.engine != nullptr && !to_.begun()) {
                return send(refused(problem_of_store_that_follows(f))); // it is as it should be
            }
            log_failure(server_, request_, "store_failure", f.what());
            if (server_.engine != nullptr) server_.engine->metrics.count(counter::store_failures);
            // The user of the command on a store has no log: the message is for this user, with paths and times.
            if (to_.begun() || server_.engine == nullptr) throw;
            send(refused(problem_of_failure(f)));
        } catch (const store::event_missing &x) {
            if (to_.begun()) throw;
            send(refused({.type = problem_type::precondition_failed, .detail = x.what()}));
        } catch (const std::exception &x) {
            log_failure(server_, request_, "exception", x.what());
            if (to_.begun()) throw;
            const std::string why = server_.engine == nullptr ? x.what() // the command has no log
                                                              : "internal error; the service's log has this request";
            send(refused({.type = problem_type::internal, .detail = why}));
        }
    }

private:
    // The response; nothing when the handler has sent it.
    std::optional<response> answer_of() {
        if (auto answer = admit()) return answer;
        if (auto answer = protect_form()) return answer;
        if (auto answer = permit()) return answer;
        if (auto answer = path()) return answer;
        if (auto answer = query()) return answer;
        if (auto answer = body()) return answer;
        return result();
    }

    // Who it is, and whether this client may go on.
    std::optional<response> admit() {
        if (server_.engine == nullptr) {
            greet(server_.asking);
            return std::nullopt;
        }
        const engine_parts &engine = *server_.engine;
        engine.log.no_principal(request_);
        if (server_.asking == nullptr) {
            if (auto answer = authenticate(engine)) return answer;
        }
        greet(server_.asking != nullptr ? server_.asking : who_.get());
        if (context_.who != nullptr) engine.log.who(request_, context_.who->id);
        return limit(engine);
    }

    void greet(const resolver::principal *who) {
        context_.who = who;
        if (who == nullptr) return;
        reader_ = viewer_of(*who, context_.session);
        showing_.emplace(&reader_);
    }

    // By the access token, else by the session.
    std::optional<response> authenticate(const engine_parts &engine) {
        authentication a =
            request_.authenticated != nullptr ? *request_.authenticated : engine.authenticator.authenticate(request_);
        if (a.refused) return not_authenticated(engine, a);
        who_ = std::move(a.who);
        was_known_ = a.was_known;
        const auto secret = who_ == nullptr ? session::secret_in(request_, server_.settings) : std::nullopt;
        if (secret) find_session(engine, *secret);
        // The session may have ended by a clock that is not believed.
        if (secret && who_ == nullptr && needs_token()) {
            if (std::string why = server_.store->refusal_of_time(); !why.empty())
                return refused(clock_refused(engine, request_, std::move(why)));
        }
        return std::nullopt;
    }

    [[nodiscard]] response not_authenticated(const engine_parts &engine, const authentication &a) const {
        if (a.clock_refused) return refused(clock_refused(engine, request_, a.refused->detail));
        engine.metrics.count(a.retry_after > 0 ? counter::rate_limited : counter::authentications_failed);
        response answer = refused(*a.refused);
        if (!a.challenge.empty()) set_field(answer, "WWW-Authenticate", a.challenge);
        if (a.retry_after > 0) set_field(answer, "Retry-After", std::to_string(a.retry_after));
        return answer;
    }

    void find_session(const engine_parts &engine, std::string_view secret) {
        session_ = session::find(*server_.store, secret, session::lifetime_of(server_.settings));
        // While the primary is away, a session is read from a replica; one that has ended writes nothing.
        if (session_ && !only_reads(route_) && server_.store->sql_database().readers_may_be_stale() &&
            !session::is_there(*server_.store, {.who = session_->who->id, .from = "session"}, secret)) {
            session_.reset();
        }
        if (session_) {
            who_ = session_->who;
            context_.session = &*session_;
            to_.keep_private();
            was_known_ = engine.sessions.note(secret, who_->id);
        } else {
            engine.sessions.forget(secret);
            // The body was read because the secret might have been right.
            if (request_.body.size() > longest_anonymous_body) engine.limits.failed(engine.limits.client_of(request_));
        }
    }

    // The dispatcher has counted the others before their bodies were read.
    [[nodiscard]] std::optional<response> limit(const engine_parts &engine) {
        if (who_ == nullptr) return limit_storing(engine);
        if (was_known_) return std::nullopt;
        return limited(engine, engine.limits.with(who_->id), limited_by::token);
    }

    // Somebody has to accept what anyone sends, before it is in the history; until then it takes place. The charge is
    // made before, so that requests at the same time do not exceed it together, and is taken back by release().
    [[nodiscard]] std::optional<response> limit_storing(const engine_parts &engine) {
        if (!route_.stores_for_anyone()) return std::nullopt;
        // A longer text is refused for its length, which JSON at most doubles.
        const std::size_t longest =
            server_.settings->draft_size != 0 ? 2 * server_.settings->draft_size : request_.body.size();
        const std::size_t bytes = stored_at_most(std::min(request_.body.size(), longest));
        const auto [verdict, by] = engine.limits.stores(engine.limits.client_of(request_), bytes);
        if (verdict.allowed) charged_ = bytes;
        return limited(engine, verdict, by);
    }

    // A request that is refused has stored nothing.
    void release(const response &answer) {
        if (charged_ == 0 || answer.status < 400) return;
        const engine_parts &engine = *server_.engine;
        engine.limits.stored_nothing(engine.limits.client_of(request_), std::exchange(charged_, 0));
    }

    [[nodiscard]] std::optional<response> limited(const engine_parts &engine, const rate_limit::verdict &verdict,
                                                  limited_by by) const {
        if (verdict.allowed) return std::nullopt;
        engine.metrics.count(counter::rate_limited);
        response answer = refused(too_many_requests(verdict, by));
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

    [[nodiscard]] bool needs_token() const {
        if (route_.opened_by != nullptr && (*server_.settings).*route_.opened_by) return false;
        return route_.roles != resolver::anyone;
    }

    std::optional<response> permit() const {
        if (!needs_token()) return std::nullopt;
        const resolver::principal *const who = context_.who;
        if (who == nullptr) {
            if (auto answer = asks_to_sign_in(request_, server_.settings)) return answer;
            return refused(resolver::token_required());
        }
        std::optional<problem> why;
        if (!who->is(route_.roles)) {
            why = resolver::insufficient_role(route_.roles, who->role);
        } else if (route_.scope == permission_scope::instance) {
            if (auto is_for_instance = resolver::check_instance(*who, route_.roles); !is_for_instance) {
                why = std::move(is_for_instance.error());
            }
        }
        if (!why) return std::nullopt;
        return refusal_for(*why, request_, route_.roles, server_.settings);
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

    // The primary is read for what a write depends on, and for what a replica lacks.
    handler_result made_by_handler() {
        const bool reads_only = only_reads(route_);
        store::read_scope reads{reads_only ? store::freshness::bounded : store::freshness::latest};
        auto made = call(route_, context_, to_);
        const auto status_of = [&] {
            if (!made) return resolver::status(made.error().type);
            return *made ? (*made)->status : 0;
        };
        if (reads_only && is_asked_again(*server_.store, status_of())) {
            reads.want(store::freshness::latest);
            made = call(route_, context_, to_);
        }
        if (reads.used_replica()) replica_behind_ = reads.behind();
        return made;
    }

    [[nodiscard]] std::expected<std::optional<store::history_head>, problem> required_event_of() const {
        if (only_reads(route_)) return std::nullopt;
        return required_event(request_);
    }

    // Other threads write a list: whether the store has the event is asked before.
    void require_event(const store::write_scope &writes) const {
        if (!writes.required() || !route_.body.streamed) return;
        const auto nothing = [](store::writing &) -> std::expected<void, problem> { return {}; };
        static_cast<void>(server_.store->write({.who = "service", .from = "service"}, nothing));
    }

    std::optional<response> result() {
        const auto required = required_event_of();
        if (!required) return refused(required.error());
        const store::write_scope writes{*required};
        require_event(writes);
        auto made = made_by_handler();
        if (made && *made && writes.head() && (*made)->status < 400) {
            add_field(**made, "History", store::to_string(*writes.head()));
        }
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

    // A store that was retired knows who goes on.
    [[nodiscard]] problem problem_of_store_that_follows(const store::failure &f) const {
        try {
            if (const auto is = server_.store->look_up(service::retirement_of)) {
                return only_read("the store of this service was retired, and is only read", is->successor);
            }
        } catch (const store::failure &) { // it cannot be read now
        }
        return problem_of_failure(f);
    }

    // A name that a service that follows a part of a registry does not have may exist.
    [[nodiscard]] response of_this_part(response answer) const {
        if (answer.status != 404 && answer.status != 421) return answer;
        auto other = response_for_other_part(*server_.store, request_, server_.settings);
        return other ? std::move(*other) : std::move(answer);
    }

    [[nodiscard]] response refused(const problem &p) const { return to_response(p, request_, server_.settings); }

    void send(response answer) {
        release(answer);
        complete_response(answer, server_, there_, &route_, request_, context_.session != nullptr, replica_behind_);
        to_.send(std::move(answer));
    }

    server_context &server_;
    const resource &there_;
    const route &route_;
    const http::request &request_;
    watched to_;
    std::shared_ptr<const resolver::principal> who_; // by a token or a session
    bool was_known_ = false;                         // the token, or the session
    std::size_t charged_ = 0;                        // bytes of limits::stores()
    std::optional<session::found> session_;
    pages::viewer reader_;
    std::optional<pages::showing_to> showing_;
    request_context context_;
    std::optional<std::chrono::milliseconds> replica_behind_; // a replica was read, which may lag by so much
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

bool router::handle(exchange &e, const found_route &found) const {
    if (found.there == nullptr) return false;
    if (found.chosen != nullptr) {
        handling{*server_, *this, *found.there, *found.chosen, e}.run();
    } else {
        const request &r = e.request();
        response answer = response_to_other_method(*found.there, r, server_->settings);
        complete_response(answer, *server_, *found.there, nullptr, r, false);
        e.send(std::move(answer));
    }
    return true;
}

} // namespace uniform::http
