// The documents of registrars.
#pragma once

#include <cstddef>
#include <string_view>

#include <uniform/json/value.hpp>
#include <uniform/service/registrar.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service::registrar_documents {

inline constexpr std::string_view registrar_kind = "registrar";
inline constexpr std::size_t longest_registrar_id = 64; // bytes, as the others

[[nodiscard]] bool is_registrar_id(std::string_view id) noexcept;

/// Throws store::failure (damaged).
[[nodiscard]] registrar read_registrar(const store::document &d);
/// Without the version, as the store has it.
[[nodiscard]] json::value content_of(const registrar &r, bool with_contact);
/// Writes the registrar as an event with this action, and returns it with its new version.
[[nodiscard]] registrar put(store::writing &w, registrar r, std::string_view action);

} // namespace uniform::service::registrar_documents
