// uniform explain: shows how each edition reads the same text.

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include <unistd.h>

#include <uniform/uri/parse.hpp>
#include <uniform/whatwg/web_url.hpp>

#include "print/json.hpp"
#include "print/side_by_side.hpp"
#include "print/terminal.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "run/inputs.hpp"
#include "uri/commands.hpp"
#include "uri/explain_url.hpp"
#include "uri/explain_urn.hpp"
#include "uri/options.hpp"
#include "uri/remarks.hpp"
#include "uri/whatwg_options.hpp"
#include "uri/whatwg_print.hpp"

namespace uniform::cli {

namespace {

struct explain_command_options : with<batch_options, zone_ids_option> {
    std::optional<uniform::edition> only;

    static constexpr auto rows() {
        return std::array{named<&explain_command_options::only, edition_of_use<edition_use::explain>>(
            {heading::input, 'e', "edition", "EDITION",
             "Show the reading by that document alone; a URN or URL is then also a URI of RFC 3986. The exit code is 1 "
             "for "
             "what is not valid by it.",
             editions_of<edition_use::explain>})};
    }
};

using reading = std::expected<reference_view, error>;
using readings = std::vector<reading>;

std::string_view kind_of(const reference_view &r) {
    if (r.is_opaque()) return "opaque URI";
    if (!r.has_scheme()) return "relative reference";
    return is_iri_edition(r.edition()) ? "IRI" : "URI";
}

// The column of browsers, which read by the URL Standard.
using browser_result = std::expected<whatwg::url, whatwg::failure>;

bool needs_base(const browser_result &browser) {
    return !browser && browser.error().kind == whatwg::error_kind::missing_scheme_non_relative_url;
}

class explain_run : public batch_job {
public:
    explicit explain_run(const explain_command_options &o) : options_{o}, colour_{use_colour(o.colour, STDOUT_FILENO)} {
        o.only ? editions_.push_back(generic(*o.only)) : editions_.assign(editions.begin(), editions.end());
    }

    void run(work &w) const override {
        side_by_side table; // one for all: its memory is used again
        for_each_input(w, [&](const input &r) {
            const without_password_text shown{r.text, options_.json ? passwords::shown : options_.show_password,
                                              redaction::with_delimiters};
            const std::string_view text = shown.text();
            readings all;
            all.reserve(editions_.size());
            for (const edition e : editions_) {
                all.push_back(parse_uri_reference(text, {e, options_.max_length, options_.zone_ids}));
            }
            const bool good = std::ranges::any_of(all, [](const reading &one) { return one.has_value(); });
            const auto url = url_explanation::of(text, options_.only, options_.json);
            auto remarks = remarks_on(text, all[0]);
            if (looks_like_urn(text)) add_urn_remarks(remarks, text, options_.only);
            const bool is_url = url && url->is_url();
            const bool is_valid = !options_.only                   ? good || is_url
                                  : is_urn_edition(*options_.only) ? is_urn(text, *options_.only)
                                  : is_url_edition(*options_.only) ? is_url
                                                                   : good;
            if (!is_valid && !all[0] && !typed_hint(all[0].error(), r.text).empty()) {
                remarks.push_back({"typed", std::string{typed_removes}});
            }
            w.bad = w.bad || !is_valid;
            const auto browser = whatwg::parse(text);
            if (options_.json) {
                write_json(w.out, text, all, browser, url, remarks);
            } else {
                w.out += '\n';
                write(w.out, table, text, all, browser, url, remarks);
            }
        });
    }

    [[nodiscard]] row_result in_rows() const override { return row_result::none; }

    void in_order(work &w) override {
        if (!options_.json) drop_first_line_end(w, first_);
    }

private:
    void write(std::string &out, side_by_side &table, std::string_view text, const readings &all,
               const browser_result &browser, const std::optional<url_explanation> &url,
               const std::vector<remark> &remarks) const {
        append_heading(out, text);
        table.clear();
        std::optional<whatwg::url_view> u;
        if (browser) u = browser->view();
        // The components are those of the editions, and the browser's in the last column.
        using cells = std::vector<cell_text>;
        const auto row = [&](std::string_view label, auto component, cell_text by_browser) {
            cells one(all.size() + 1);
            bool any = false;
            for (std::size_t i = 0; i < all.size(); ++i) {
                if (all[i]) one[i] = component(*all[i]);
                any = any || (all[i] && one[i].text != "-");
            }
            if (u) one.back() = by_browser;
            if (any || (u && by_browser.text != "-")) table.add(label, one);
        };
        const auto part = [&](auto component) -> cell_text { return u ? cell(component(*u)) : cell_text{}; };
        cells names(all.size() + 1);
        cells verdicts(all.size() + 1);
        for (std::size_t i = 0; i < all.size(); ++i) {
            names[i].text = to_string(editions_[i]);
            verdicts[i].text = all[i] ? kind_of(*all[i]) : "not valid";
        }
        names.back().text = whatwg_edition;
        verdicts.back().text = u ? "URL" : needs_base(browser) ? "needs a base" : "not valid";
        table.add("", names);
        table.add("", verdicts);
        using maybe = std::optional<std::string_view>;
        const auto if_host = [](const auto &v, std::string_view it) { return v.has_host() ? maybe{it} : maybe{}; };
        row(
            "scheme", [](const auto &r) { return cell(r.scheme()); },
            part([](const auto &v) { return maybe{v.scheme()}; }));
        row(
            "authority", [](const auto &r) { return cell(r.authority()); },
            part([&](const auto &v) { return if_host(v, v.authority()); }));
        row(
            "userinfo", [](const auto &r) { return cell(r.userinfo()); },
            part([](const auto &v) { return v.includes_credentials() ? maybe{v.userinfo()} : maybe{}; }));
        row(
            "host", [](const auto &r) { return cell(r.host()); },
            part([&](const auto &v) { return if_host(v, v.hostname()); }));
        row(
            "host type",
            [](const auto &r) {
                const auto type = r.host_type();
                return cell_text{type ? to_string(*type) : "-"};
            },
            part([&](const auto &v) { return if_host(v, name(v.host_kind())); }));
        row(
            "port", [](const auto &r) { return cell(r.port()); },
            part([](const auto &v) { return v.has_port() ? maybe{v.port()} : maybe{}; }));
        row(
            "path", [](const auto &r) { return cell(r.path()); },
            part([](const auto &v) { return maybe{v.pathname()}; }));
        row("query", [](const auto &r) { return cell(r.query()); }, part([](const auto &v) { return v.query(); }));
        row(
            "fragment", [](const auto &r) { return cell(r.fragment()); },
            part([](const auto &v) { return v.fragment(); }));
        table.append_to(out);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (!all[i]) append_rejection(out, text, editions_[i], all[i].error(), colour_);
        }
        if (!browser && !needs_base(browser)) {
            out += colour_ ? "  \x1b[31mwhatwg\x1b[0m: " : "  whatwg: ";
            out += message_of(browser.error()) + '\n';
            append_caret(out, {.offset = browser.error().offset}, text, {.caret = true, .colour = colour_});
        }
        if (looks_like_urn(text)) append_urn_explanation(out, text, options_.only, colour_);
        if (url) url->append_to(out, table, colour_);
        for (const remark &it : remarks) {
            out += colour_ ? "  \x1b[33mnote:\x1b[0m " : "  note: ";
            out += it.says;
            out += '\n';
        }
    }

    void append_heading(std::string &out, std::string_view text) const {
        if (colour_) out += ansi::bold;
        is_printable(text) ? out += text : out += printable(text);
        if (colour_) out += ansi::plain;
        out += '\n';
    }

    void write_json(std::string &out, std::string_view text, const readings &all, const browser_result &browser,
                    const std::optional<url_explanation> &url, const std::vector<remark> &remarks) const {
        // A valid text is US-ASCII.
        json_object object{out, (!all[0] && !is_utf8(text)) || (url && !url->is_utf8())};
        object.text("input", text);
        json_object by_edition = object.object("editions");
        for (std::size_t i = 0; i < all.size(); ++i) {
            json_object one = by_edition.object(to_string(editions_[i]));
            one.boolean("valid", all[i].has_value());
            if (all[i]) {
                append_components(one, *all[i]);
            } else {
                append_error(one, all[i].error());
            }
            one.end();
        }
        by_edition.end();
        json_object by_browser = object.object(whatwg_edition);
        by_browser.boolean("valid", browser.has_value());
        browser ? append_web_members(by_browser, browser->view()) : append_web_error(by_browser, browser.error());
        by_browser.end();
        if (looks_like_urn(text)) append_urn_explanation(object, text, options_.only);
        if (url) url->append_to(object);
        std::string &list = object.raw("notes");
        list += '[';
        for (const remark &it : remarks) {
            if (&it != remarks.data()) list += ", ";
            json_object one{list};
            one.text("code", it.code).text("message", it.says).end();
        }
        list += ']';
        object.end_line();
    }

    const explain_command_options &options_;
    std::vector<edition> editions_; // of the generic syntax
    bool colour_;
    bool first_ = true;
};

int run_explain(const explain_command_options &o) { return run_job<explain_run>(o); }

constexpr example explain_examples[]{
    {"Who accepts an underscore in a host?", "uniform explain http://my_host/"},
    {"What is unusual about these?", "uniform explain http://2130706433/ 'http://bank.example@evil.example/'"},
};

} // namespace

const command explain_command = command_of<run_explain>(
    {"explain", "show how each edition reads the same text", "[TEXT...]",
     "Compares the editions side by side: the components that each finds, or the rule by which it rejects the text. "
     "The column whatwg has those of the URL that a browser makes of the text. "
     "Notes below them tell about surprises: hosts that other software reads as IPv4 addresses, user information "
     "before the host, passwords, default ports, dot segments. The column rfc3987 is the reading as an IRI.\n\n"
     "A text that begins with \"urn:\" is also read by the editions of the URN standard: NID, NSS and components, "
     "whether the NID is registered, whether the NSS matches the syntax of its namespace, whether the check character "
     "is correct, the normal forms, the name as its own identifier system writes it, letters that look like others, "
     "and URLs that resolve it.\n\n"
     "A text that begins with a scheme of `uniform url parse` is also read by each document that defines the scheme, "
     "from the draft of 1994 on: the parts that they name, or the rule by which they reject the text. For a scheme "
     "that the draft reserves, or that begins with \"x-\", the status in the draft is shown.",
     explain_examples});

} // namespace uniform::cli
