#include <uniform/resolver/refusal.hpp>

#include <uniform/resolver/record.hpp>

#include "base/text.hpp"

namespace uniform::resolver {

namespace {

using base::concat;

// The values of the roles increase with what they permit, except that an expert is beside the managers; an
// administrator includes all of them.
role least_of(roles set) noexcept {
    for (const role r : {role::reader, role::registrar, role::manager, role::expert}) {
        if ((set & static_cast<roles>(r)) != 0) return r;
    }
    return role::administrator;
}

} // namespace

problem token_required() {
    return {.type = problem_type::unauthenticated,
            .detail = "a valid access token is required, as \"Authorization: Bearer TOKEN\"",
            .rule = "RFC 6750 section 2.1"};
}

problem insufficient_permissions(std::string_view reason) {
    return {.type = problem_type::forbidden, .detail = concat({"insufficient permissions: ", reason})};
}

problem insufficient_role(roles required, role has) {
    problem p = insufficient_permissions(
        concat({"requires role ", to_string(least_of(required)), ", the token has role ", to_string(has)}));
    p.rule = "RFC 6750 section 3.1";
    return p;
}

problem prefix_not_covered(std::string_view prefix) {
    return insufficient_permissions(concat({"the token does not cover the prefix \"", prefix, "\""}));
}

problem name_not_covered(std::string_view key) {
    return insufficient_permissions(concat({"the token does not cover the name \"", urn_of(key), "\""}));
}

problem delegated_to(std::string_view prefix, std::string_view registrar) {
    if (registrar.empty()) {
        return insufficient_permissions(
            concat({"the prefix \"", prefix, "\" is not delegated to a registrar: requires role manager"}));
    }
    return insufficient_permissions(
        concat({"the prefix \"", prefix, "\" is delegated to the registrar \"", registrar, "\""}));
}

problem name_does_not_exist(std::string_view key) {
    return {.type = problem_type::unknown_name,
            .detail = concat({"the name \"", urn_of(key), "\" does not exist here"})};
}

problem does_not_exist(std::string_view what, std::string_view id) {
    problem p{.type = problem_type::not_found, .detail = concat({"the ", what, " \"", id, "\" does not exist"})};
    if (what == "token") p.detail += ". `uniform token list` lists the tokens";
    if (what == "session") p.detail += ". `uniform token sessions` lists the sessions";
    if (what == "transfer") p.detail += ". `uniform registrar transfers` lists the transfers";
    return p;
}

problem registrar_does_not_exist(std::string_view id) {
    problem p = does_not_exist("registrar", id);
    p.detail += ". `uniform registrar list` lists the registrars, `uniform registrar add` adds one";
    return p;
}

problem already_exists(std::string_view what, std::string_view id) {
    return {.type = problem_type::conflict, .detail = concat({"the ", what, " \"", id, "\" already exists"})};
}

problem has_ended(std::string_view what, std::string_view id) {
    return {.type = problem_type::wrong_state,
            .detail = concat({"the ", what, " \"", id, "\" has ended: it cannot be changed"})};
}

} // namespace uniform::resolver
