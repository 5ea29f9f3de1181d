// What registrars, delegations, transfers and tokens have in common: refusing, and reading what the store holds.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/store/store.hpp>

#include "resolver/json_members.hpp"

namespace uniform::service::detail {

using resolver::json;
using resolver::members;
using resolver::problem;
using resolver::problem_type;

[[nodiscard]] inline std::unexpected<problem> refuse(problem_type type, std::string detail, std::string more = {}) {
    return std::unexpected{problem{.type = type, .detail = std::move(detail), .members = std::move(more)}};
}

[[nodiscard]] inline std::string print(const json &j) { return j.dump(-1, ' ', false, json::error_handler_t::replace); }

/// {"existing": ...}: what is there already, itself JSON.
[[nodiscard]] inline std::string existing(const std::string &text) { return "{\"existing\":" + text + "}"; }

/// What the store holds was written by us; what cannot be read is damage.
[[noreturn]] inline void damaged(std::string_view kind, std::string_view id, const problem &why) {
    throw store::failure(store::failure_kind::damaged,
                         std::string(kind) + " " + std::string(id) + " cannot be read: " + why.detail);
}

/// Whether the token acts for all of its registrar: it has no prefixes of its own. (In tokens.cpp. The prefixes of the
/// principal do not tell: those of such a token are filled in.)
[[nodiscard]] bool is_of_whole_registrar(store::reading &r, const resolver::principal &who);

/// Who acts by a token: the manager that made it, else its own holder. (In tokens.cpp. A manager knows the secrets of
/// the tokens that it makes.)
[[nodiscard]] std::string hand_of(store::reading &r, std::string_view id);

} // namespace uniform::service::detail
