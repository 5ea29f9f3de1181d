// Idempotency keys (draft-ietf-httpapi-idempotency-key-header): a retry with the client's key gets the response to the
// first request. Keys belong to a principal; a refused request is not recorded.
#pragma once

#include <expected>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/service/name_entry.hpp>
#include <uniform/store/store.hpp>

namespace uniform::service {

/// One request with its key, or without.
class idempotent_request {
public:
    /// `request` is all that distinguishes the request from others: the operation and its arguments.
    idempotent_request(store::writing &w, const principal &who, const write_options &o,
                       std::initializer_list<std::string_view> request);

    /// The recorded response. Problems: malformed (the key), key_reused.
    [[nodiscard]] std::expected<std::optional<std::string>, problem> recorded();
    void record(std::string_view response);

private:
    store::writing &writing_;
    const std::string &client_;
    const std::string &key_;
    std::string digest_;
};

/// Names in an idempotency record: the numbers of their events, with "+" before those of new names.
[[nodiscard]] std::string encode_entries(std::span<const name_entry> entries);
/// The inverse: each name as it was after its event. Throws store::failure (damaged).
[[nodiscard]] std::vector<name_entry> decode_entries(store::reading &r, std::string_view text);

} // namespace uniform::service
