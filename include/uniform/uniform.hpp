// All of the core, uniform::uniform, in one header: for a first program, and where the time of compiling does not
// matter.
//
//     #include <uniform/uniform.hpp>
//
// The other components (html, idna, lint, whatwg, ...) have their own headers. Where many files are compiled, each
// includes the few headers that it uses: this one takes a second longer.
#pragma once

#include <uniform/base/accepted_value.hpp>
#include <uniform/base/api.hpp>
#include <uniform/base/ascii.hpp>
#include <uniform/base/assertion.hpp>
#include <uniform/base/enum_names.hpp>
#include <uniform/base/hex.hpp>
#include <uniform/base/hidden_characters.hpp>
#include <uniform/base/suggestion.hpp>
#include <uniform/base/temporary_owner.hpp>
#include <uniform/base/us_ascii.hpp>
#include <uniform/base/utf8.hpp>

#include <uniform/syntax/characters.hpp>
#include <uniform/syntax/edition.hpp>
#include <uniform/syntax/edition_use.hpp>
#include <uniform/syntax/error.hpp>
#include <uniform/syntax/percent.hpp>
#include <uniform/syntax/ucs.hpp>

#include <uniform/uri/base.hpp>
#include <uniform/uri/compare.hpp>
#include <uniform/uri/data_place.hpp>
#include <uniform/uri/device_name.hpp>
#include <uniform/uri/dot_segments.hpp>
#include <uniform/uri/host.hpp>
#include <uniform/uri/iri.hpp>
#include <uniform/uri/normalize.hpp>
#include <uniform/uri/normalize_options.hpp>
#include <uniform/uri/parse.hpp>
#include <uniform/uri/path.hpp>
#include <uniform/uri/query.hpp>
#include <uniform/uri/redirects.hpp>
#include <uniform/uri/reference.hpp>
#include <uniform/uri/relativize.hpp>
#include <uniform/uri/resolve.hpp>
#include <uniform/uri/safe_path.hpp>
#include <uniform/uri/scheme.hpp>
#include <uniform/uri/special_address.hpp>
#include <uniform/uri/uri.hpp>
#include <uniform/uri/uri_template.hpp>

#include <uniform/url/access_plan.hpp>
#include <uniform/url/by_edition.hpp>
#include <uniform/url/compare_urls.hpp>
#include <uniform/url/data.hpp>
#include <uniform/url/file.hpp>
#include <uniform/url/ftp.hpp>
#include <uniform/url/gopher.hpp>
#include <uniform/url/http.hpp>
#include <uniform/url/ldap.hpp>
#include <uniform/url/login.hpp>
#include <uniform/url/mailto.hpp>
#include <uniform/url/news.hpp>
#include <uniform/url/nntp.hpp>
#include <uniform/url/other.hpp>
#include <uniform/url/prospero.hpp>
#include <uniform/url/scheme_name.hpp>
#include <uniform/url/scheme_request.hpp>
#include <uniform/url/telnet.hpp>
#include <uniform/url/url.hpp>
#include <uniform/url/url_characters.hpp>
#include <uniform/url/url_field.hpp>
#include <uniform/url/url_options.hpp>
#include <uniform/url/url_scheme.hpp>
#include <uniform/url/wais.hpp>
#include <uniform/url/ws.hpp>

#include <uniform/urn/abnf.hpp>
#include <uniform/urn/check_algorithm.hpp>
#include <uniform/urn/check_character.hpp>
#include <uniform/urn/display.hpp>
#include <uniform/urn/encoded_text.hpp>
#include <uniform/urn/equivalence.hpp>
#include <uniform/urn/name.hpp>
#include <uniform/urn/namespace.hpp>
#include <uniform/urn/namespace_equivalence.hpp>
#include <uniform/urn/namespace_info.hpp>
#include <uniform/urn/namespace_registry.hpp>
#include <uniform/urn/new_nid.hpp>
#include <uniform/urn/nid.hpp>
#include <uniform/urn/question_marks.hpp>
#include <uniform/urn/urn.hpp>

#include <uniform/text/abbreviated.hpp>
#include <uniform/text/find.hpp>
#include <uniform/text/git_remote.hpp>
#include <uniform/text/typed.hpp>

#include <uniform/version.hpp>
