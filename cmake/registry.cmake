# Registrations of URN namespaces: reads, checks and writes their templates. Needs nlohmann-json for its own sources only.

file(GLOB registry_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/registry/*.cpp")
file(GLOB registry_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/uniform/registry/*.hpp")
# The command needs it; who embeds the core does not.
if(UNIFORM_BUILD_APPS)
  find_package(nlohmann_json REQUIRED)
else()
  find_package(nlohmann_json QUIET)
endif()
if(NOT nlohmann_json_FOUND)
  message(STATUS "nlohmann-json is not there: no target uniform::registry")
  return()
endif()

add_library(uniform_registry ${registry_sources})
add_library(uniform::registry ALIAS uniform_registry)
set_target_properties(uniform_registry PROPERTIES
  EXPORT_NAME registry
  POSITION_INDEPENDENT_CODE ON
  VERSION ${PROJECT_VERSION}
  SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
  INSTALL_RPATH "$ORIGIN") # the core lies beside it
target_sources(uniform_registry PUBLIC
  FILE_SET HEADERS
  BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
  FILES ${registry_headers})
target_link_libraries(uniform_registry PUBLIC uniform::uniform)
# Headers alone: nothing of it is left to find for those who link uniform::registry.
target_include_directories(uniform_registry SYSTEM PRIVATE
  $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
target_include_directories(uniform_registry PRIVATE "${PROJECT_SOURCE_DIR}/src")
uniform_warnings(uniform_registry)
