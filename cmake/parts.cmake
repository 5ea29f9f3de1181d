# The parts of the library that need more than the standard library, or that not everybody needs: each a target of its
# own, uniform_NAME, which is linked as uniform::NAME. A part whose libraries are not there is left out, unless the
# command is built, which needs all of them.

# uniform_part(NAME [FOLDERS FOLDER...] [LINKS TARGET...] [PUBLIC_LINKS TARGET...]) makes the target from the sources in
# src/FOLDER (src/NAME by default) and the headers in include/uniform/NAME. LINKS are for its own sources; PUBLIC_LINKS are
# the parts whose headers its own headers include.
function(uniform_part name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FOLDERS;LINKS;PUBLIC_LINKS")
  if(NOT arg_FOLDERS)
    set(arg_FOLDERS ${name})
  endif()
  set(sources "")
  foreach(folder IN LISTS arg_FOLDERS)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/uniform/${name}/*.hpp")
  if(NOT sources)
    return()
  endif()
  add_library(uniform_${name} ${sources})
  add_library(uniform::${name} ALIAS uniform_${name})
  set_target_properties(uniform_${name} PROPERTIES
    EXPORT_NAME ${name}
    POSITION_INDEPENDENT_CODE ON
    VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}
    INSTALL_RPATH "$ORIGIN") # the core lies beside it
  target_sources(uniform_${name} PUBLIC
    FILE_SET HEADERS
    BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
    FILES ${headers})
  target_link_libraries(uniform_${name} PUBLIC uniform::uniform ${arg_PUBLIC_LINKS} PRIVATE ${arg_LINKS})
  target_include_directories(uniform_${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  uniform_warnings(uniform_${name})
  uniform_precompile(uniform_${name})
  if(NOT name MATCHES "^(lint|registry|resolver)$") # names that differ by file; lint loses a fifth of its speed
    uniform_unity(uniform_${name} EXCEPT "^routes_")
  endif()
  set_property(GLOBAL APPEND PROPERTY UNIFORM_PARTS ${name})
endfunction()

# uniform_need(VARIABLE WHAT) says whether a part can be built; with the command, it must be.
function(uniform_need found what)
  if(NOT ${found} AND UNIFORM_BUILD_APPS)
    message(FATAL_ERROR "${what} is missing, and the command needs it (scripts/packages.sh lists the packages)")
  elseif(NOT ${found})
    message(STATUS "${what} is missing: what needs it is left out")
  endif()
endfunction()

# JSON: one reader, one writer.
find_package(nlohmann_json QUIET)
uniform_need(nlohmann_json_FOUND nlohmann-json)
if(nlohmann_json_FOUND)
  uniform_part(json)
  # Headers alone, and one file includes them: nothing of it is left to find for those who link uniform::json.
  target_include_directories(uniform_json SYSTEM PRIVATE
    $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
endif()

# Registrations of URN namespaces: reads, checks and writes their templates, and reads IANA's list, which is XML.
find_package(pugixml QUIET)
uniform_need(pugixml_FOUND pugixml)
if(TARGET uniform_json AND pugixml_FOUND)
  uniform_part(registry LINKS pugixml::pugixml PUBLIC_LINKS uniform_json)
endif()

# References in HTML.
find_library(UNIFORM_GUMBO gumbo)
mark_as_advanced(UNIFORM_GUMBO)
uniform_need(UNIFORM_GUMBO gumbo)
if(UNIFORM_GUMBO)
  uniform_part(html LINKS gumbo)
endif()

# What may mislead or harm.
uniform_part(lint)

# Host names in any script: UTS 46 by ICU, IDNA 2008 by libidn2, public suffixes by libpsl.
find_package(ICU QUIET COMPONENTS uc i18n)
find_library(UNIFORM_IDN2 idn2)
find_library(UNIFORM_PSL psl)
mark_as_advanced(UNIFORM_IDN2 UNIFORM_PSL)
set(idna_found FALSE)
if(ICU_FOUND AND UNIFORM_IDN2 AND UNIFORM_PSL)
  set(idna_found TRUE)
endif()
uniform_need(idna_found "ICU, libidn2 or libpsl")
if(idna_found)
  uniform_part(idna LINKS ICU::i18n ICU::uc ${UNIFORM_IDN2} ${UNIFORM_PSL})
endif()

# What only ICU and libidn2 know about characters, for uniform::lint; without them, its checks of characters use a small
# table of their own.
if(TARGET uniform_idna AND TARGET uniform_lint)
  uniform_part(unicode LINKS uniform::lint uniform::idna ICU::uc ${UNIFORM_IDN2})
endif()

# URLs as browsers read them (the URL Standard of the WHATWG).
if(TARGET uniform_idna)
  uniform_part(whatwg LINKS uniform::idna)
endif()

# The URIs that texts stand for which are none.
if(TARGET uniform_whatwg)
  uniform_part(repair LINKS uniform::idna uniform::whatwg)
endif()

# Carrying out access plans.
find_package(CURL QUIET)
uniform_need(CURL_FOUND libcurl)
if(CURL_FOUND AND TARGET uniform_idna)
  uniform_part(access LINKS CURL::libcurl uniform::idna)
endif()

# Names as the service stores and resolves them: states, locators, policies, the services of RFC 2483. No input or output.
if(TARGET uniform_json)
  uniform_part(resolver PUBLIC_LINKS uniform_json)
endif()

# The store: names, documents and their history, in SQLite or PostgreSQL.
find_package(SQLite3 QUIET)
find_package(PostgreSQL QUIET)
find_package(OpenSSL QUIET)
find_package(Threads QUIET)
find_library(UNIFORM_ZSTD zstd)
mark_as_advanced(UNIFORM_ZSTD)
set(store_found FALSE)
if(SQLite3_FOUND AND PostgreSQL_FOUND AND OpenSSL_FOUND AND Threads_FOUND AND UNIFORM_ZSTD AND TARGET uniform_resolver)
  set(store_found TRUE)
endif()
uniform_need(store_found "SQLite, libpq, OpenSSL or zstd")
if(store_found)
  uniform_part(store LINKS SQLite::SQLite3 PostgreSQL::PostgreSQL OpenSSL::Crypto Threads::Threads ${UNIFORM_ZSTD}
    PUBLIC_LINKS uniform_resolver)
  if(TARGET uniform_store)
    # The DDL scripts of both databases, embedded.
    set(schema "${PROJECT_SOURCE_DIR}/src/store/schema")
    set(schema_script "${PROJECT_SOURCE_DIR}/scripts/generate_schema.py")
    set(schema_table "${generated}/store/schema.inc" "${generated}/store/catalogue.inc")
    add_custom_command(
      OUTPUT ${schema_table}
      COMMAND Python3::Interpreter "${schema_script}" "${schema}" ${schema_table}
      DEPENDS "${schema_script}" "${schema}/sqlite.sql" "${schema}/postgresql.sql" "${schema}/postgresql_catalogue.sql"
              "${schema}/postgresql.catalogue"
      COMMENT "Embedding the DDL scripts of the store"
      VERBATIM)
    target_sources(uniform_store PRIVATE ${schema_table})
    set_property(GLOBAL APPEND PROPERTY UNIFORM_GENERATED ${schema_table})
    target_include_directories(uniform_store PRIVATE "${generated}")
  endif()
endif()

# The operations of the service on a store: names, namespaces, delegations, registrations, tokens.
find_library(UNIFORM_ARGON2 argon2)
mark_as_advanced(UNIFORM_ARGON2)
uniform_need(UNIFORM_ARGON2 Argon2)
if(UNIFORM_ARGON2 AND TARGET uniform_store AND TARGET uniform_registry)
  uniform_part(service LINKS OpenSSL::Crypto ${UNIFORM_ARGON2} PUBLIC_LINKS uniform_store uniform_registry)
endif()

# Checking locators and delegation loops; delivering to webhooks.
if(CURL_FOUND AND TARGET uniform_store)
  uniform_part(links LINKS CURL::libcurl OpenSSL::Crypto Threads::Threads PUBLIC_LINKS uniform_store)
endif()

# The service over HTTP: Boost.Asio and Beast (headers only), OpenSSL for TLS, libcurl for the link checker, toml++ (headers only) for the configuration.
if(POLICY CMP0167)
  cmake_policy(SET CMP0167 NEW) # Boost's own configuration instead of CMake's old module
endif()
find_package(Boost 1.81 QUIET)
find_path(UNIFORM_TOMLPLUSPLUS toml++/toml.h)
mark_as_advanced(UNIFORM_TOMLPLUSPLUS)
set(http_found FALSE)
if(Boost_FOUND AND OpenSSL_FOUND AND UNIFORM_TOMLPLUSPLUS AND CURL_FOUND AND pugixml_FOUND)
  set(http_found TRUE)
endif()
uniform_need(http_found "Boost 1.81, OpenSSL, toml++, pugixml or libcurl")
if(http_found AND TARGET uniform_service AND TARGET uniform_links)
  uniform_part(http_engine FOLDERS http/engine LINKS OpenSSL::SSL OpenSSL::Crypto Threads::Threads)
  target_include_directories(uniform_http_engine SYSTEM PRIVATE ${Boost_INCLUDE_DIRS})
  uniform_part(http
    FOLDERS http/api http/client http/harvest http/metadata http/operation http/resolve http/server http/settings
    LINKS OpenSSL::Crypto Threads::Threads CURL::libcurl pugixml::pugixml
    PUBLIC_LINKS uniform_service uniform_http_engine uniform_links)
  if(TARGET uniform_http)
    target_include_directories(uniform_http SYSTEM PRIVATE "${UNIFORM_TOMLPLUSPLUS}")
    # The schemas of the OpenAPI document, which the service generates from them and its routes.
    file(GLOB openapi_schemas CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/http/api/openapi/*.json")
    add_custom_command(
      OUTPUT "${generated}/openapi_schemas.inc"
      COMMAND "${CMAKE_COMMAND}" "-DOUT=${generated}/openapi_schemas.inc" "-DFILES=${openapi_schemas}"
        -P "${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake"
      DEPENDS "${PROJECT_SOURCE_DIR}/cmake/embed_text.cmake" ${openapi_schemas}
      COMMENT "Embedding the schemas of the OpenAPI document"
      VERBATIM)
    target_sources(uniform_http PRIVATE "${generated}/openapi_schemas.inc")
    set_property(GLOBAL APPEND PROPERTY UNIFORM_GENERATED "${generated}/openapi_schemas.inc")
    target_include_directories(uniform_http PRIVATE "${generated}")
  endif()
endif()
