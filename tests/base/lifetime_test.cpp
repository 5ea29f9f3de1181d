// Code whose result would refer to a temporary that is gone does not compile: base/temporary_owner.hpp, and accessors
// of temporaries.
#include <uniform/base/temporary_owner.hpp>

#include <concepts>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <gtest/gtest.h>

#include <uniform/base/ascii.hpp>
#include <uniform/html/references.hpp>
#include <uniform/http/api_client.hpp>
#include <uniform/json/members.hpp>
#include <uniform/json/pointer.hpp>
#include <uniform/json/value.hpp>
#include <uniform/registry/iana_list.hpp>
#include <uniform/registry/process.hpp>
#include <uniform/registry/template.hpp>
#include <uniform/resolver/defined_components.hpp>
#include <uniform/resolver/delegation.hpp>
#include <uniform/resolver/f_component.hpp>
#include <uniform/resolver/language.hpp>
#include <uniform/resolver/metadata.hpp>
#include <uniform/resolver/namespace_rules.hpp>
#include <uniform/resolver/negotiate.hpp>
#include <uniform/resolver/services.hpp>
#include <uniform/service/tokens.hpp>
#include <uniform/store/location.hpp>
#include <uniform/text/find.hpp>
#include <uniform/text/typed.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/redirects.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/uri/uri.hpp>
#include <uniform/uri/uri_template.hpp>
#include <uniform/url/scheme_request.hpp>
#include <uniform/url/url.hpp>
#include <uniform/urn/abnf.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/nid.hpp>
#include <uniform/urn/urn.hpp>
#include <uniform/whatwg/search_params.hpp>
#include <uniform/whatwg/validation_error.hpp>
#include <uniform/whatwg/web_url.hpp>

namespace {

using namespace uniform;

// CALL(f(IT)) is the type of something that calls f with what it is given.
#define CALL(...) decltype([]<class T>(T &&t) -> std::void_t<decltype(__VA_ARGS__)> {})
#define IT std::forward<T>(t)

// Types that callers have: one shows a text that lasts, the other owns it.
struct shown {
    operator std::string_view() const { return "urn:a:b"; } // NOLINT(google-explicit-constructor)
};
struct owning {
    std::string text;
    operator std::string_view() const { return text; } // NOLINT(google-explicit-constructor)
};

static_assert(temporary_owner<std::string> && temporary_owner<const std::string> && temporary_owner<owning>);
static_assert(!temporary_owner<std::string &> && !temporary_owner<const std::string &> && !temporary_owner<owning &>);
static_assert(!temporary_owner<std::string_view> && !temporary_owner<const char *> && !temporary_owner<shown>);
static_assert(temporary_owner<uri, reference_view> && !temporary_owner<uri_view, reference_view>);

// Whether F takes texts that outlive the call, and no others.
template <class F>
concept takes_lasting_text =
    std::invocable<F, const char (&)[8]> && std::invocable<F, const char *> && std::invocable<F, std::string_view> &&
    std::invocable<F, std::string &> && std::invocable<F, const std::string &> && std::invocable<F, shown> &&
    !std::invocable<F, std::string> && !std::invocable<F, const std::string> && !std::invocable<F, owning>;

static_assert(takes_lasting_text<CALL(parse_uri(IT))>);
static_assert(takes_lasting_text<CALL(parse_uri_reference(IT))>);
static_assert(takes_lasting_text<CALL(parse_absolute_uri(IT))>);
static_assert(takes_lasting_text<CALL(parse_relative_ref(IT))>);
static_assert(takes_lasting_text<CALL(parse_absolute_uri_reference(IT))>);
static_assert(takes_lasting_text<CALL(parse_relative_uri(IT))>);
static_assert(takes_lasting_text<CALL(parse_iri(IT))>);
static_assert(takes_lasting_text<CALL(parse_iri_reference(IT))>);
static_assert(takes_lasting_text<CALL(parse_absolute_iri(IT))>);
static_assert(takes_lasting_text<CALL(parse_irelative_ref(IT))>);
static_assert(takes_lasting_text<CALL(parse_authority(IT))>);
static_assert(takes_lasting_text<CALL(parse_uri(IT, parse_options{}))>);
static_assert(takes_lasting_text<CALL(parse_uri(IT, {.zone_ids = true}))>);
static_assert(takes_lasting_text<CALL(parse_as(rule::uri, IT))>);
static_assert(takes_lasting_text<CALL(path_segments(IT))>);
static_assert(takes_lasting_text<CALL(query_parameters(IT))>);
static_assert(takes_lasting_text<CALL(query_parameters(IT, {.semicolon = true}))>);

static_assert(takes_lasting_text<CALL(parse_dataurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_fileurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_ftpurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_gopherurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_httpurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_ldapurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_mailtourl(IT))>);
static_assert(takes_lasting_text<CALL(parse_newsurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_nntpurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_otherurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_prosperourl(IT))>);
static_assert(takes_lasting_text<CALL(parse_telneturl(IT))>);
static_assert(takes_lasting_text<CALL(parse_waisurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_wsurl(IT))>);
static_assert(takes_lasting_text<CALL(parse_url(IT))>);

static_assert(takes_lasting_text<CALL(parse_urn(IT))>);
static_assert(takes_lasting_text<CALL(find_abnf(IT))>);
static_assert(takes_lasting_text<CALL(informal_number(IT))>);
static_assert(takes_lasting_text<CALL(omitted_from_name("isbn", IT))>);
static_assert(takes_lasting_text<CALL(omitted_from_name("isbn", IT, namespace_registry::standard()))>);
static_assert(takes_lasting_text<CALL(whatwg::view_of(IT))>);
static_assert(takes_lasting_text<CALL(ascii::trim(IT))>);
static_assert(takes_lasting_text<CALL(strip_typed(IT))>);
static_assert(takes_lasting_text<CALL(typed_authority(IT))>);
static_assert(takes_lasting_text<CALL(find_uris(IT))>);
static_assert(takes_lasting_text<CALL(html::find_references(IT))>);
static_assert(takes_lasting_text<CALL(resolver::split_f_component(IT))>);
static_assert(takes_lasting_text<CALL(resolver::two_uris(IT))>);
static_assert(takes_lasting_text<CALL(resolver::parse_accept_language(IT))>);
static_assert(takes_lasting_text<CALL(resolver::nid_of(IT))>);
static_assert(takes_lasting_text<CALL(service::token_id_of(IT))>);
static_assert(takes_lasting_text<CALL(store::path_of(IT))>);

// A function whose result owns its text takes any argument.
static_assert(std::invocable<CALL(uri::parse(IT)), std::string> && std::invocable<CALL(urn::parse(IT)), std::string>);
static_assert(std::invocable<CALL(whatwg::parse(IT)), std::string>);
static_assert(std::invocable<CALL(decode(IT)), std::string>);

// Whether F takes what lasts of a class, and no temporary.
template <class F, class Owner>
concept takes_lasting = std::invocable<F, Owner &> && std::invocable<F, const Owner &> && !std::invocable<F, Owner> &&
                        !std::invocable<F, const Owner>;

static_assert(takes_lasting<CALL(as_urn(IT)), uri> && takes_lasting<CALL(as_urn(IT)), reference>);
static_assert(takes_lasting<CALL(components_of(IT)), uri> && takes_lasting<CALL(components_of(IT)), urn>);
static_assert(takes_lasting<CALL(uri_view::from(IT)), reference>);
static_assert(takes_lasting<CALL(check(IT)), urn>);
static_assert(takes_lasting<CALL(check(IT, namespace_registry::standard())), urn>);
static_assert(takes_lasting<CALL(registry::requested_nid(IT)), registry::namespace_template>);
static_assert(takes_lasting<CALL(json::at(IT, "")), json::value>);
static_assert(takes_lasting<CALL(json::members(IT, "a value")), json::value>);

// Accessors that return references, pointers, and views of the whole. Those of views of a part can be called within a
// line, as in `made().host() == "a"`; UNIFORM_LIFETIMEBOUND tells Clang what their results refer to.
static_assert(takes_lasting<CALL(IT.view()), uri>);
static_assert(takes_lasting<CALL(IT.view()), reference>);
static_assert(takes_lasting<CALL(IT.view()), urn>);
static_assert(takes_lasting<CALL(IT.view()), whatwg::url>);
static_assert(takes_lasting<CALL(IT.value("a")), template_match>);
static_assert(takes_lasting<CALL(IT.variables()), uri_template>);
static_assert(takes_lasting<CALL(IT.find("a")), scheme_registry>);
static_assert(takes_lasting<CALL(IT.added()), scheme_registry>);
static_assert(takes_lasting<CALL(IT.find("a")), namespace_registry>);
static_assert(takes_lasting<CALL(IT.added()), namespace_registry>);
static_assert(takes_lasting<CALL(IT.entries()), namespace_registry>);
static_assert(takes_lasting<CALL(IT.rules()), abnf_grammar>);
static_assert(takes_lasting<CALL(IT.bytes()), ip_address>);
static_assert(takes_lasting<CALL(IT.find(scheme_field::status)), scheme_request>);
static_assert(takes_lasting<CALL(IT.get_all("a")), whatwg::search_params>);
static_assert(takes_lasting<CALL(IT.front()), whatwg::validation_errors>);
static_assert(takes_lasting<CALL(IT.back()), whatwg::validation_errors>);
static_assert(takes_lasting<CALL(IT.operator[](0)), whatwg::validation_errors>);
static_assert(takes_lasting<CALL(IT.if_string()), json::value>);
static_assert(takes_lasting<CALL(IT.if_array()), json::value>);
static_assert(takes_lasting<CALL(IT.if_object()), json::value>);
static_assert(takes_lasting<CALL(IT.find("a")), json::value>);
static_assert(takes_lasting<CALL(IT.find("a")), registry::iana_list>);
static_assert(takes_lasting<CALL(IT.find({})), registry::namespace_template>);
static_assert(takes_lasting<CALL(IT.value()), resolver::defined_components>);
static_assert(takes_lasting<CALL(IT.registry()), resolver::namespace_rules>);
static_assert(takes_lasting<CALL(IT.keys()), resolver::namespace_rules>);
static_assert(takes_lasting<CALL(IT.syntax()), resolver::namespace_rules>);
static_assert(takes_lasting<CALL(IT.equivalence()), resolver::namespace_rules>);
static_assert(takes_lasting<CALL(IT.checks()), resolver::namespace_rules>);
static_assert(takes_lasting<CALL(IT.ranges()), resolver::accept_list>);

// The accessors of a temporary return the text itself, or the value.
static_assert(std::same_as<decltype(std::declval<uri>().text()), std::string>);
static_assert(std::same_as<decltype(std::declval<reference>().text()), std::string>);
static_assert(std::same_as<decltype(std::declval<urn>().text()), std::string>);
static_assert(std::same_as<decltype(std::declval<uri_template>().text()), std::string>);
static_assert(std::same_as<decltype(std::declval<found>().uri()), std::string>);
static_assert(std::same_as<decltype(std::declval<whatwg::url>().href()), std::string>);
static_assert(std::same_as<decltype(std::declval<json::members>().pointer()), std::string>);
static_assert(std::same_as<decltype(std::declval<resolver::metadata>().text()), std::string>);
static_assert(std::same_as<decltype(std::declval<resolver::metadata>().value()), json::value>);
static_assert(std::same_as<decltype(std::declval<json::value>().elements()), json::array>);
static_assert(std::same_as<decltype(std::declval<json::value>().members()), json::object>);
static_assert(std::same_as<decltype(std::declval<uri>().options()), parse_options>);
static_assert(std::same_as<decltype(std::declval<whatwg::url>().offsets()), whatwg::url_offsets>);
static_assert(std::same_as<decltype(std::declval<whatwg::url_view>().offsets()), whatwg::url_offsets>);
static_assert(std::same_as<decltype(std::declval<whatwg::search_params>().tuples()), std::vector<whatwg::name_value>>);

#undef IT
#undef CALL

TEST(lifetime, temporaries_give_their_texts_away) {
    const std::string long_text = "http://example.com/" + std::string(100, 'a');
    const std::string &of_uri = uri::parse(long_text).value().text();
    EXPECT_EQ(of_uri, long_text);
    std::string seen;
    for (const char c : urn::parse("urn:example:" + std::string(100, 'b')).value().text()) seen += c;
    EXPECT_EQ(seen, "urn:example:" + std::string(100, 'b'));
}

TEST(lifetime, what_gave_its_text_away_is_empty) {
    reference r = reference::parse("a/b?c").value();
    EXPECT_EQ(std::move(r).text(), "a/b?c");
    EXPECT_EQ(r.text(), ""); // NOLINT(bugprone-use-after-move)
    EXPECT_EQ(r.path(), ""); // NOLINT(bugprone-use-after-move)
}

} // namespace
