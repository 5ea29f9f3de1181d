// The target of a request as the log may have it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace uniform::http {

/// The first `longest` bytes of a target without the tokens in it (RFC 6750 2.3, 5.3): tokens in targets are not
/// accepted here, but a client may send one. Left out are, wherever they occur, in path, query or fragment, and
/// percent-encoded any number of times:
///
/// - the secret of a token of this service, "uniform_ID_SECRET", whatever the name of the parameter; the id remains
/// - the values of "access_token", "token" and "secret", and of parameters whose names end so after a character that is
///   neither letter nor digit, up to the next "&", ";" or "#"
///
///     loggable_target("/x?t=uniform_7f3a9c_Zm9v", 200) == "/x?t=uniform_7f3a9c_..."
///
/// Linear.
[[nodiscard]] std::string loggable_target(std::string_view target, std::size_t longest);

} // namespace uniform::http
