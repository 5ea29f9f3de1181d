#include "registry/registry_file.hpp"

#include <cerrno>
#include <cstdlib>
#include <string_view>

#include <uniform/registry/iana_list.hpp>

#include "cli/whole_file.hpp"
#include "print/exit.hpp"
#include "print/words.hpp"

namespace uniform::cli {

std::string registry_file() {
    if (const char *const file = std::getenv("UNIFORM_REGISTRY"); file != nullptr && *file != '\0') return file;
    // XDG Base Directory Specification: relative paths in the variable are ignored.
    constexpr std::string_view name = "/uniform/urn-namespaces.json";
    if (const char *const data = std::getenv("XDG_DATA_HOME"); data != nullptr && *data == '/') {
        return std::string{data}.append(name);
    }
    const char *const home = std::getenv("HOME");
    return std::string{home == nullptr ? "" : home}.append("/.local/share").append(name);
}

void use_registry_file() {
    const std::string file = registry_file();
    constexpr std::string_view instead = "; the list of this release is used";
    const auto text = content_of(file, registry::list_options{}.max_size);
    if (!text) {
        // Whoever runs the command for another user may not look into the user's folder.
        const bool unseen = text.error() == EACCES && std::getenv("UNIFORM_REGISTRY") == nullptr;
        if (text.error() != ENOENT && text.error() != ENOTDIR && !unseen) {
            fail(exit_io, file_error(file, text.error()) + std::string{instead});
        }
        return;
    }
    const auto list = registry::read_iana_list_json(*text);
    if (!list) {
        const registry::list_error &e = list.error();
        fail(exit_bad_input, file + ':' + std::to_string(e.line) + ':' + std::to_string(e.column) + ": " + e.message +
                                 std::string{instead});
        return;
    }
    namespace_registry::replace_standard(registry::with_list(namespace_registry::standard(), *list));
}

} // namespace uniform::cli
