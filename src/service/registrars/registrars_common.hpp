// The JSON of registrars, delegations, transfers and tokens.
#pragma once

#include <expected>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <uniform/json/members.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/resolver/permission.hpp>
#include <uniform/resolver/problem.hpp>
#include <uniform/resolver/refusal.hpp>
#include <uniform/store/store.hpp>

#include "service/parsed_document.hpp"

namespace uniform::service::detail {

using resolver::problem;
using resolver::problem_type;

using resolver::refuse_member;

/// The body of a document. Throws store::failure (damaged).
[[nodiscard]] inline json::value body_of(const store::document &d, std::string_view kind) {
    auto v = json::read(d.body);
    if (!v) throw_damaged(kind, d.id, v.error().message);
    if (!v->is_object()) throw_damaged(kind, d.id);
    return std::move(*v);
}

} // namespace uniform::service::detail
