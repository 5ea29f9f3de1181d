// QR codes (ISO/IEC 18004), by the QR Code generator library of Project Nayuki.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace uniform::http::pages {

/// The QR code of a text as an SVG image: dark squares as one path on white, with the quiet zone of four modules that
/// section 9.1 requires. Error correction level M, or more if the size allows it. std::nullopt for a text that is too
/// long, more than 2,331 bytes. Quadratic in the modules of a side, of which there are 177 at most.
[[nodiscard]] std::optional<std::string> qr_code_svg(std::string_view text);

} // namespace uniform::http::pages
