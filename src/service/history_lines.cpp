#include <uniform/service/history_lines.hpp>

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <vector>

#include <uniform/base/hex.hpp>
#include <uniform/json/read.hpp>
#include <uniform/json/writer.hpp>

#include "service/history_line_reader.hpp"

namespace uniform::service {

namespace {

constexpr std::string_view format_name = "uniform-history";
constexpr std::size_t large_part = std::size_t{1} << 20U;

// The member of a body that is secret; empty: all of the body.
struct secret_member {
    std::string_view kind;
    std::string_view member;
};
// store::detail::may_be_withheld() has the same kinds.
constexpr std::array secret_members{secret_member{"token", "hash"}, secret_member{"request", "secret_digest"},
                                    secret_member{"webhook", "url"}, secret_member{"draft", ""}};

// The body without its secret; nothing if it has none.
std::optional<std::string> without_secret(const store::event &e) {
    const auto *const row = std::ranges::find(secret_members, e.kind, &secret_member::kind);
    if (row == secret_members.end()) return std::nullopt;
    auto body = json::read(e.body);
    if (row->member.empty() || !body || !body->is_object()) return "{}";
    if (const auto *const secret = body->find(row->member);
        secret == nullptr || (secret->is_string() && secret->if_string()->empty())) {
        return std::nullopt;
    }
    std::erase_if(*body->if_object(), [&](const json::member &m) { return m.name == row->member; });
    return json::to_text(*body);
}

store::event event_of(const history_line_reader &l, const store::digest &previous) {
    if (l.find("hidden") != nullptr) {
        return {.number = l.number("number"),
                .kind = std::string(store::event::hidden_kind),
                .previous = previous,
                .hash = l.hash("hash"),
                .withheld = true};
    }
    store::event e{.number = l.number("number"),
                   .at = store::timestamp(store::timestamp::duration(l.time("at"))),
                   .who = l.text("who"),
                   .from = l.text("from"),
                   .action = l.text("action"),
                   .kind = l.text("kind"),
                   .id = l.text("id"),
                   .before = l.number("before"),
                   .previous = previous,
                   .hash = l.hash("hash")};
    if (e.is_hidden()) l.refuse("it is hidden, and has content");
    if (e.kind == "name") {
        auto record = bytes_from_hex(l.text("record"));
        if (!record) l.refuse("its record is not hexadecimal");
        e.body = std::move(*record);
        return e;
    }
    e.body = l.text("text");
    const auto *const withheld = l.find("withheld");
    e.withheld = withheld != nullptr && withheld->if_boolean().value_or(false);
    return e;
}

} // namespace

bool has_secret(const store::event &e) {
    const auto shown = without_secret(e);
    return shown && *shown != e.body;
}

bool may_be_withheld(std::string_view kind) noexcept {
    return std::ranges::find(secret_members, kind, &secret_member::kind) != secret_members.end();
}

std::string first_history_line(const std::optional<history_head> &after) {
    std::string out;
    json::writer w{out};
    w.begin_object().member("format", format_name).member("version", 1);
    if (after) w.member("after", to_string(*after));
    w.end_object();
    return out += '\n';
}

bool is_about(const store::event &e, std::span<const std::string> prefixes) noexcept {
    constexpr std::array<std::string_view, 5> of_all{"registrar", "registry", "clock", "history", "primary"};
    if (std::ranges::find(of_all, std::string_view(e.kind)) != of_all.end()) return true;
    std::string_view id = e.id;
    if (e.kind == "delegated") { // REGISTRAR/PREFIX
        const auto slash = id.find('/');
        if (slash == std::string_view::npos) return false;
        id.remove_prefix(slash + 1);
    }
    return std::ranges::any_of(prefixes, [&](std::string_view prefix) {
        if (e.kind == "name") return id.starts_with(prefix);
        if (e.kind == "namespace") return prefix.substr(0, prefix.find(':')) == id;
        if (e.kind != "delegation" && e.kind != "delegated") return false;
        return id.starts_with(prefix) || prefix.starts_with(id);
    });
}

void append_hidden_line(std::string &out, const store::event &e) {
    json::writer{out}
        .begin_object()
        .member("number", e.number)
        .member("hidden", true)
        .member("hash", base::to_hex(e.hash))
        .end_object();
    out += '\n';
}

std::string part_of_history(std::span<const std::string> prefixes) {
    std::vector<std::string> all(prefixes.begin(), prefixes.end());
    std::ranges::sort(all);
    std::string out;
    for (const std::string &one : all) (out += one) += '\n';
    return out;
}

void append_history_line(std::string &out, const store::event &e, secrets s) {
    if (e.is_hidden()) return append_hidden_line(out, e);
    const auto shown = s == secrets::withheld && !e.withheld ? without_secret(e) : std::nullopt;
    json::writer w{out};
    w.begin_object()
        .member("number", e.number)
        .member("at", static_cast<std::int64_t>(e.at.time_since_epoch().count()))
        .member("who", e.who)
        .member("from", e.from)
        .member("action", e.action)
        .member("kind", e.kind)
        .member("id", e.id)
        .member("before", e.before);
    if (e.kind == "name")
        w.member("record", base::to_hex(std::as_bytes(std::span(e.body))));
    else
        w.member("text", shown ? *shown : e.body);
    if (shown || e.withheld) w.member("withheld", true);
    w.member("hash", base::to_hex(e.hash)).end_object();
    out += '\n';
}

std::string last_history_line(const history_head &head) {
    std::string out;
    json::writer{out}.begin_object().member("events", head.first).member("head", to_string(head)).end_object();
    return out += '\n';
}

history_line read_history_line(std::string_view line, const store::digest &previous) {
    const history_line_reader l{line};
    if (l.find("format") != nullptr) {
        if (l.text("format") != format_name || l.number("version") != 1) l.refuse("it is of another format");
        return history_start{l.find("after") == nullptr ? history_head{} : l.head("after")};
    }
    if (l.find("head") != nullptr) return history_finish{l.head("head")};
    return event_of(l, previous);
}

std::optional<history_part> history_after(store::reading &r, std::uint64_t after, std::size_t limit,
                                          std::span<const std::string> prefixes) {
    history_part part{.last = after, .head = r.head()};
    if (after > part.head.first) return std::nullopt;
    history_head before{after, {}};
    if (after != 0) {
        const auto e = r.event_at(after);
        if (!e) throw store::failure(store::failure_kind::damaged, "event " + std::to_string(after) + " is missing");
        before.second = e->hash;
    }
    part.lines = first_history_line(before);
    constexpr std::size_t at_once = 64;
    for (std::size_t left = limit; left != 0 && part.last < part.head.first && part.lines.size() < large_part;) {
        const std::uint64_t from = part.last;
        r.each_event(from, std::min(at_once, left), [&](const store::event &e) {
            if (part.lines.size() >= large_part && part.last != after) return;
            if (prefixes.empty() || is_about(e, prefixes)) {
                append_history_line(part.lines, e, secrets::withheld);
            } else {
                append_hidden_line(part.lines, e);
            }
            part.last = e.number;
            --left;
        });
        if (part.last == from) {
            throw store::failure(store::failure_kind::damaged, "event " + std::to_string(from + 1) + " is missing");
        }
    }
    part.lines += last_history_line(part.head);
    return part;
}

} // namespace uniform::service
