// A store, and requests in it: for the tests of the registration process.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <uniform/service/received_requests.hpp>
#include <uniform/service/registration.hpp>

#include "registry/samples.hpp"
#include "service/store_fixture.hpp"

namespace uniform::test::requests {

using namespace service;
using namespace registry;
using resolver::principal;
using resolver::role;
using store::writing;

inline const principal administrator{.id = "token:admin", .role = role::administrator};
inline const principal expert{.id = "token:expert", .role = role::expert};
inline const principal registrar{
    .id = "token:registrar", .role = role::registrar, .registrar = "library", .prefixes = {"harbour:"}};
/// A submitter with a token: known, so that a submission is one at once. Without a token it waits to be accepted.
inline const principal author{.id = "token:author", .role = role::reader};
inline credentials by_author(std::string_view secret) { return {.who = &author, .secret = secret}; }
inline const store::origin somebody{.who = "token:test", .from = "127.0.0.1"};

inline std::string template_for(std::string_view nid, std::string_view version = "1", std::string_view more = "") {
    namespace_template t = *read_template(test::complete);
    t.set(field::namespace_identifier, nid);
    t.set(field::version, version);
    if (!more.empty()) t.set(field::purpose, more);
    if (version != "1") t.set(field::revision_information, "The purpose names quays, too.");
    return write_template(t);
}

/// Requests, and who acts on them.
class registration : public on_open_stores {
protected:
    struct opened {
        std::uint64_t number = 0;
        std::string secret = {};
    };
    auto try_open(const new_request &what, const credentials &a = {}) {
        const auto secret = make_request_secret();
        return s->write(somebody, [&](writing &w) { return open_request(w, a, what, secret); });
    }
    opened open(std::string_view nid, std::string body = {}) {
        auto r = try_open({.document = template_for(nid), .title = "Harbours", .submitter = "A", .body = body});
        EXPECT_TRUE(r) << (r ? "" : r.error().detail);
        return r ? opened{r->view.request.number, r->secret} : opened{};
    }
    auto act(std::uint64_t number, request_action action, const credentials &a, const action_input &input = {}) {
        return s->write(somebody, [&](writing &w) { return take_action(w, a, number, action, input); });
    }
    // The state after it, or the name of the problem.
    std::string after(std::uint64_t number, request_action action, const credentials &a,
                      const action_input &input = {}) {
        const auto r = act(number, action, a, input);
        return std::string(r ? to_string(r->view.request.state) : resolver::to_string(r.error().type));
    }
    // A comment. One without a token is received; an expert accepts it.
    std::expected<public_comment, resolver::problem> say(std::uint64_t number, const credentials &a,
                                                         std::string_view as, std::string_view text) {
        const auto secret = make_request_secret();
        return s->write(somebody, [&](writing &w) -> std::expected<public_comment, resolver::problem> {
            if (a.who != nullptr) return add_comment(w, a, number, as, text);
            const auto waits = receive_comment(w, a, number, as, text, secret);
            if (!waits) return std::unexpected{waits.error()};
            return accept_comment(w, {.who = &expert}, number, waits->id);
        });
    }
    // Opened, submitted, reviewed and approved.
    opened approved_for(std::string_view nid) {
        const opened o = open(nid);
        EXPECT_EQ(after(o.number, request_action::submit, by_author(o.secret)), "submitted");
        EXPECT_EQ(after(o.number, request_action::review, {.who = &expert}), "under_review");
        EXPECT_EQ(after(o.number, request_action::approve, {.who = &expert}), "approved");
        return o;
    }
    request_view shown(std::uint64_t number, const credentials &a = {.who = &administrator}) {
        return s->read([&](store::reading &r) { return find_request(r, a, number); }).value();
    }
    std::vector<std::string> actions_of(std::uint64_t number) {
        std::vector<std::string> result;
        const std::string id = "0000000" + std::to_string(number);
        for (const store::event &e : s->read([&](store::reading &r) { return r.history("request", id); })) {
            result.insert(result.begin(), e.action);
        }
        return result;
    }
};

} // namespace uniform::test::requests
