// URLs of the URL Standard in JSON and in text, and reports about what is none.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include <uniform/whatwg/web_url.hpp>

#include "print/hidden_password.hpp"
#include "print/json.hpp"
#include "print/template_text.hpp"
#include "run/inputs.hpp"

namespace uniform::cli {

// href, origin, protocol, username, password, host, hostname, port, pathname, search, hash, as the API returns them,
// and searchParams, a list of [name, value].
void append_web_members(json_object &object, const whatwg::url_view &u);
// The same, one on each line.
void append_web_members(std::string &out, const whatwg::url_view &u, passwords show);

// A template of --get, in which the members of the API stand for themselves: "{hostname}", "{searchParams.KEY}".
class web_template {
public:
    [[nodiscard]] static std::expected<web_template, template_fault> read(std::string_view text);
    void append(std::string &out, const whatwg::url_view &u, std::string_view input) const;

private:
    std::vector<template_piece> pieces_;
};

// "there is no host (host-missing, URL Standard)"
std::string message_of(const whatwg::validation_error &e);
// The member "error": code, offset, document, message.
void append_web_error(json_object &object, const whatwg::validation_error &e, std::string_view in = {});

// As reject() of run/inputs.hpp.
void reject_web(const batch_options &o, work &w, const input &r, const whatwg::failure &why);

} // namespace uniform::cli
