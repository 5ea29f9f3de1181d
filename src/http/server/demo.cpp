#include "http/server/demo.hpp"

#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include <uniform/service/delegations.hpp>
#include <uniform/service/names.hpp>
#include <uniform/service/namespaces.hpp>
#include <uniform/service/registrars.hpp>
#include <uniform/store/location.hpp>

namespace uniform::http {

namespace {

using resolver::locator;
using done = std::expected<void, resolver::problem>;

constexpr std::string_view rfc_editor = "https://www.rfc-editor.org/rfc/";

locator page(std::string url, std::string media_type, std::string language = {}, std::uint32_t weight = 1) {
    return {
        .url = std::move(url), .media_type = std::move(media_type), .language = std::move(language), .weight = weight};
}

// Runs what returns an expected, and gives its problem up.
template <class... Steps>
done all(Steps &&...steps) {
    done result{};
    const auto one = [&](auto &&step) {
        if (!result) return;
        if (auto r = step(); !r) result = std::unexpected{std::move(r.error())};
    };
    (one(steps), ...);
    return result;
}

done fill(store::writing &w) {
    const resolver::principal who{.id = "service:demonstration", .role = resolver::role::administrator};
    const auto name = [&](std::string urn, resolver::name_record r) {
        return [&w, &who, urn = std::move(urn), r = std::move(r)] {
            return service::assign(w, who, {.urn = urn, .record = r});
        };
    };
    return all(
        [&] {
            return service::add_namespace(
                w, who, {.nid = "example", .title = "Examples (RFC 6963): the demonstration of this service"});
        },
        [&] {
            return service::add_registrar(w, who,
                                          {.id = "demo-library",
                                           .name = "Demonstration Library",
                                           .contact = "library@example.org",
                                           .public_contact = "names@library.example.org"});
        },
        [&] {
            return service::put_delegation(
                w, who,
                {.prefix = "example:library:",
                 .registrar = "demo-library",
                 .hosts = {"*.rfc-editor.org", "*.wikipedia.org", "example.org", "*.example.org"},
                 .mint = {.method = resolver::minting_method::sequential, .pattern = "{2026-}ddddd"}});
        },
        name("urn:example:rfc8141",
             {.locators = {page(std::string{rfc_editor} + "rfc8141.html", "text/html", "en", 2),
                           page(std::string{rfc_editor} + "rfc8141.txt", "text/plain", "en")},
              .metadata =
                  R"json({"title":"Uniform Resource Names (URNs)","creator":"Internet Engineering Task Force",)json"
                  R"("date":"2017-04","type":"standard","publisher":"RFC Editor"})",
              .other_names = {"urn:ietf:rfc:8141"},
              .predecessor = "urn:ietf:rfc:2141"}),
        name("urn:example:article",
             {.locators = {page("https://en.wikipedia.org/wiki/Uniform_Resource_Name", "text/html", "en"),
                           page("https://de.wikipedia.org/wiki/Uniform_Resource_Name", "text/html", "de")},
              .metadata = R"({"title":"Uniform Resource Name","type":"article","publisher":"Wikipedia"})"}),
        name("urn:example:library:second-edition",
             {.locators = {page("https://www.example.org/books/second-edition", "text/html", "en")},
              .metadata = R"({"title":"A Book, second edition","date":"2026","type":"book"})",
              .predecessor = "urn:example:library:first-edition"}),
        name("urn:example:library:first-edition",
             {.locators = {page("https://www.example.org/books/first-edition", "text/html", "en")},
              .metadata = R"({"title":"A Book","date":"1994","type":"book"})"}),
        [&] {
            return service::withdraw(w, who,
                                     {.urn = "urn:example:library:first-edition",
                                      .reason = "A second edition has replaced it.",
                                      .successor = "urn:example:library:second-edition"});
        },
        name("urn:example:unpublished", {.metadata = R"({"title":"Assigned, but not published yet"})"}),
        [&] { return service::reserve_step(w, who, {.urns = {"urn:example:library:forthcoming"}}); });
}

} // namespace

bool is_empty(store::store &s) {
    return s.read([](store::reading &r) { return r.head().first == 0; });
}

done fill_with_demonstration(store::store &s) {
    return s.write({.who = "service:demonstration", .from = "service"}, fill);
}

std::optional<std::filesystem::path> keep_token(std::string_view text, std::string_view store_location) {
    std::error_code error;
    std::filesystem::path file = store::is_postgresql(store_location)
                                     ? std::filesystem::path{"uniform.token"}
                                     : std::filesystem::path{std::string{store::path_of(store_location)} + ".token"};
    file = std::filesystem::absolute(file, error);
    // The file of a store that was deleted is useless. O_EXCL follows no symbolic link.
    std::filesystem::remove(file, error);
    const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd < 0) return std::nullopt;
    const std::string line = std::string{text} + '\n';
    const bool written = ::write(fd, line.data(), line.size()) == static_cast<ssize_t>(line.size());
    if (::close(fd) == 0 && written) return file;
    std::filesystem::remove(file, error);
    return std::nullopt;
}

} // namespace uniform::http
