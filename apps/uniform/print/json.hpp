// JSON, one object a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <uniform/idna/public_suffix.hpp>
#include <uniform/json/writer.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/reference.hpp>
#include <uniform/urn/urn.hpp>

namespace uniform::cli {

// Writes one object at the end of a text, by json::writer. Input that is not UTF-8 makes it say `"bytes": true`, and
// then each character U+0000-U+00FF of its texts is one byte.
class json_object {
public:
    explicit json_object(std::string &out, bool bytes = false)
        : writer_{out, json::layout::spaced, bytes ? json::encoding::bytes : json::encoding::utf8} {
        writer_.begin_object();
    }

    json_object &text(std::string_view name, std::string_view value) {
        writer_.key(name).string(value);
        return *this;
    }
    json_object &maybe(std::string_view name, const std::optional<std::string_view> &value) { // null when absent
        return value ? text(name, *value) : null(name);
    }
    json_object &number(std::string_view name, std::uint64_t value) {
        writer_.key(name).number(value);
        return *this;
    }
    json_object &boolean(std::string_view name, bool value) {
        writer_.key(name).boolean(value);
        return *this;
    }
    json_object &null(std::string_view name) {
        writer_.key(name).null();
        return *this;
    }
    // An object inside; end() of it before anything else.
    [[nodiscard]] json_object object(std::string_view name) {
        json_object inner{raw(name), bytes()};
        inner.inner_ = true;
        return inner;
    }
    // The text so far, to which the caller appends further members, each after ", ". There is a member already.
    std::string &more() { return writer_.text(); }
    // The name of a value which the caller writes.
    std::string &raw(std::string_view name) { return writer_.key(name).raw(); }

    void end() { // "}", after "bytes" where it is due
        if (bytes() && !inner_) boolean("bytes", true);
        writer_.end_object();
    }
    void end_line() {
        end();
        writer_.text() += '\n';
    }
    [[nodiscard]] bool bytes() const noexcept { return strings() == json::encoding::bytes; }
    [[nodiscard]] json::encoding strings() const noexcept { return writer_.strings(); }

private:
    json::writer writer_;
    bool inner_ = false;
};

// scheme userinfo host host_type port path query fragment, as written; and "offsets".
void append_components(json_object &object, const reference_view &r);
// user password default_port; "host_forms", with the domain of the host; "decoded", the components and segments as
// data; "params", the pairs of the query as data. An object whose data is not UTF-8 has "bytes": true.
void append_meaning(json_object &object, const reference_view &r, query_options q);
// registrable suffix label subdomain, which are null where there is nothing, listed and private. Null: all are null.
void append_domain(json_object &object, const idna::domain_parts *parts);
// The line {"input": ..., "valid": true, ...} with these members.
void append_parsed(std::string &out, const reference_view &r);

// The members nid nss r q f.
void append_urn_components(json_object &object, const urn_view &u);

// nid nss r q f as written, and "normalized": the assigned-name as URN-equivalence compares it.
void append_urn(json_object &object, const urn_view &u);

// "error": code, offset, rule, document, section, message, and "hint" if there is one; `in` names the field when there
// are several.
void append_error(json_object &object, const error &e, std::string_view in = {}, std::string_view message = {},
                  std::string_view hint = {});

} // namespace uniform::cli
