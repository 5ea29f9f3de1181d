// JSON, one object a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/error.hpp>
#include <uniform/percent.hpp>
#include <uniform/reference.hpp>
#include <uniform/urn.hpp>

namespace uniform::command {

// Writes one object at the end of a text. Input that is not UTF-8 makes it say `"bytes": true`, and then each character
// U+0000-U+00FF of its texts stands for one byte.
class json_object {
public:
    explicit json_object(std::string &out, bool bytes = false) : out_{out}, bytes_{bytes} { out_ += '{'; }

    json_object &text(std::string_view name, std::string_view value);
    json_object &maybe(std::string_view name, const std::optional<std::string_view> &value); // null when absent
    json_object &number(std::string_view name, std::uint64_t value);
    json_object &boolean(std::string_view name, bool value);
    json_object &null(std::string_view name);
    // An object inside; end() of it before anything else.
    [[nodiscard]] json_object object(std::string_view name);
    // The name of a value which the caller writes.
    std::string &raw(std::string_view name);

    void end(); // "}", after "bytes" where it is due
    void end_line() {
        end();
        out_ += '\n';
    }
    [[nodiscard]] bool bytes() const noexcept { return bytes_; }

private:
    void key(std::string_view name);

    std::string &out_;
    bool bytes_;
    bool inner_ = false;
    bool first_ = true;
};

void append_json_string(std::string &out, std::string_view text, bool bytes = false);

// scheme userinfo host host_type port path query fragment, as written; and "offsets".
void append_components(json_object &object, const reference_view &r);

// The members nid nss r q f.
void append_urn_components(json_object &object, const urn_view &u);

// nid nss r q f as written, and "normalized": the assigned-name as URN-equivalence compares it.
void append_urn(json_object &object, const urn_view &u);

// "error": code, offset, rule, document, section, message; `in` names the field when there are several.
void append_error(json_object &object, const error &e, std::string_view in = {}, std::string_view message = {});

} // namespace uniform::command
