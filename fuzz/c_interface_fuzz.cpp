// Random calls of the C interface: whatever the texts, the options and the order, every call returns a status, an error
// has an offset and a message, and what was made can be read, changed and given back.
//
// Input: three texts, each up to a line feed, and then a byte for each call: which one, and its options.
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include <uniform.h>

namespace {

using std::string_view;

void require(bool holds) {
    if (!holds) std::abort();
}

// The rest of the input, read from its beginning.
class input {
public:
    input(const unsigned char *data, std::size_t size) : rest_{reinterpret_cast<const char *>(data), size} {}

    string_view line() {
        const std::size_t end = rest_.find('\n');
        const string_view text = rest_.substr(0, end);
        rest_.remove_prefix(end == string_view::npos ? rest_.size() : end + 1);
        return text;
    }
    int number(int below) {
        if (rest_.empty()) return 0;
        const int value = static_cast<unsigned char>(rest_.front()) % below;
        rest_.remove_prefix(1);
        return value;
    }
    [[nodiscard]] bool empty() const { return rest_.empty(); }

private:
    string_view rest_;
};

template <class T>
T sized() {
    T all{};
    all.struct_size = sizeof all;
    return all;
}

class session {
public:
    explicit session(input &in) : in_{in}, a_{in.line()}, b_{in.line()}, c_{in.line()} {
        error_.struct_size = sizeof error_;
    }
    session(const session &) = delete;
    session &operator=(const session &) = delete;
    ~session() {
        uniform_string_free(&out_);
        uniform_string_free(&other_);
        uniform_reference_free(reference_);
        uniform_web_free(url_);
        uniform_values_free(values_);
        uniform_template_free(template_);
        uniform_finder_free(finder_);
    }

    void call() {
        switch (in_.number(24)) {
        case 0: {
            auto o = sized<uniform_parse_options>();
            o.edition = in_.number(23) - 1;
            o.production = in_.number(8) - 1;
            o.zone_ids = in_.number(3);
            auto c = sized<uniform_components>();
            if (ok(uniform_parse(a_.data(), a_.size(), &o, &c, &error_))) {
                within(c.host, a_);
                within(c.path, a_);
                within(c.fragment, a_);
            }
            return;
        }
        case 1: {
            auto o = normalizing();
            if (ok(uniform_normalize(a_.data(), a_.size(), &o, &out_, &error_)) && o.nfc == 0) {
                std::uint32_t changes = 1;
                require(uniform_normal_changes(out_.data, out_.size, &o, &changes, nullptr) == UNIFORM_OK);
                require(changes == 0 || o.ignore_fragment == 1);
            }
            return;
        }
        case 2: {
            auto o = normalizing();
            std::int32_t same = 0;
            std::uint64_t x = 0;
            std::uint64_t y = 0;
            uniform_level level = 0;
            if (!ok(uniform_equivalent(a_.data(), a_.size(), b_.data(), b_.size(), &o, &same, &error_))) return;
            require(uniform_hash(a_.data(), a_.size(), &o, &x, nullptr) == UNIFORM_OK);
            require(uniform_hash(b_.data(), b_.size(), &o, &y, nullptr) == UNIFORM_OK);
            require(same == 0 || x == y);
            ok(uniform_lowest_level(a_.data(), a_.size(), b_.data(), b_.size(), &o, &level, &error_));
            return;
        }
        case 3: {
            auto o = sized<uniform_resolve_options>();
            o.edition = in_.number(4);
            o.excess_dots = in_.number(5);
            o.not_strict = in_.number(2);
            o.refuse_double_slash = in_.number(2);
            ok(uniform_resolve(a_.data(), a_.size(), b_.data(), b_.size(), &o, &out_, &error_));
            ok(uniform_relativize(a_.data(), a_.size(), b_.data(), b_.size(), &o, &out_, &error_));
            return;
        }
        case 4: {
            auto p = sized<uniform_parts>();
            p.scheme = some(a_);
            p.host = some(b_);
            p.path = some(c_);
            p.query = some(a_);
            p.fragment = some(b_);
            ok(uniform_build(&p, nullptr, &out_, &error_));
            return;
        }
        case 5:
            ok(uniform_decode(a_.data(), a_.size(), in_.number(2), &out_, &error_));
            require(uniform_encode("query", a_.data(), a_.size(), &out_, &error_) == UNIFORM_OK);
            require(uniform_decode(out_.data, out_.size, 0, &other_, nullptr) == UNIFORM_OK);
            require(string_view(other_.data, other_.size) == a_);
            return;
        case 6:
            ok(uniform_iri_to_uri(a_.data(), a_.size(), in_.number(2), &out_, &error_));
            ok(uniform_uri_to_iri(a_.data(), a_.size(), in_.number(2), &out_, &error_));
            return;
        case 7:
            ok(uniform_repair(a_.data(), a_.size(), in_.number(4), in_.number(3), &out_, nullptr, &other_, &error_));
            return;
        case 8: {
            ok(uniform_host_to_ascii(a_.data(), a_.size(), in_.number(4), &out_, &error_));
            ok(uniform_host_to_unicode(a_.data(), a_.size(), in_.number(4), &out_, &error_));
            ok(uniform_host_lookup_name(a_.data(), a_.size(), in_.number(4), &out_, &error_));
            ok(uniform_host_display(a_.data(), a_.size(), &out_, nullptr));
            auto d = sized<uniform_domain>();
            if (ok(uniform_host_domain(a_.data(), a_.size(), &out_, &d))) within(d.suffix, {out_.data, out_.size});
            return;
        }
        case 9:
            uniform_reference_free(reference_);
            reference_ = nullptr;
            ok(uniform_reference_parse(a_.data(), a_.size(), nullptr, &reference_, &error_));
            return;
        case 10:
            edited(uniform_reference_set(reference_, in_.number(11), b_.data(), b_.size(), in_.number(3), &error_));
            return;
        case 11:
            edited(uniform_reference_remove(reference_, in_.number(11), &error_));
            return;
        case 12:
            edited(uniform_reference_append_segment(reference_, b_.data(), b_.size(), in_.number(2), &error_));
            edited(uniform_reference_insert_segment(reference_, static_cast<std::size_t>(in_.number(4)), c_.data(),
                                                    c_.size(), in_.number(2), &error_));
            edited(uniform_reference_erase_segment(reference_, static_cast<std::size_t>(in_.number(4)), &error_));
            return;
        case 13: {
            auto o = sized<uniform_query_options>();
            o.separator = in_.number(128);
            o.semicolon = in_.number(2);
            edited(uniform_reference_set_parameter(reference_, b_.data(), b_.size(), c_.data(), c_.size(),
                                                   in_.number(2), &o, &error_));
            edited(uniform_reference_append_parameter(reference_, c_.data(), c_.size(), nullptr, 0, in_.number(2), &o,
                                                      &error_));
            edited(uniform_reference_remove_parameters(reference_, c_.data(), c_.size(), &o, &error_));
            edited(uniform_reference_sort_parameters(reference_, &o, &error_));
            return;
        }
        case 14:
            uniform_web_free(url_);
            url_ = nullptr;
            if (in_.number(2) == 0)
                ok(uniform_web_parse(a_.data(), a_.size(), nullptr, 0, &url_, &error_));
            else
                ok(uniform_web_parse(a_.data(), a_.size(), b_.data(), b_.size(), &url_, &error_));
            return;
        case 15: {
            uniform_text t{};
            if (url_ == nullptr) return;
            ok(uniform_web_set(url_, in_.number(11), c_.data(), c_.size(), nullptr));
            ok(uniform_web_get(url_, in_.number(11), &t));
            ok(uniform_web_origin(url_, &out_));
            return;
        }
        case 16: {
            uniform_web_differences *all = nullptr;
            ok(uniform_web_compare(a_.data(), a_.size(), &all));
            uniform_web_differences_free(all);
            return;
        }
        case 17: {
            const uniform_edition e = in_.number(9);
            auto c = sized<uniform_urn_components>();
            auto check = sized<uniform_urn_check>();
            if (ok(uniform_urn_parse(a_.data(), a_.size(), e, &c, &error_))) within(c.nss, a_);
            ok(uniform_urn_normalize(a_.data(), a_.size(), e, in_.number(3), &out_, &error_));
            ok(uniform_urn_validate(a_.data(), a_.size(), e, in_.number(4), &error_));
            ok(uniform_urn_check_name(a_.data(), a_.size(), e, &check, &error_));
            ok(uniform_urn_convert(a_.data(), a_.size(), e, in_.number(9), &out_, &error_));
            ok(uniform_urn_to_name(a_.data(), a_.size(), e, &out_, &error_));
            return;
        }
        case 18: {
            uniform_list *list = nullptr;
            ok(uniform_urn_guess(a_.data(), a_.size(), &list));
            uniform_list_free(list);
            list = nullptr;
            ok(uniform_urn_addresses(a_.data(), a_.size(), 0, &list, &error_));
            uniform_list_free(list);
            ok(uniform_urn_from_name(b_.data(), b_.size(), c_.data(), c_.size(), nullptr, &out_, &error_));
            return;
        }
        case 19: {
            auto o = sized<uniform_lint_options>();
            o.browser = in_.number(2);
            o.edition = in_.number(2);
            uniform_findings *all = nullptr;
            if (!ok(uniform_lint(a_.data(), a_.size(), &o, &all))) return;
            for (std::size_t i = 0; i < uniform_findings_size(all); ++i) {
                auto f = sized<uniform_finding>();
                require(uniform_findings_get(all, i, &f) == UNIFORM_OK);
                within(f.where, a_);
            }
            uniform_findings_free(all);
            return;
        }
        case 20: {
            auto o = sized<uniform_find_options>();
            o.abbreviated = in_.number(2);
            o.join_lines = in_.number(2);
            o.schemes = in_.number(4);
            uniform_found_list *all = nullptr;
            ok(uniform_find(a_.data(), a_.size(), &o, &all));
            uniform_found_list_free(all);
            if (finder_ == nullptr) ok(uniform_finder_new(&o, &finder_));
            const auto ignore = [](void * /*context*/, const uniform_found *f) { require(f->begin <= f->end); };
            if (finder_ != nullptr) ok(uniform_finder_feed(finder_, b_.data(), b_.size(), ignore, nullptr));
            if (finder_ != nullptr && in_.number(4) == 0) ok(uniform_finder_finish(finder_, ignore, nullptr));
            return;
        }
        case 21: {
            uniform_html *html = nullptr;
            ok(uniform_html_find(a_.data(), a_.size(), b_.data(), b_.size(), &html, &error_));
            for (std::size_t i = 0; i < uniform_html_size(html); ++i) {
                auto r = sized<uniform_html_reference>();
                require(uniform_html_get(html, i, &r) == UNIFORM_OK &&
                        (r.target.data == nullptr) != (r.problem.data == nullptr));
            }
            uniform_html_free(html);
            return;
        }
        case 22:
            uniform_values_free(values_);
            values_ = nullptr;
            if (in_.number(2) == 0) {
                ok(uniform_query_decode(a_.data(), a_.size(), nullptr, &values_, &error_));
            } else {
                ok(uniform_url_fields(a_.data(), a_.size(), in_.number(21), &values_, &error_));
            }
            if (values_ == nullptr) return;
            ok(uniform_query_encode(values_, nullptr, &out_, &error_));
            ok(uniform_url_make(b_.data(), b_.size(), values_, 0, &out_, &error_));
            ok(uniform_values_add_item(values_, c_.data(), c_.size()));
            return;
        default:
            if (template_ == nullptr) ok(uniform_template_parse(c_.data(), c_.size(), &template_, &error_));
            if (template_ == nullptr) return;
            if (values_ != nullptr) ok(uniform_template_expand(template_, values_, &out_, &error_));
            uniform_values *matched = nullptr;
            ok(uniform_template_match(template_, a_.data(), a_.size(), &matched, nullptr, &error_));
            uniform_values_free(matched);
        }
    }

private:
    // Whether a call succeeded. A fault of the library is none of the answers.
    bool ok(uniform_status status) {
        require(status >= UNIFORM_OK && status < UNIFORM_FAULT && status != UNIFORM_NO_MEMORY);
        if (status == UNIFORM_REFUSED && error_.status == UNIFORM_REFUSED)
            require(error_.message[0] != '\0' &&
                    uniform_error_print(&error_, a_.data(), a_.size(), 60, &other_) == UNIFORM_OK);
        return status == UNIFORM_OK;
    }
    // An edit leaves a reference that parses.
    void edited(uniform_status status) {
        if (reference_ == nullptr) {
            require(status == UNIFORM_BAD_ARGUMENT);
            return;
        }
        ok(status);
        uniform_text t{};
        uniform_reference_text(reference_, &t);
        require(uniform_parse(t.data, t.size, nullptr, nullptr, nullptr) == UNIFORM_OK);
    }
    static void within(uniform_range r, string_view text) {
        require(r.begin == UNIFORM_ABSENT || (r.begin <= r.end && r.end <= text.size()));
    }
    uniform_text some(string_view text) {
        return in_.number(2) == 0 ? uniform_text{} : uniform_text{text.data(), text.size()};
    }
    uniform_normalize_options normalizing() {
        auto o = sized<uniform_normalize_options>();
        o.edition = in_.number(4);
        o.level = in_.number(8);
        o.rfc5952 = in_.number(2);
        o.ignore_fragment = in_.number(2);
        o.nfc = in_.number(2);
        return o;
    }

    input &in_;
    string_view a_;
    string_view b_;
    string_view c_;
    uniform_error error_{};
    uniform_string out_{};
    uniform_string other_{};
    uniform_reference *reference_ = nullptr;
    uniform_web_url *url_ = nullptr;
    uniform_values *values_ = nullptr;
    uniform_template *template_ = nullptr;
    uniform_finder *finder_ = nullptr;
};

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char *data, std::size_t size) {
    input in{data, size};
    session s{in};
    for (int calls = 0; calls < 64 && !in.empty(); ++calls) s.call();
    return 0;
}
