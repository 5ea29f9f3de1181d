# The parts of the library that need more than the standard library, or that not everybody needs: each a target of its
# own, uniform_NAME, which is linked as uniform::NAME. A part whose libraries are not there is left out, unless the
# command is built, which needs all of them but uniform::unicode.

# uniform_part(NAME [LINKS TARGET...]) makes the target from src/NAME/*.cpp and include/uniform/NAME/*.hpp. What it links
# besides the core is for its own sources: no public header needs it.
function(uniform_part name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LINKS")
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
  target_link_libraries(uniform_${name} PUBLIC uniform::uniform PRIVATE ${arg_LINKS})
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
