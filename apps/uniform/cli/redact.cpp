#include "cli/redact.hpp"

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>

#include <uniform/base/ascii.hpp>

namespace uniform::cli {

namespace {

void redact(char *text) {
    for (; *text != '\0'; ++text) *text = 'x';
}

// "postgresql://user:password@host/names?password=...": as a word, after "--store=", in a setting. A password that is
// not percent-encoded may contain any character.
void redact_password(char *word) {
    std::string lower{word};
    ascii::make_lower(lower);
    std::size_t at = std::string::npos;
    for (const std::string_view scheme : {"postgresql://", "postgres://"}) {
        if (const auto found = lower.find(scheme); found != std::string::npos) at = found + scheme.size();
    }
    if (at == std::string::npos) return;
    const std::size_t host = lower.rfind('@');
    const std::size_t colon = lower.find(':', at);
    if (host != std::string::npos && colon < host) std::fill(word + colon + 1, word + host, 'x');
    for (std::size_t i = lower.find("password=", at); i != std::string::npos; i = lower.find("password=", i)) {
        i += 9;
        std::fill(word + i, word + std::min(lower.find('&', i), lower.size()), 'x');
    }
}

// The password of "--user NAME:PASSWORD", "--user=NAME:PASSWORD", "-u NAME:PASSWORD" and "-uNAME:PASSWORD".
void redact_login(std::span<char *> words, std::size_t i) {
    const std::string_view word{words[i]};
    char *value = nullptr;
    if ((word == "--user" || word == "-u") && i + 1 < words.size()) {
        value = words[i + 1];
    } else if (word.starts_with("--user=")) {
        value = words[i] + 7;
    } else if (word.starts_with("-u") && word.size() > 2) {
        value = words[i] + 2;
    }
    if (value == nullptr) return;
    if (char *colon = std::strchr(value, ':'); colon != nullptr) redact(colon + 1);
}

} // namespace

void redact_secrets(std::span<char *> words) {
    for (std::size_t i = 1; i < words.size(); ++i) {
        redact_password(words[i]);
        redact_login(words, i);
        for (const std::string_view name : {"--token", "--secret"}) {
            const std::string_view word{words[i]};
            if (word == name && i + 1 < words.size()) {
                redact(words[++i]);
                break;
            }
            if (word.starts_with(name) && word.substr(name.size()).starts_with('=')) {
                redact(words[i] + name.size() + 1);
                break;
            }
        }
    }
}

} // namespace uniform::cli
