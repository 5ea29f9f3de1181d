#include <uniform/uri/data_place.hpp>

#include <uniform/syntax/percent.hpp>
#include <uniform/uri/host.hpp>

namespace uniform {

rule production_of(data_place p) noexcept {
    switch (p) {
    case data_place::user:
    case data_place::password:
        return rule::userinfo;
    case data_place::host:
        return rule::reg_name;
    case data_place::path:
        return rule::path;
    case data_place::segment:
        return rule::segment;
    case data_place::fragment:
        return rule::fragment;
    default:
        return rule::query;
    }
}

std::expected<std::string, error> encode_data(std::string_view data, data_place p, const query_options &q, edition e) {
    switch (p) {
    case data_place::host:
        return encode_host(data, e);
    case data_place::query:
        return encode_query(data, q.plus, e);
    case data_place::parameter:
        return encode_parameter_data(data, q, e);
    case data_place::segment:
        if (data == "." || data == "..") {
            return std::unexpected{error{0, error_code::invalid_character, rule::segment, e}};
        }
        return encode_segment(data, e);
    case data_place::user: {
        std::string text;
        for (const char c : encode(data, rule::userinfo, e)) c == ':' ? text.append("%3A") : text.append(1, c);
        return text;
    }
    default:
        return encode(data, production_of(p), e);
    }
}

} // namespace uniform
