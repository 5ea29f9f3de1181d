// Edits of the query's parameters. Pairs that stay keep their bytes, and the separator before them when they have one.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "uri/edit.hpp"

namespace uniform {

namespace {

// The query being written. A pair is written with its original separator, unless it is the first. Form data lose their
// empty sequences, which are no pairs.
class pair_writer {
public:
    explicit pair_writer(std::string_view query) : query_{query} { text_.reserve(query.size()); }

    // A pair of the query, as it is or with another value.
    void keep(const parameter &p) {
        separate(p);
        text_.append(p.text());
    }
    void rewrite(const parameter &p, std::optional<std::string_view> value) {
        separate(p);
        text_.append(p.key);
        if (value) (text_ += '=').append(*value);
    }
    // A pair that is new.
    void add(std::string_view key, std::optional<std::string_view> value, query_options o) {
        if (any_) {
            const auto last = last_separator(o);
            text_ += last == std::string_view::npos ? o.separator : query_[last];
        }
        any_ = true;
        text_.append(key);
        if (value) (text_ += '=').append(*value);
    }
    [[nodiscard]] const std::string &text() const noexcept { return text_; }

private:
    [[nodiscard]] std::size_t last_separator(query_options o) const noexcept {
        std::size_t at = query_.size();
        while (at > 0 && !o.separates(query_[at - 1])) --at;
        return at == 0 ? std::string_view::npos : at - 1;
    }
    void separate(const parameter &p) {
        if (any_) text_ += *(p.key.data() - 1);
        any_ = true;
    }

    std::string_view query_;
    std::string text_;
    bool any_ = false;
};

std::optional<error> structure_misfit(std::string_view key, std::optional<std::string_view> value, query_options o,
                                      edition e) noexcept {
    const char both[]{o.separator, ';'};
    const std::string_view separators{both, o.semicolon ? std::size_t{2} : std::size_t{1}};
    auto at = std::min(key.find_first_of(separators), key.find('='));
    if (at == std::string_view::npos && value) at = value->find_first_of(separators);
    if (at == std::string_view::npos) return std::nullopt;
    return error{at, error_code::invalid_character, rule::query, e};
}

// After an error: which of the two has the byte that a query does not allow.
error blame(error found, std::string_view key, std::optional<std::string_view> value, edition e) noexcept {
    if (found.code == error_code::too_long) return found;
    const char_set set = allowed(rule::query, e);
    if (const auto misfit = detail::find_misfit(key, rule::query, set, e)) return *misfit;
    if (value) {
        if (const auto misfit = detail::find_misfit(*value, rule::query, set, e)) return *misfit;
    }
    return found;
}

struct encoded_pair {
    std::string key;
    std::optional<std::string> value;
};

encoded_pair encode_pair(decoded key, std::optional<decoded> value, query_options o, edition e) {
    encoded_pair pair{encode_parameter_data(key.data, o, e), std::nullopt};
    if (value) pair.value = encode_parameter_data(value->data, o, e);
    return pair;
}

// The error of a pair that is to be in the query `text`, where no reader would find it: an empty query has no pairs, so
// one empty pair cannot be written down, and form data have no empty pairs at all (URL Standard 5.1).
std::optional<error> loss_in(std::string_view text, bool is_empty_pair, query_options o, edition e) noexcept {
    if (!text.empty() && !(o.is_form() && is_empty_pair)) return std::nullopt;
    return error{0, error_code::lost_parameter, rule::query, e};
}

// A predicate that holds for keys which do (or do not) match. The scratch string is only used for keys with "%" or "+".
auto matching(std::string_view pattern, query_options o, bool wanted) {
    return [pattern, o, wanted, scratch = std::string{}](const parameter &p) mutable {
        std::string_view key = p.key;
        if (has_encoded(key) || (o.plus == plus::as_space && key.contains('+'))) {
            scratch.clear();
            if (decode_append(scratch, key, o.plus)) key = scratch;
        }
        return matches_pattern(key, pattern) == wanted;
    };
}

} // namespace

std::expected<void, error> editable::append_parameter(std::string_view key, std::optional<std::string_view> value,
                                                      query_options o) {
    if (const auto misfit = structure_misfit(key, value, o, edition())) return std::unexpected{*misfit};
    components wanted = components_of(seen());
    pair_writer out{wanted.query.value_or(std::string_view{})};
    for (const parameter p : query_parameters{wanted.query.value_or(std::string_view{}), o}) out.keep(p);
    out.add(key, value, o);
    if (const auto loss = loss_in(out.text(), key.empty() && !value, o, edition())) return std::unexpected{*loss};
    wanted.query = out.text();
    auto done = apply(wanted, {});
    if (!done) return std::unexpected{blame(done.error(), key, value, edition())};
    return done;
}

std::expected<void, error> editable::append_parameter(decoded key, std::optional<decoded> value, query_options o) {
    const encoded_pair pair = encode_pair(key, value, o, edition());
    return append_parameter(pair.key, pair.value, o);
}

std::expected<void, error> editable::put_pair(std::string_view key_data, std::string_view key,
                                              std::optional<std::string_view> value, query_options o, bool append) {
    if (const auto misfit = structure_misfit(key, value, o, edition())) return std::unexpected{*misfit};
    components wanted = components_of(seen());
    const query_parameters all{wanted.query.value_or(std::string_view{}), o};
    pair_writer out{all.text()};
    bool found = false;
    for (const parameter p : all) {
        if (!decodes_to(p.key, key_data, o.plus)) {
            out.keep(p);
        } else if (!found) {
            out.rewrite(p, value);
            found = true;
        }
    }
    if (!found) {
        if (!append) return std::unexpected{not_found(rule::query)};
        out.add(key, value, o);
    }
    if (const auto loss = loss_in(out.text(), key.empty() && !value, o, edition())) return std::unexpected{*loss};
    wanted.query = out.text();
    auto done = apply(wanted, {});
    if (!done) return std::unexpected{blame(done.error(), key, value, edition())};
    return done;
}

std::expected<void, error> editable::set_parameter(std::string_view key, std::optional<std::string_view> value,
                                                   query_options o) {
    const auto data = decode(key, o.plus);
    if (!data) return std::unexpected{data.error()};
    return put_pair(*data, key, value, o, true);
}

std::expected<void, error> editable::set_parameter(decoded key, std::optional<decoded> value, query_options o) {
    const encoded_pair pair = encode_pair(key, value, o, edition());
    return put_pair(key.data, pair.key, pair.value, o, true);
}

std::expected<void, error> editable::replace_parameter(std::string_view key, std::optional<std::string_view> value,
                                                       query_options o) {
    const auto data = decode(key, o.plus);
    if (!data) return std::unexpected{data.error()};
    return put_pair(*data, key, value, o, false);
}

std::expected<void, error> editable::replace_parameter(decoded key, std::optional<decoded> value, query_options o) {
    const encoded_pair pair = encode_pair(key, value, o, edition());
    return put_pair(key.data, pair.key, pair.value, o, false);
}

std::expected<void, error> editable::remove_pairs(void *data, pair_predicate predicate, query_options o) {
    components wanted = components_of(seen());
    if (!wanted.query) return {};
    pair_writer out{*wanted.query};
    bool removed = false;
    for (const parameter p : query_parameters{*wanted.query, o}) {
        if (predicate(data, p)) {
            removed = true;
        } else {
            out.keep(p);
        }
    }
    if (!removed) return {};
    wanted.query = out.text();
    if (out.text().empty()) wanted.query.reset();
    return apply(wanted, {});
}

std::expected<void, error> editable::remove_parameter(std::string_view key, query_options o) {
    const auto data = decode(key, o.plus);
    if (!data) return std::unexpected{data.error()};
    return remove_parameter(decoded{*data}, o);
}

std::expected<void, error> editable::remove_parameter(decoded key, query_options o) {
    return remove_parameters_if([&](const parameter &p) { return decodes_to(p.key, key.data, o.plus); }, o);
}

std::expected<void, error> editable::remove_parameters_matching(std::string_view pattern, query_options o) {
    return remove_parameters_if(matching(pattern, o, true), o);
}

std::expected<void, error> editable::keep_parameters_matching(std::string_view pattern, query_options o) {
    return remove_parameters_if(matching(pattern, o, false), o);
}

std::expected<void, error> editable::merge_parameters(std::string_view query, query_options o) {
    // The pairs of each key, by the key as data, in order; `next` is the first that has no place yet.
    struct values {
        std::vector<parameter> pairs;
        std::size_t next = 0;
    };
    std::unordered_map<std::string, values> given;
    std::vector<values *> order; // of the pairs of `query`
    for (const parameter p : query_parameters{query, o}) {
        auto key = p.decoded_key(o.plus);
        if (!key) {
            key.error().offset += static_cast<std::uint64_t>(p.key.data() - query.data());
            return std::unexpected{key.error()};
        }
        values &same = given[*std::move(key)];
        same.pairs.push_back(p);
        order.push_back(&same);
    }
    if (order.empty()) return {};

    components wanted = components_of(seen());
    const query_parameters all{wanted.query.value_or(std::string_view{}), o};
    pair_writer out{all.text()};
    for (const parameter p : all) {
        const auto found = given.find(decode(p.key, o.plus).value_or(std::string{p.key}));
        if (found == given.end()) {
            out.keep(p);
        } else if (values &same = found->second; same.next < same.pairs.size()) {
            out.rewrite(p, same.pairs[same.next++].value);
        }
    }
    std::unordered_map<values *, std::size_t> places;
    for (values *same : order) {
        const std::size_t index = places[same]++;
        if (index >= same->next) out.add(same->pairs[index].key, same->pairs[index].value, o);
    }
    if (const auto loss = loss_in(out.text(), false, o, edition())) return std::unexpected{*loss};
    wanted.query = out.text();
    auto done = apply(wanted, {});
    if (!done) return std::unexpected{blame(done.error(), query, std::nullopt, edition())};
    return done;
}

std::expected<void, error> editable::sort_parameters(query_options o) {
    components wanted = components_of(seen());
    if (!wanted.query) return {};
    std::vector<parameter> pairs;
    std::string separators;
    for (const parameter p : query_parameters{*wanted.query, o}) {
        if (!pairs.empty()) separators += *(p.key.data() - 1);
        pairs.push_back(p);
    }
    if (std::ranges::is_sorted(pairs, {}, &parameter::key)) return {};
    // All keys are parts of one text, so the position of a key determines which of two equal ones came first.
    std::ranges::sort(pairs, [](const parameter &a, const parameter &b) {
        const int order = a.key.compare(b.key);
        return order != 0 ? order < 0 : a.key.data() < b.key.data();
    });
    // The separators stay where they were.
    std::string query;
    query.reserve(wanted.query->size());
    for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (i > 0) query += separators[i - 1];
        query.append(pairs[i].text());
    }
    wanted.query = query;
    return apply(wanted, {});
}

} // namespace uniform
