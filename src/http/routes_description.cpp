// GET /api/v1/openapi.json

#include <array>

#include "http/openapi.hpp"
#include "http/router.hpp"

namespace uniform::http {

namespace {

constexpr char document[] = {
#include "openapi_document.inc"
};

answer describe(call & /*c*/) {
    response r = json_response(200, std::string(openapi_document()));
    r.fields.emplace_back("Cache-Control", "max-age=300");
    return r;
}

constexpr std::array routes{
    route{"GET", "/api/v1/openapi.json", "describeApi", resolver::anyone, describe},
};

} // namespace

std::string_view openapi_document() noexcept { return {document, sizeof document}; }

std::span<const route> description_routes() noexcept { return routes; }

} // namespace uniform::http
