#include "service/registration/request_actors.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/authorization.hpp"
#include "service/registration/registration_documents.hpp"

namespace uniform::service::registration {

using base::concat;

registry::actors actors_of(const registration_request &q, const credentials &a) {
    auto actors = static_cast<registry::actors>(registry::actor::anyone);
    if (is_secret_of(q.secret_digest, a.secret)) {
        actors = actors | (a.who == nullptr ? registry::actor::unconfirmed : registry::actor::submitter);
    }
    if (a.who == nullptr) return actors;
    if (!q.opened_with.empty() && q.opened_with == a.who->id) actors = actors | registry::actor::submitter;
    const bool own = is_own(q, actors, a);
    // The prefixes of a token restrict it in every role. A token without prefixes covers everything, also a request
    // that has no NID yet.
    if (!a.who->covers(concat({q.nid, ":"}))) return actors;
    if (a.who->role == resolver::role::expert && !own) actors = actors | registry::actor::expert;
    if (a.who->role == resolver::role::administrator) actors = actors | registry::actor::administrator;
    return actors;
}

bool is_own(const registration_request &q, registry::actors actors, const credentials &a) {
    if ((actors & registry::any_submitter) != 0) return true;
    return a.who != nullptr && std::ranges::any_of(q.decisions, [&](const request_decision &d) {
               return d.action == registry::request_action::submit && d.who == a.who->id;
           });
}

bool visible(const registration_request &q, registry::actors actors) noexcept {
    constexpr auto others = static_cast<registry::actors>(~static_cast<registry::actors>(registry::actor::anyone));
    return q.versions != 0 || (actors & others) != 0; // public once it was submitted
}

std::expected<registration_request, problem> visible_request(store::reading &r, const credentials &a,
                                                             std::uint64_t number) {
    auto q = load(r, number);
    if (!q || !visible(*q, actors_of(*q, a))) {
        return refuse(problem_type::not_found, concat({"the request ", std::to_string(number),
                                                       " does not exist. `uniform namespace requests` lists the public "
                                                       "requests; a draft requires its secret"}));
    }
    return std::move(*q);
}

std::string unconfirmed_submitter(std::uint64_t number) {
    return concat({"submitter of request ", std::to_string(number)});
}

std::expected<authorized_request, problem> authorize(store::writing &w, const credentials &a, std::uint64_t number) {
    if (a.who != nullptr) {
        UNIFORM_CHECK(check_token(w, *a.who));
    }
    UNIFORM_TRY(auto &q, visible_request(w, a, number));
    const registry::actors actors = actors_of(q, a);
    if (a.who == nullptr && (actors & registry::any_submitter) != 0) {
        w.set_author(unconfirmed_submitter(number));
    }
    return authorized_request{.request = std::move(q), .actors = actors};
}

} // namespace uniform::service::registration
