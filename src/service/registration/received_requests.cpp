// Comments, and what somebody unknown has sent and nobody has accepted: received_requests.hpp.

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <uniform/json/writer.hpp>
#include <uniform/service/received_requests.hpp>
#include <uniform/service/registration.hpp>
#include <uniform/store/store.hpp>

#include "base/text.hpp"
#include "base/try.hpp"
#include "service/registration/registration_documents.hpp"
#include "service/registration/registration_drafts.hpp"
#include "service/registration/registration_template.hpp"
#include "service/registration/request_actors.hpp"
#include "service/registration/request_encoding.hpp"
#include "service/registration/request_views.hpp"

namespace uniform::service {

namespace {

using namespace registration;
using base::concat;
using registry::actor;
using registry::request_action;

constexpr std::size_t longest_author = 200;
constexpr std::size_t longest_text = 16'384;
constexpr std::uint32_t most_comments = 9999;
// The comments of a request that may wait, beside those of its submitter, those of one holder among them, and their
// size together, in bytes.
constexpr std::int64_t most_received_comments = 64;
constexpr std::int64_t most_received_of_holder = 8;
constexpr std::int64_t received_comments_size = std::int64_t{256} << 10U;

// Whether they accept and dismiss what is received.
bool may_accept(registry::actors by) { return (by & registry::performers_of(request_action::accept)) != 0; }

// A row of the table, with the digest of its secret.
struct received_row {
    received_comment comment = {};
    std::string digest = {};
};

std::vector<received_row> rows_of(store::reading &r, std::uint64_t number) {
    std::vector<received_row> found;
    r.sql().run("SELECT id, digest, comment FROM received_comments WHERE request = $1 ORDER BY received, id",
                {static_cast<std::int64_t>(number)}, [&](const store::row &row) {
                    const store::document d{.id = comment_id(number, 0), .body = std::string(row.text(2)), .event = 0};
                    found.push_back({.comment = {.id = std::string(row.text(0)), .said = comment_from(d)},
                                     .digest = std::string(row.text(1))});
                    return true;
                });
    return found;
}

// The request and one of its comments that wait, for who may handle it.
struct waiting_comment {
    authorized_request about = {};
    received_comment comment = {};
};
std::expected<waiting_comment, problem> waiting(store::writing &w, const credentials &a, std::uint64_t number,
                                                std::string_view id) {
    UNIFORM_TRY(auto &about, authorize(w, a, number));
    if (!may_accept(about.actors)) {
        return refuse(a.who == nullptr ? problem_type::unauthenticated : problem_type::forbidden,
                      concat({a.who == nullptr ? "" : "insufficient permissions: ",
                              "received comments are accepted and dismissed by an expert or an administrator"}));
    }
    for (received_row &row : rows_of(w, number)) {
        if (row.comment.id == id) return waiting_comment{std::move(about), std::move(row.comment)};
    }
    return refuse(problem_type::not_found,
                  concat({"the received comment \"", id, "\" of request ", std::to_string(number),
                          " does not exist: it was accepted or dismissed, or has expired"}));
}

void delete_comment(store::writing &w, std::string_view id) {
    w.sql().run("DELETE FROM received_comments WHERE id = $1", {id});
}

// The part that one holder has of the comments of a request that wait.
struct holder_part {
    std::int64_t count = 0;
    std::int64_t bytes = 0;
    std::vector<std::pair<std::string, std::int64_t>> comments = {}; // id and bytes, oldest first
};

// The limits of one request, so that those of a few cannot take the place of all: a comment for which there is no place
// takes that of the last one of the largest holder, if that one has more than the newcomer would have. The submitter
// has places of their own. Returns the comments that are to give way.
std::expected<std::vector<std::string>, problem> make_place(store::writing &w, const registration_request &q,
                                                            std::string_view holder, bool submits, std::int64_t bytes) {
    std::map<std::string, holder_part, std::less<>> parts;
    std::int64_t count = 1;
    std::int64_t size = bytes;
    std::vector<std::string> displaced;
    w.sql().run("SELECT id, holder, bytes, digest FROM received_comments WHERE request = $1 ORDER BY received, id",
                {static_cast<std::int64_t>(q.number)}, [&](const store::row &row) {
                    if ((row.text(3) == q.secret_digest) != submits) return true;
                    holder_part &part = parts[submits ? std::string{holder} : std::string{row.text(1)}];
                    ++part.count;
                    part.bytes += row.integer(2);
                    part.comments.emplace_back(row.text(0), row.integer(2));
                    ++count;
                    size += row.integer(2);
                    return true;
                });
    const holder_part own = parts[std::string{holder}];
    bool has_place = own.count < most_received_of_holder;
    while (has_place && (count > most_received_comments || size > received_comments_size)) {
        const auto measure = count > most_received_comments ? &holder_part::count : &holder_part::bytes;
        const std::int64_t would_have = own.*measure + (measure == &holder_part::count ? 1 : bytes);
        holder_part &largest =
            std::ranges::max_element(parts, {}, [&](const auto &p) { return p.second.*measure; })->second;
        has_place = largest.*measure > would_have;
        if (!has_place) break;
        const auto [id, length] = std::move(largest.comments.back());
        displaced.push_back(id);
        --count;
        size -= length;
        --largest.count;
        largest.bytes -= length;
        largest.comments.pop_back();
    }
    if (has_place) return displaced;
    return refuse(problem_type::too_many,
                  concat({"too many comments on request ", std::to_string(q.number), " wait to be accepted: at most ",
                          std::to_string(most_received_comments), " may, ", std::to_string(most_received_of_holder),
                          " of one address. Comment with an access token"}));
}

// Whether these actors can comment so.
std::expected<void, problem> check_comment(store::reading &r, const registration_request &q, registry::actors actors,
                                           const credentials &a, std::string_view author, std::string_view text) {
    UNIFORM_CHECK(check_action(r, q, request_action::comment, actors, a));
    UNIFORM_CHECK(check_text("author", author, longest_author, false, true));
    UNIFORM_CHECK(check_text("text", text, longest_text, true, true));
    if (q.comments >= most_comments) {
        return refuse(problem_type::too_many, "a request can have 9999 comments at most");
    }
    return {};
}

// Anyone can claim a name; this is known by the credentials.
std::string part_of_comment(registry::actors actors) {
    for (const actor one : {actor::submitter, actor::expert, actor::administrator}) {
        if ((actors & static_cast<registry::actors>(one)) != 0) return std::string{to_string(one)};
    }
    return (actors & registry::any_submitter) != 0 ? std::string{to_string(actor::submitter)} : std::string{};
}

// Stores the next comment of the request.
public_comment put_comment(store::writing &w, registration_request &q, public_comment c) {
    c.number = ++q.comments;
    w.put("comment", comment_id(q.number, c.number), json::written(c), to_string(request_action::comment));
    save(w, q, request_action::comment);
    return c;
}

} // namespace

std::expected<public_comment, problem> add_comment(store::writing &w, const credentials &a, std::uint64_t number,
                                                   std::string_view author, std::string_view text) {
    if (a.who == nullptr) {
        return refuse(problem_type::unauthenticated,
                      "a comment without an access token is received, and becomes one when it is accepted");
    }
    UNIFORM_TRY(auto &found, authorize(w, a, number));
    registration_request &q = found.request;
    UNIFORM_CHECK(check_comment(w, q, found.actors, a, author, text));
    return put_comment(w, q,
                       {.round = q.rounds,
                        .author = std::string(author),
                        .verified = true,
                        .actor = part_of_comment(found.actors),
                        .text = std::string(text),
                        .at = w.now()});
}

std::expected<received_comment, problem> receive_comment(store::writing &w, const credentials &a, std::uint64_t number,
                                                         std::string_view author, std::string_view text,
                                                         const std::pair<std::string, std::string> &secret,
                                                         const draft_limits &limits) {
    UNIFORM_TRY(const auto &found, authorize(w, a, number));
    const registration_request &q = found.request;
    UNIFORM_CHECK(check_comment(w, q, found.actors, a, author, text));
    const bool submits = (found.actors & registry::any_submitter) != 0;
    received_comment c{.id = secret.second.substr(0, 16),
                       .said = {.round = q.rounds,
                                .author = std::string(author),
                                .verified = false,
                                .actor = part_of_comment(found.actors),
                                .text = std::string(text),
                                .at = w.now()},
                       .secret = submits ? std::string{} : secret.first};
    const std::string body = json::written(c.said);
    const std::string holder = limits.holder.empty() ? w.by().from : limits.holder;
    UNIFORM_TRY(const auto &displaced, make_place(w, q, holder, submits, static_cast<std::int64_t>(body.size())));
    UNIFORM_CHECK(check_share(w, {.holder = holder, .bytes = body.size(), .anonymous = true}, limits));
    for (const std::string &one : displaced) delete_comment(w, one);
    w.sql().run("INSERT INTO received_comments (id, request, holder, digest, comment, bytes, received) "
                "VALUES ($1, $2, $3, $4, $5, $6, $7)",
                {std::string_view(c.id), static_cast<std::int64_t>(number), std::string_view(holder),
                 std::string_view(submits ? q.secret_digest : secret.second), std::string_view(body),
                 static_cast<std::int64_t>(body.size()), w.now().time_since_epoch().count()});
    return c;
}

std::expected<std::vector<received_comment>, problem> list_received_comments(store::reading &r, const credentials &a,
                                                                             std::uint64_t number) {
    UNIFORM_TRY(const auto &q, visible_request(r, a, number));
    const bool all = may_accept(actors_of(q, a));
    std::vector<received_comment> result;
    for (received_row &row : rows_of(r, number)) {
        if (all || is_secret_of(row.digest, a.secret)) result.push_back(std::move(row.comment));
    }
    return result;
}

std::expected<public_comment, problem> accept_comment(store::writing &w, const credentials &a, std::uint64_t number,
                                                      std::string_view id) {
    UNIFORM_TRY(auto &found, waiting(w, a, number, id));
    registration_request &q = found.about.request;
    const public_comment &said = found.comment.said;
    UNIFORM_CHECK(check_comment(w, q, found.about.actors, a, said.author, said.text));
    delete_comment(w, id);
    return put_comment(w, q, found.comment.said);
}

std::expected<received_comment, problem> dismiss_comment(store::writing &w, const credentials &a, std::uint64_t number,
                                                         std::string_view id) {
    UNIFORM_TRY(auto &found, waiting(w, a, number, id));
    delete_comment(w, id);
    return std::move(found.comment);
}

std::expected<received_submission, problem> find_received(store::reading &r, const credentials &a,
                                                          std::uint64_t number) {
    UNIFORM_TRY(const auto &q, visible_request(r, a, number));
    const registry::actors by = actors_of(q, a);
    const bool may_read = (by & registry::any_submitter) != 0 || may_accept(by);
    const auto waits = may_read ? submitted_draft_of(r, number) : std::nullopt;
    if (!waits) {
        return refuse(problem_type::not_found,
                      concat({"the request ", std::to_string(number), " has no submission that waits to be accepted"}));
    }
    received_submission s{.at = waits->at, .text = waits->reason, .template_text = draft_of(r, q)};
    UNIFORM_TRY(const auto &t, registration::read(s.template_text));
    s.findings = shown(check(r, q, t));
    return s;
}

std::int64_t expire_received(store::writing &w, resolver::timestamp t) {
    const std::int64_t before = t.time_since_epoch().count();
    const std::int64_t submissions = w.sql().run("DELETE FROM drafts WHERE received <> 0 AND received < $1", {before});
    return submissions + w.sql().run("DELETE FROM received_comments WHERE received < $1", {before});
}

void write(json::writer &w, const received_submission &s) {
    w.begin_object().member("at", resolver::to_string(s.at)).member_if("text", s.text);
    w.member("template", s.template_text).member("findings", s.findings).end_object();
}

void write(json::writer &w, const received_comment &c) {
    w.begin_object().member("id", c.id).member("round", c.said.round).member("author", c.said.author);
    w.member_if("part", c.said.actor).member("text", c.said.text).member("at", resolver::to_string(c.said.at));
    w.member_if("secret", c.secret).end_object();
}

} // namespace uniform::service
