#include "http/pages/qr_code.hpp"

#include <qrcodegen/qrcodegen.hpp>

namespace uniform::http::pages {

std::optional<std::string> qr_code_svg(std::string_view text) {
    try {
        const auto code = qrcodegen::QrCode::encodeText(std::string{text}.c_str(), qrcodegen::QrCode::Ecc::MEDIUM);
        constexpr int quiet = 4;
        const int side = code.getSize();
        const std::string all = std::to_string(side + 2 * quiet);
        std::string out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " + all + " " + all +
                          "\" shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h" + all + "v" + all +
                          "H0z\"/><path d=\"";
        for (int y = 0; y < side; ++y) {
            for (int x = 0; x < side; ++x) {
                if (!code.getModule(x, y)) continue;
                const int first = x;
                while (code.getModule(x, y)) ++x; // false outside of the code
                const std::string width = std::to_string(x - first);
                out += "M" + std::to_string(first + quiet) + " " + std::to_string(y + quiet) + "h" + width + "v1h-" +
                       width + "z";
            }
        }
        return out += "\"/></svg>\n";
    } catch (const qrcodegen::data_too_long &) {
        return std::nullopt;
    }
}

} // namespace uniform::http::pages
