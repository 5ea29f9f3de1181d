# The parts of the library that need more than the standard library, or that not everybody needs: each a target of its
# own, uniform_NAME, which is linked as uniform::NAME. A part whose libraries are not there is left out, unless the
# command is built, which needs all of them but uniform::unicode.

# uniform_part(NAME [LINKS TARGET...] [PUBLIC_LINKS TARGET...]) makes the target from src/NAME/*.cpp and
# include/uniform/NAME/*.hpp. LINKS are for its own sources; PUBLIC_LINKS are parts whose headers its own headers need.
function(uniform_part name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS;PUBLIC_LINKS")
  file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${name}/*.cpp")
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
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
    INSTALL_RPATH "$ORIGIN") # the core lies beside it
  target_sources(uniform_${name} PUBLIC
    FILE_SET HEADERS
    BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
    FILES ${headers})
  target_link_libraries(uniform_${name} PUBLIC uniform::uniform ${arg_PUBLIC_LINKS} PRIVATE ${arg_LINKS})
  target_include_directories(uniform_${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  uniform_warnings(uniform_${name})
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

# Registrations of URN namespaces: reads, checks and writes their templates.
find_package(nlohmann_json QUIET)
uniform_need(nlohmann_json_FOUND nlohmann-json)
if(nlohmann_json_FOUND)
  uniform_part(registry)
  # Headers alone: nothing of it is left to find for those who link uniform::registry.
  target_include_directories(uniform_registry SYSTEM PRIVATE
    $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
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

# What only ICU and libidn2 know about characters, for uniform::lint.
find_package(ICU QUIET COMPONENTS uc i18n)
find_library(UNIFORM_IDN2 idn2)
mark_as_advanced(UNIFORM_IDN2)
if(NOT ICU_FOUND OR NOT UNIFORM_IDN2)
  message(STATUS "ICU or libidn2 is missing: the linter's checks of characters use a small table of their own")
endif()
if(ICU_FOUND AND UNIFORM_IDN2 AND TARGET uniform_lint)
  uniform_part(unicode LINKS uniform::lint ICU::i18n ICU::uc idn2)
endif()

# Carrying out access plans.
find_package(CURL QUIET)
uniform_need(CURL_FOUND libcurl)
if(CURL_FOUND)
  uniform_part(access LINKS CURL::libcurl)
endif()

# Names as the service keeps and resolves them: states, locators, policies, the services of RFC 2483. No input or output.
if(nlohmann_json_FOUND)
  uniform_part(resolver)
  target_include_directories(uniform_resolver SYSTEM PRIVATE
    $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
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
    target_include_directories(uniform_store SYSTEM PRIVATE
      $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
  endif()
endif()

# What the service does with a store: assigning names, registering namespaces, delegating, permitting.
find_library(UNIFORM_ARGON2 argon2)
mark_as_advanced(UNIFORM_ARGON2)
uniform_need(UNIFORM_ARGON2 Argon2)
if(UNIFORM_ARGON2 AND TARGET uniform_store AND TARGET uniform_registry)
  uniform_part(service LINKS OpenSSL::Crypto ${UNIFORM_ARGON2} PUBLIC_LINKS uniform_store uniform_registry)
  if(TARGET uniform_service)
    target_include_directories(uniform_service SYSTEM PRIVATE
      $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
  endif()
endif()

# The service over HTTP: Boost.Asio and Beast (headers only), OpenSSL for TLS, libcurl for the link checker, toml++ (headers only) for the configuration.
find_package(Boost 1.81 QUIET)
find_path(UNIFORM_TOMLPLUSPLUS toml++/toml.h)
mark_as_advanced(UNIFORM_TOMLPLUSPLUS)
set(http_found FALSE)
if(Boost_FOUND AND OpenSSL_FOUND AND UNIFORM_TOMLPLUSPLUS AND CURL_FOUND)
  set(http_found TRUE)
endif()
uniform_need(http_found "Boost 1.81, OpenSSL, toml++ or libcurl")
if(http_found AND TARGET uniform_service)
  uniform_part(http LINKS OpenSSL::SSL OpenSSL::Crypto Threads::Threads CURL::libcurl
    PUBLIC_LINKS uniform_service)
  if(TARGET uniform_http)
    target_include_directories(uniform_http SYSTEM PRIVATE ${Boost_INCLUDE_DIRS} "${UNIFORM_TOMLPLUSPLUS}"
      $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
    # The description of the API: fragments beside the routes become one document, which the service gives out.
    set(openapi_script "${PROJECT_SOURCE_DIR}/scripts/make_openapi.py")
    file(GLOB openapi_fragments CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/http/openapi/*.json")
    add_custom_command(
      OUTPUT "${generated}/openapi_document.inc" "${generated}/openapi.json"
      COMMAND Python3::Interpreter "${openapi_script}" "${PROJECT_SOURCE_DIR}/src/http/openapi" "${PROJECT_VERSION}"
        --source "${generated}/openapi_document.inc" --json "${generated}/openapi.json"
      DEPENDS "${openapi_script}" ${openapi_fragments}
      COMMENT "Making the description of the API"
      VERBATIM)
    target_sources(uniform_http PRIVATE "${generated}/openapi_document.inc")
    target_include_directories(uniform_http PRIVATE "${generated}")
  endif()
endif()
