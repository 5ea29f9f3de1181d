#include "http/api/html.hpp"

namespace uniform::http::html {

namespace {

constexpr std::string_view style =
    "body{font:1rem/1.5 system-ui,sans-serif;max-width:50rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;"
    "background:#fff}h1{font-size:1.4rem;overflow-wrap:anywhere}h2{font-size:1.1rem}dt{font-weight:bold}"
    "dd{margin:0 0 .5rem;overflow-wrap:anywhere}li{overflow-wrap:anywhere}a{color:#0b4f9c}code{font-size:.95em}"
    "table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.3rem .8rem .3rem 0;vertical-align:top;"
    "border-bottom:1px solid #ccc}.state{border:2px solid;padding:.5rem 1rem}"
    "@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}a{color:#8ab8ff}th,td{border-color:#444}}";

void append_escaped(std::string &out, std::string_view text) {
    for (const char c : text) {
        switch (c) {
        case '&':
            out += "&amp;";
            break;
        case '<':
            out += "&lt;";
            break;
        case '>':
            out += "&gt;";
            break;
        case '"':
            out += "&quot;";
            break;
        case '\'':
            out += "&#39;";
            break;
        default:
            out += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
        }
    }
}

} // namespace

std::string escaped(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    append_escaped(out, text);
    return out;
}

std::string link(std::string_view target, std::string_view text) {
    std::string out = "<a href=\"";
    append_escaped(out, target);
    out += "\">";
    append_escaped(out, text);
    return out += "</a>";
}

std::string head(std::string_view title) {
    std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>";
    append_escaped(out, title);
    out += "</title>\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>";
    out += style;
    return out += "</style>\n";
}

std::string term(std::string_view name, std::string_view html) {
    std::string out = "<dt>";
    append_escaped(out, name);
    ((out += "</dt><dd>") += html) += "</dd>\n";
    return out;
}

} // namespace uniform::http::html
