#include "service/name_text.hpp"

#include <iostream>

#include <uniform/http/api_client.hpp>
#include <uniform/json/writer.hpp>

#include "print/words.hpp"
#include "service/client_text.hpp"

namespace uniform::cli {

std::string path_of_name(std::string_view urn, std::string_view more) {
    return "/api/v1/names/" + http::path_segment(urn) + std::string{more};
}

void show_name(const json::value &n) { show_name_of(n, member_of(n, "registrar")); }

void show_name_of(const json::value &n, const std::string &responsible) {
    std::cout << printable(member_of(n, "name")) << '\n';
    const auto line = [](std::string_view label, const std::string &value) {
        if (!value.empty())
            std::cout << "  " << printable(label) << std::string(label.size() < 13 ? 13 - label.size() : 1, ' ')
                      << printable(value) << '\n';
    };
    line("state", member_of(n, "state"));
    line("reason", member_of(n, "reason"));
    line("withdrawn", member_of(n, "withdrawn"));
    line("registrar", member_of(n, "registrar"));
    if (responsible != member_of(n, "registrar"))
        line("responsible", responsible.empty() ? "the managers of the namespace" : responsible);
    line("key", member_of(n, "key"));
    line("version", member_of(n, "version"));
    line("event", member_of(n, "event"));
    for (const json::value &l : list_in(n, "locators")) {
        std::string text = member_of(l, "url");
        for (const char *const member : {"media_type", "language", "country", "valid_from", "valid_until", "weight"}) {
            if (const std::string value = member_of(l, member); !value.empty())
                text += "  " + std::string{member} + "=" + value;
        }
        line("locator", text);
    }
    if (const json::value *const metadata = n.find("metadata")) {
        for (const auto &[member, value] : metadata->members())
            line(member.size() > 12 ? "metadata" : std::string_view{member},
                 (member.size() > 12 ? member + ": " : "") +
                     (value.is_string() ? *value.if_string() : json::to_text(value)));
    }
    for (const json::value &other : list_in(n, "other_names"))
        if (other.is_string()) line("other name", *other.if_string());
    for (const json::value &v : list_in(n, "values")) line("value", member_of(v, "type") + '=' + member_of(v, "value"));
    line("successor", member_of(n, "successor"));
    line("predecessor", member_of(n, "predecessor"));
    line("batch", member_of(n, "batch"));
}

} // namespace uniform::cli
