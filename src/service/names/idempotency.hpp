// Idempotency keys (draft-ietf-httpapi-idempotency-key-header): a retry with the client's key gets the response to the
// first request. Keys belong to a principal; a refused request is not recorded.
#pragma once

#include <expected>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <uniform/service/name_entry.hpp>
#include <uniform/store/store.hpp>

#include "base/try.hpp"
#include "service/authorization.hpp"

namespace uniform::service {

/// Whether a client may choose this text to name something of its own: 1 to 200 visible ASCII characters.
[[nodiscard]] bool is_word_of_client(std::string_view text) noexcept;

/// One request with its key, or without: see idempotent().
class idempotent_request {
public:
    /// `request` is all that distinguishes the request from others: the operation and its arguments.
    idempotent_request(store::writing &w, const principal &who, const write_options &o,
                       std::initializer_list<std::string_view> request);

    /// The recorded response. Problems: malformed (the key), key_reused.
    [[nodiscard]] std::expected<std::optional<std::string>, problem> recorded();
    /// Records the response, if there is one.
    void record(const std::optional<std::string> &response);

private:
    store::writing &writing_;
    const std::string &client_;
    const std::string &key_;
    std::string digest_;
};

/// Names in an idempotency record: the numbers of their events, with "+" before those of new names.
[[nodiscard]] std::string encode_entries(std::span<const name_entry> entries);
/// The inverse: each name as it was after its event, with `repeated`. Throws store::failure (damaged).
[[nodiscard]] std::vector<name_entry> decode_entries(store::reading &r, std::string_view text);

// The result of an operation as it is recorded, and read again. Operations whose result has another type declare both
// beside it; std::nullopt records nothing, as the operation is not complete.
[[nodiscard]] std::optional<std::string> recorded_form(const name_entry &made);
[[nodiscard]] std::expected<void, problem> read_recorded(store::reading &r, std::string_view text, name_entry &made);

/// Carries out an operation, by `carry_out(): std::expected<RESULT, problem>`, unless `who` has sent the key of `o`
/// before: then the result is the first one. `request` is as for idempotent_request. Problems: those of check_token(),
/// of recorded() and of `carry_out`, which are not recorded.
template <class F>
[[nodiscard]] std::invoke_result_t<F> idempotent(store::writing &w, const principal &who, const write_options &o,
                                                 std::initializer_list<std::string_view> request, F carry_out) {
    UNIFORM_CHECK(check_token(w, who));
    idempotent_request sent(w, who, o, request);
    UNIFORM_TRY(const auto &before, sent.recorded());
    if (before) {
        std::invoke_result_t<F> again;
        UNIFORM_CHECK(read_recorded(w, *before, *again));
        return again;
    }
    auto result = carry_out();
    if (result) sent.record(recorded_form(*result));
    return result;
}

} // namespace uniform::service
