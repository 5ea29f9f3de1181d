#include "text/find_html.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <uniform/base/ascii.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/html/encoding.hpp>
#include <uniform/html/references.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/urn/urn.hpp>
#include <uniform/whatwg/web_url.hpp>

#include "print/json.hpp"
#include "print/words.hpp"
#include "run/diagnostics.hpp"
#include "uri/whatwg_print.hpp"

namespace uniform::cli {

namespace {

std::string_view name_of(base_source s) noexcept {
    static constexpr auto names = enum_table<base_source>({{base_source::content, "content"},
                                                           {base_source::entity, "entity"},
                                                           {base_source::retrieval, "retrieval"},
                                                           {base_source::application, "application"}});
    return names.name(s);
}

class report {
public:
    report(const find_uris_options &o, std::string_view name, std::string_view document, const html_sink &sink)
        : options_{o}, name_{name}, document_{document}, sink_{sink}, out_{sink.out} {
        locations_.assign(o.content_locations.begin(), o.content_locations.end());
        retrieved_.assign(o.retrieved.begin(), o.retrieved.end());
        how_.around.entities = locations_;
        how_.around.retrieval = retrieved_;
        if (o.base) how_.around.application = *o.base;
        how_.parse = {o.syntax(), o.max_length};
        how_.charset = sink.charset;
    }

    bool html() {
        const auto base = html::visit_references(
            document_, how_, [&](const html::document_base &b, const html::reference &r) { one(nullptr, b, r); });
        if (!base) {
            complain("", html::message(base.error()));
        } else {
            base_of(*base, "");
        }
        return good_;
    }

    bool message() {
        const auto parts = html::visit_message(document_, {.html = how_, .text = sink_.text},
                                               [&](const html::message_part &p, const html::document_base &b,
                                                   const html::reference &r) { one(&p, b, r); });
        for (const html::message_part &p : parts) {
            const std::string where = p.number.empty() ? "" : " part " + p.number;
            if (p.base) base_of(*p.base, where);
            if (p.problem == html::part_problem::none) continue;
            complain(where, p.refusal ? html::message(*p.refusal) : html::message(p.problem));
        }
        return good_;
    }

private:
    void complain(std::string_view where, std::string_view sentence) {
        good_ = false;
        sink_.complain(printable(name_) + std::string{where} + ": " + std::string{sentence});
    }

    // A base that is there but cannot be used. That there is none is said of each reference that would need it.
    void base_of(const html::document_base &base, std::string_view where) {
        if (!base.failure || base.failure->error.code == error_code::no_base) return;
        const error &why = base.failure->error;
        complain(where, "the base URI of section " + std::string{section(base.failure->source)} + " cannot be used: " +
                            uniform::message(why, base.failure->text) + cited(why) + typed_advice(base));
    }

    // --typed concerns the URIs of options.
    [[nodiscard]] std::string typed_advice(const html::document_base &base) const {
        const bool is_given = base.failure->source != base_source::content;
        if (!is_given || options_.typed || typed_hint({}, base.failure->text).empty()) return {};
        return "; " + std::string{typed_removes};
    }

    static std::string cited(const error &why) {
        const std::string says = citation(why);
        return says.empty() ? says : " (" + says + ')';
    }

    // Whether the reference itself is wrong, rather than only without a base.
    static bool is_invalid(const html::reference &r) {
        return !r.target && r.target.error().code != error_code::no_base &&
               r.target.error().code != error_code::urn_base;
    }

    // Drafts -16 4.3 and -14 5.3: "a base URI (other than a URN)", of those that were given.
    html::document_base other_base() const {
        html::document_base found;
        const auto use = [&](std::string_view text, base_source source) {
            const auto u = parse_uri(text, how_.parse);
            if (found.uri || !u || has_urn_scheme(*u)) return;
            found.uri = text;
            found.source = source;
        };
        for (const auto &text : locations_) use(*text, base_source::entity);
        if (!retrieved_.empty()) use(retrieved_.back(), base_source::retrieval);
        if (options_.base) use(*options_.base, base_source::application);
        return found;
    }

    static bool is_relative_to_urn(const html::document_base &base, const html::reference &r) {
        const auto used = r.codebase ? parse_uri(*r.codebase)
                          : base.uri ? parse_uri(*base.uri)
                                     : std::unexpected{error{}};
        const auto read = parse_uri_reference(r.value);
        return used && has_urn_scheme(*used) && !(read && read->has_scheme());
    }

    void one(const html::message_part *part, const html::document_base &base, const html::reference &r) {
        if (!r.target || !is_relative_to_urn(base, r)) return show(part, base, r);
        if (refuses_urn_bases(options_.edition)) {
            html::reference again = r;
            html::document_base other = other_base();
            again.codebase.reset();
            again.same_document = false;
            again.same_retrieved = false;
            const auto read = parse_uri_reference(r.value, how_.parse);
            if (read && other.uri) {
                again.target = resolve(parse_uri(*other.uri).value(), *read);
            } else {
                again.target = std::unexpected{error{0, error_code::urn_base, rule::none, options_.edition}};
            }
            return show(part, other.uri ? other : base, again);
        }
        if (options_.resolve && options_.edition == how_.parse.edition && !std::exchange(warned_, true)) {
            sink_.complain(printable(name_) + ": " + std::string{urn_base_warning});
        }
        show(part, base, r);
    }

    // The fragment aside.
    static std::string_view document_of(std::string_view href) { return href.substr(0, href.find('#')); }

    // URL Standard, "query state": only these are in the encoding of the document.
    static bool has_encoded_query(const whatwg::url_view &u) {
        return u.query() && u.is_special() && u.scheme() != "ws" && u.scheme() != "wss";
    }

    // HTML 2.4.1: the URL that a browser makes of the reference. Returns why there is none, unless it is for want of a
    // base that the URL Standard can use: then the target stays.
    std::optional<whatwg::failure> read_as_browser(const html::document_base &document, html::reference &r) const {
        const auto &base_text = r.codebase ? r.codebase : document.uri;
        const auto base = base_text ? whatwg::parse(*base_text) : std::unexpected{whatwg::failure{}};
        auto url = whatwg::parse(r.value, base ? &*base : nullptr);
        if (url && document.encoding != "UTF-8" && has_encoded_query(url->view()))
            url = whatwg::parse(html::with_encoded_query(r.value, document.encoding), base ? &*base : nullptr);
        if (url) {
            if (!r.target && base) r.same_document = document_of(url->href()) == document_of(base->href());
            r.target = std::string{url->href()};
            return std::nullopt;
        }
        if (!base && url.error().kind == whatwg::error_kind::missing_scheme_non_relative_url) return std::nullopt;
        if (r.target)
            r.target = std::unexpected{error{0, error_code::invalid_authority, rule::none, how_.parse.edition}};
        return url.error();
    }

    void reject(const html::message_part *part, const html::reference &r, const std::optional<whatwg::failure> &url) {
        const error &why = r.target.error();
        const std::uint64_t offset = url ? url->offset : why.offset;
        std::string where;
        if (part != nullptr && part->encoded) where = " part " + part->number;
        // The column of the error where the value is what is written, else that of the reference.
        std::uint64_t column = r.where.column;
        if (!r.decoded && !r.joined) column += offset;
        where += ':' + std::to_string(r.where.line) + ':' + std::to_string(column);
        complain(where, url ? message_of(*url) : uniform::message(why, r.value) + cited(why));
    }

    void show(const html::message_part *part, const html::document_base &base, const html::reference &r) {
        if (!is_iri_edition(how_.parse.edition)) return show(part, base, r, std::nullopt);
        html::reference read = r;
        const auto why = read_as_browser(base, read);
        show(part, base, read, why);
    }

    void show(const html::message_part *part, const html::document_base &base, const html::reference &r,
              const std::optional<whatwg::failure> &url) {
        const bool bad = options_.resolve ? !r.target : url || is_invalid(r);
        if (bad) reject(part, r, url);
        const std::string_view printed = options_.resolve && r.target ? *r.target : r.value;
        if (options_.json ? !bad && !sink_.is_new(printed) : bad || !sink_.is_new(printed)) return;
        if (options_.json) {
            write_json(part, base, r, url);
        } else {
            out_ += printed;
            out_ += options_.terminator();
        }
        sink_.grown();
    }

    void write_json(const html::message_part *part, const html::document_base &base, const html::reference &r,
                    const std::optional<whatwg::failure> &url) {
        json_object object{out_, !is_utf8(r.written) || !is_utf8(r.value)};
        if (!name_.empty()) object.text("file", name_);
        if (part != nullptr) {
            object.text("part", part->number).boolean("encoded", part->encoded);
        }
        object.text("text", r.written).text("found", r.value);
        object.number("begin", r.where.offset).number("end", r.end);
        object.number("line", r.where.line).number("column", r.where.column);
        if (base.encoding != "UTF-8") object.text("encoding", base.encoding);
        object.text("element", r.element);
        if (r.attribute.empty()) {
            object.null("attribute");
        } else {
            object.text("attribute", r.attribute);
        }
        if (r.codebase) {
            object.text("base", *r.codebase).text("base_source", r.by_xml_base ? "xml:base" : "codebase");
        } else {
            object.maybe("base", base.uri);
            if (base.uri) object.text("base_source", name_of(base.source));
        }
        if (r.target) {
            object.text("target", *r.target);
            object.boolean("same_document", r.same_document).boolean("same_retrieved", r.same_retrieved);
        } else {
            object.null("target");
            if (url) {
                append_web_error(object, *url);
                object.end();
                out_ += options_.terminator();
                return;
            }
            append_error(object, r.target.error(), {}, uniform::message(r.target.error(), r.value));
        }
        object.end();
        out_ += options_.terminator();
    }

    const find_uris_options &options_;
    std::string_view name_;
    std::string_view document_;
    const html_sink &sink_;
    std::string &out_;
    std::vector<std::optional<std::string_view>> locations_;
    std::vector<std::string_view> retrieved_;
    html::reference_options how_;
    bool good_ = true;
    bool warned_ = false;
};

// Whether a text begins like the heading of a message (RFC 5322 2.2), as far as it was read.
enum class heading_state : std::uint8_t { none, goes_on, ended };

heading_state heading_at(std::string_view text) noexcept {
    const auto is_name = [](char c) { return c > ' ' && c <= '~' && c != ':'; };
    for (bool first = true; !text.empty(); first = false) {
        const auto lf = text.find('\n');
        std::string_view line = text.substr(0, lf);
        const bool cut = lf == std::string_view::npos;
        text.remove_prefix(cut ? text.size() : lf + 1);
        if (line.ends_with('\r')) line.remove_suffix(1);
        if (line.empty() && !cut) return first ? heading_state::none : heading_state::ended;
        if (line.empty()) break;
        if (!first && (line.front() == ' ' || line.front() == '\t')) continue;
        // In a log, whose lines may begin with a time, the first character of a line is enough.
        if (!ascii::is_alpha(line.front())) return heading_state::none;
        const auto name_end = std::ranges::find_if_not(line, is_name);
        if (name_end == line.end() ? !cut : *name_end != ':') return heading_state::none;
        if (std::string_view{name_end, line.end()}.starts_with("://")) return heading_state::none;
    }
    return heading_state::goes_on;
}

} // namespace

std::optional<document_kind> kind_of(std::string_view beginning, bool ended) {
    ended = ended || beginning.size() >= enough_to_know;
    const std::string_view separator = "From ";
    if (beginning.starts_with(separator)) return document_kind::text;
    if (separator.starts_with(beginning) && !ended) return std::nullopt;
    std::string_view text = beginning;
    if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\f"), text.size()));
    if (text.empty() && !ended) return std::nullopt;
    if (text.starts_with('<')) {
        if (html::looks_like_html(beginning)) return document_kind::html;
        // Comments and declarations may stand before the first tag.
        const bool is_tag = !text.starts_with("<!") && !text.starts_with("<?") && text.find_first_of(" >\n", 1) < 64;
        if (ended || is_tag || beginning.size() >= 4096) return document_kind::text;
        return std::nullopt;
    }
    switch (heading_at(beginning)) {
    case heading_state::none:
        return document_kind::text;
    case heading_state::goes_on:
        if (!ended) return std::nullopt;
        break;
    case heading_state::ended:
        break;
    }
    return html::looks_like_message(beginning) ? document_kind::message : document_kind::text;
}

bool is_name_of_html(std::string_view file) noexcept {
    constexpr std::string_view endings[] = {".html", ".htm", ".xhtml", ".xht"};
    return std::ranges::any_of(endings, [&](std::string_view ending) {
        return file.size() > ending.size() &&
               ascii::equal_ignoring_case(file.substr(file.size() - ending.size()), ending);
    });
}

bool html_report(const find_uris_options &o, std::string_view name, std::string_view document, document_kind kind,
                 const html_sink &sink) {
    report r{o, name, document, sink};
    return kind == document_kind::message ? r.message() : r.html();
}

} // namespace uniform::cli
