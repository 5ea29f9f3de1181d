#include "find_html.hpp"

#include <algorithm>
#include <optional>

#include <uniform/html/message.hpp>
#include <uniform/html/references.hpp>

#include "diagnostics.hpp"
#include "json.hpp"
#include "words.hpp"

namespace uniform::command {

namespace {

constexpr std::string_view name_of(base_source s) noexcept {
    switch (s) {
    case base_source::content:
        return "content";
    case base_source::entity:
        return "entity";
    case base_source::retrieval:
        return "retrieval";
    case base_source::application:
        break;
    }
    return "application";
}

class report {
public:
    report(const options &o, std::string_view name, std::string_view document,
           const std::function<bool(std::string_view)> &is_new, std::string &out)
        : options_{o}, name_{name}, document_{document}, is_new_{is_new}, out_{out} {
        locations_.assign(o.content_locations.begin(), o.content_locations.end());
        retrieved_.assign(o.retrieved.begin(), o.retrieved.end());
        how_.around.entities = locations_;
        how_.around.retrieval = retrieved_;
        if (o.base) how_.around.application = *o.base;
        how_.parse = o.parse;
    }

    html_outcome html() {
        const auto base = html::visit_references(
            document_, how_, [&](const html::document_base &b, const html::reference &r) { one(nullptr, b, r); });
        if (!base) {
            say("", html::message(base.error()));
        } else {
            base_of(*base, "");
        }
        return std::move(outcome_);
    }

    html_outcome message() {
        const auto parts = html::visit_message(document_, {.html = how_},
                                               [&](const html::message_part &p, const html::document_base &b,
                                                   const html::reference &r) { one(&p, b, r); });
        for (const html::message_part &p : parts) {
            const std::string where = p.number.empty() ? "" : " part " + p.number;
            if (p.base) base_of(*p.base, where);
            if (p.problem == html::part_problem::none) continue;
            say(where, p.refusal ? html::message(*p.refusal) : html::message(p.problem));
        }
        return std::move(outcome_);
    }

private:
    void say(std::string_view where, std::string_view sentence) {
        outcome_.bad = true;
        outcome_.messages.push_back(printable(name_) + std::string{where} + ": " + std::string{sentence});
    }

    // A base that is there but cannot be used. That there is none is said of each reference that would need it.
    void base_of(const html::document_base &base, std::string_view where) {
        if (!base.failure || base.failure->error.code == error_code::no_base) return;
        const error &why = base.failure->error;
        say(where, "the base URI of section " + std::string{section(base.failure->source)} +
                       " cannot be used: " + uniform::message(why, base.failure->text) + cited(why));
    }

    static std::string cited(const error &why) {
        const std::string says = citation(why);
        return says.empty() ? says : " (" + says + ')';
    }

    // Whether the reference itself is wrong, rather than only without a base.
    static bool is_invalid(const html::reference &r) {
        return !r.target && r.target.error().code != error_code::no_base;
    }

    void refuse(const html::message_part *part, const html::reference &r) {
        const error &why = r.target.error();
        std::string where;
        if (part != nullptr && part->encoded) where = " part " + part->number;
        // The column of the error where the value is what is written, else that of the reference.
        std::uint64_t column = r.where.column;
        if (!r.decoded && !r.joined && is_ascii(r.value)) column += why.offset;
        where += ':' + std::to_string(r.where.line) + ':' + std::to_string(column);
        say(where, uniform::message(why, r.value) + cited(why));
    }

    static bool is_ascii(std::string_view text) {
        return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
    }

    void one(const html::message_part *part, const html::document_base &base, const html::reference &r) {
        const bool bad = options_.resolve_found ? !r.target : is_invalid(r);
        if (bad) refuse(part, r);
        const std::string_view printed = options_.resolve_found && r.target ? *r.target : r.value;
        if (options_.json ? is_new_ && !bad && !is_new_(printed) : bad || (is_new_ && !is_new_(printed))) return;
        if (options_.json) {
            write_json(part, base, r);
        } else {
            out_ += printed;
            out_ += options_.terminator();
        }
    }

    void write_json(const html::message_part *part, const html::document_base &base, const html::reference &r) {
        json_object object{out_, !is_utf8(r.written) || !is_utf8(r.value)};
        if (!name_.empty()) object.text("file", name_);
        if (part != nullptr) {
            object.text("part", part->number).boolean("encoded", part->encoded);
        }
        object.text("text", r.written).text("found", r.value);
        object.number("begin", r.where.offset).number("end", r.end);
        object.number("line", r.where.line).number("column", r.where.column);
        object.text("element", r.element);
        if (r.attribute.empty()) {
            object.null("attribute");
        } else {
            object.text("attribute", r.attribute);
        }
        if (r.codebase) {
            object.text("base", *r.codebase).text("base_source", "codebase");
        } else {
            object.maybe("base", base.uri);
            if (base.uri) object.text("base_source", name_of(base.source));
        }
        if (r.target) {
            object.text("target", *r.target);
            object.boolean("same_document", r.same_document).boolean("same_retrieved", r.same_retrieved);
        } else {
            object.null("target");
            append_error(object, r.target.error(), {}, uniform::message(r.target.error(), r.value));
        }
        object.end_line();
    }

    const options &options_;
    std::string_view name_;
    std::string_view document_;
    const std::function<bool(std::string_view)> &is_new_;
    std::string &out_;
    std::vector<std::optional<std::string_view>> locations_;
    std::vector<std::string_view> retrieved_;
    html::reference_options how_;
    html_outcome outcome_;
};

} // namespace

document_kind kind_of(std::string_view beginning) noexcept {
    if (html::looks_like_html(beginning)) return document_kind::html;
    return html::looks_like_message(beginning) ? document_kind::message : document_kind::text;
}

html_outcome html_report(const options &o, std::string_view name, std::string_view document, document_kind kind,
                         const std::function<bool(std::string_view)> &is_new, std::string &out) {
    report r{o, name, document, is_new, out};
    return kind == document_kind::message ? r.message() : r.html();
}

} // namespace uniform::command
