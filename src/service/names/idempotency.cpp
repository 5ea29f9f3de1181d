#include "service/names/idempotency.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include <openssl/sha.h>

#include <uniform/base/hex.hpp>
#include <uniform/resolver/refusal.hpp>

#include "service/names/name_rows.hpp"
#include "service/parsed_document.hpp"

namespace uniform::service {

bool is_word_of_client(std::string_view text) noexcept {
    return !text.empty() && text.size() <= 200 &&
           std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7F'; });
}

std::expected<void, problem> check_idempotency_key(std::string_view key) {
    if (is_word_of_client(key)) return {};
    return refuse(resolver::problem_type::malformed, "an idempotency key is 1 to 200 visible ASCII characters");
}

idempotent_request::idempotent_request(store::writing &w, const principal &who, const write_options &o,
                                       std::initializer_list<std::string_view> request)
    : writing_(w), client_(who.id), key_(o.idempotency_key) {
    if (key_.empty()) return;
    std::string all;
    for (const std::string_view part : request) {
        all += std::to_string(part.size());
        all += ':';
        all += part;
    }
    std::array<unsigned char, SHA256_DIGEST_LENGTH> hash{};
    SHA256(reinterpret_cast<const unsigned char *>(all.data()), all.size(), hash.data());
    digest_ = base::to_hex(std::as_bytes(std::span{hash}));
}

std::expected<std::optional<std::string>, problem> idempotent_request::recorded() {
    if (key_.empty()) return std::nullopt;
    UNIFORM_CHECK(check_idempotency_key(key_));
    return writing_.answered(client_, key_, digest_);
}

void idempotent_request::record(const std::optional<std::string> &response) {
    if (response && !key_.empty()) writing_.remember(client_, key_, digest_, *response);
}

std::string encode_entries(std::span<const name_entry> entries) {
    std::string text;
    for (const name_entry &one : entries) {
        if (!text.empty()) text += ' ';
        if (one.created) text += '+';
        text += std::to_string(one.event);
    }
    return text;
}

std::vector<name_entry> decode_entries(store::reading &r, std::string_view text) {
    std::vector<name_entry> result;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        name_entry n{.repeated = true};
        if (word.starts_with('+')) {
            n.created = true;
            word.remove_prefix(1);
        }
        const auto [at, error] = std::from_chars(word.data(), word.data() + word.size(), n.event);
        const auto e = error == std::errc{} ? r.event_at(n.event) : std::nullopt;
        if (!e || e->kind != "name") throw_damaged("idempotency record", word);
        n.key = e->id;
        n.record = record_in(e->id, e->body);
        result.push_back(std::move(n));
    }
    return result;
}

std::optional<std::string> recorded_form(const name_entry &made) { return encode_entries({&made, 1}); }

std::expected<void, problem> read_recorded(store::reading &r, std::string_view text, name_entry &made) {
    auto again = decode_entries(r, text);
    if (again.size() != 1) throw_damaged("idempotency record", text);
    made = std::move(again.front());
    return {};
}

} // namespace uniform::service
