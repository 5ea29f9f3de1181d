// The secrets of tokens: made of the system's random bits, stored as hashes.
//
// RFC 9106 section 4 recommends Argon2id with 64 MiB and three passes where memory is short. That is meant for
// passwords, which people choose. A secret here has 256 random bits, and guessing it is impossible with any
// hash, so the parameters are lighter: 19 MiB, two passes, one lane. At most two hashes are made at a time, and
// their memory is returned to the system after each: malloc would retain it in the arena of every thread that ever made
// one. So the memory of a service that gets many invalid tokens is limited.

#include <uniform/base/hex.hpp>
#include <uniform/service/tokens.hpp>

#include <charconv>
#include <cstdint>
#include <optional>
#include <semaphore>
#include <span>
#include <stdexcept>

#include <argon2.h>
#include <openssl/crypto.h>
#include <sys/mman.h>

#include "base/base64url.hpp"
#include "service/secret_bytes.hpp"

namespace uniform::service {

namespace {

constexpr std::uint32_t passes = 2;
constexpr std::uint32_t kibibytes = UNIFORM_SECRET_KIBIBYTES; // cmake/compiler.cmake; less in builds for tests
constexpr std::uint32_t lanes = 1;
constexpr std::size_t salt_size = 16;
constexpr std::size_t hash_size = 32;

int take_memory(std::uint8_t **memory, std::size_t bytes) {
    void *got = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    *memory = got == MAP_FAILED ? nullptr : static_cast<std::uint8_t *>(got);
    return *memory == nullptr ? ARGON2_MEMORY_ALLOCATION_ERROR : ARGON2_OK;
}

void give_memory(std::uint8_t *memory, std::size_t bytes) {
    if (memory != nullptr) ::munmap(memory, bytes);
}

struct parameters {
    std::uint32_t version = ARGON2_VERSION_NUMBER;
    std::uint32_t memory = kibibytes;
    std::uint32_t time = passes;
    std::uint32_t parallel = lanes;
};

// The Argon2id function itself (RFC 9106 section 3), with memory that is returned to the system.
std::string raw_hash(std::string_view text, std::string_view salt, std::size_t size, const parameters &p) {
    static std::counting_semaphore<2> at_once{2};
    std::string out(size, '\0');
    const auto octets = [](std::string_view v) {
        // The library accepts a pointer to non-const, but changes the content only if a flag requests it.
        return const_cast<std::uint8_t *>(reinterpret_cast<const std::uint8_t *>(v.data()));
    };
    argon2_context c{};
    c.out = reinterpret_cast<std::uint8_t *>(out.data());
    c.outlen = static_cast<std::uint32_t>(size);
    c.pwd = octets(text);
    c.pwdlen = static_cast<std::uint32_t>(text.size());
    c.salt = octets(salt);
    c.saltlen = static_cast<std::uint32_t>(salt.size());
    c.t_cost = p.time;
    c.m_cost = p.memory;
    c.lanes = c.threads = p.parallel;
    c.version = p.version;
    c.allocate_cbk = take_memory;
    c.free_cbk = give_memory;
    c.flags = ARGON2_DEFAULT_FLAGS;
    at_once.acquire();
    const int error = argon2id_ctx(&c);
    at_once.release();
    if (error != ARGON2_OK) throw std::runtime_error(std::string("Argon2: ") + argon2_error_message(error));
    return out;
}

// The base64 of RFC 4648 section 4 without padding, which the written form has, differs from base64url in two letters.
std::string exchanged(std::string text, std::string_view from, std::string_view to) {
    for (char &c : text) {
        if (const auto at = from.find(c); at != std::string_view::npos) c = to[at];
    }
    return text;
}

// As argon2id_hash_encoded() writes it.
std::string hash_of(std::string_view text, std::string_view salt) {
    const parameters p;
    const auto base64 = [](std::string_view v) { return exchanged(base::to_base64url(v), "-_", "+/"); };
    return "$argon2id$v=" + std::to_string(p.version) + "$m=" + std::to_string(p.memory) +
           ",t=" + std::to_string(p.time) + ",p=" + std::to_string(p.parallel) + "$" + base64(salt) + "$" +
           base64(raw_hash(text, salt, hash_size, p));
}

struct written_hash {
    parameters p;
    std::string salt;
    std::string hash;
};

std::optional<written_hash> read_hash(std::string_view text) {
    written_hash out;
    const auto skip = [&](std::string_view word) {
        if (!text.starts_with(word)) return false;
        text.remove_prefix(word.size());
        return true;
    };
    const auto number = [&](std::string_view name, std::uint32_t &to) {
        if (!skip(name)) return false;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), to);
        if (read.ec != std::errc{}) return false;
        text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
        return true;
    };
    if (!number("$argon2id$v=", out.p.version) || !number("$m=", out.p.memory) || !number(",t=", out.p.time) ||
        !number(",p=", out.p.parallel) || !skip("$")) {
        return std::nullopt;
    }
    const auto dollar = text.find('$');
    if (dollar == std::string_view::npos) return std::nullopt;
    const auto bytes = [](std::string_view v) {
        return base::from_base64url(exchanged(std::string{v}, "+/-_", "-_??"));
    };
    auto salt = bytes(text.substr(0, dollar));
    auto hash = bytes(text.substr(dollar + 1));
    if (!salt || !hash) return std::nullopt;
    out.salt = std::move(*salt);
    out.hash = std::move(*hash);
    return out;
}

} // namespace

token_secret make_token_secret(std::string_view seed) {
    constexpr std::size_t id_size = 6;
    constexpr std::size_t secret_size = 32;
    token_secret s;
    const std::string bytes = secret_bytes(id_size + secret_size, seed);
    const std::string id = bytes.substr(0, id_size);
    s.id = base::to_hex(std::as_bytes(std::span{id}));
    s.text = "uniform_" + s.id + "_" + base::to_base64url(bytes.substr(id_size));
    s.hash = hash_of(s.text, secret_bytes(salt_size));
    return s;
}

bool verify_token(std::string_view text, const token *t) {
    // The hash of a text that is not a token: a token is longer.
    static const std::string hash_of_no_token = hash_of("nobody", secret_bytes(salt_size));
    // A user of OpenID Connect has a token without a secret.
    const bool has_secret = t != nullptr && !t->hash.empty();
    const std::string &hash = has_secret ? t->hash : hash_of_no_token;
    const auto is = read_hash(hash);
    if (!is) return false;
    const std::string found = raw_hash(text, is->salt, is->hash.size(), is->p);
    return CRYPTO_memcmp(found.data(), is->hash.data(), found.size()) == 0 && has_secret;
}

} // namespace uniform::service
