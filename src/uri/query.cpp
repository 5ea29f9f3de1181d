// The parameters of a query as data, both ways.
#include <uniform/uri/query.hpp>

namespace uniform {

std::expected<std::vector<decoded_parameter>, error> decoded_parameters(std::string_view query, query_options o) {
    std::vector<decoded_parameter> out;
    const auto in_query = [&](error why, std::string_view part) {
        why.offset += static_cast<std::uint64_t>(part.data() - query.data());
        return std::unexpected{why};
    };
    for (const parameter p : query_parameters{query, o}) {
        auto key = p.decoded_key(o.plus);
        if (!key) return in_query(key.error(), p.key);
        auto value = p.decoded_value(o.plus);
        if (!value) return in_query(value.error(), *p.value);
        out.emplace_back(*std::move(key), *std::move(value));
    }
    return out;
}

std::string encode_parameter_data(std::string_view data, query_options o, edition e) {
    if (o.separator == '&') return encode_query_data(data, o.plus, e); // ";" is always encoded
    std::string out;
    const std::string_view separator{&o.separator, 1};
    const char_set keep = query_data(e) - char_set{separator};
    if (o.plus == plus::as_written || o.separator == '+') {
        encode_append(out, data, keep);
        return out;
    }
    for (std::size_t begin = 0;;) { // HTML forms write a space as "+"
        const auto space = data.find(' ', begin);
        encode_append(out, data.substr(begin, space - begin), keep);
        if (space == std::string_view::npos) return out;
        out += '+';
        begin = space + 1;
    }
}

std::expected<std::string, error> encode_parameters(std::span<const decoded_parameter> pairs, query_options o,
                                                    edition e) {
    std::string out;
    for (const decoded_parameter &p : pairs) {
        if (&p != pairs.data()) out += o.separator;
        // RFC 3986 3.4: "" is a query without parameters. URL Standard 5.1: an empty sequence is skipped.
        if (p.key.empty() && !p.value && (o.is_form() || pairs.size() == 1))
            return std::unexpected{error{out.size(), error_code::lost_parameter, rule::query, e}};
        out += encode_parameter_data(p.key, o, e);
        if (p.value) (out += '=') += encode_parameter_data(*p.value, o, e);
    }
    return out;
}

} // namespace uniform
