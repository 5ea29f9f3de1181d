# The parts of the library that need more than the standard library, or that not everybody needs: each a target of its
# own, uniform_NAME, which is linked as uniform::NAME. What each part needs is in part_table.cmake.

# Chooses the parts: uniform_chosen_parts. UNIFORM_PARTS lists them, `available` means all whose libraries are there. A
# part that is asked for, also by another part or by the command, cannot be left out.
set(uniform_asked "${UNIFORM_PARTS}")
list(REMOVE_ITEM uniform_asked core)
set(uniform_optional FALSE)
if(uniform_asked STREQUAL "available")
  set(uniform_asked ${uniform_all_parts})
  if(NOT UNIFORM_BUILD_APPS)
    set(uniform_optional TRUE)
  endif()
elseif(UNIFORM_BUILD_APPS)
  set(uniform_asked ${uniform_all_parts})
endif()
foreach(part IN LISTS uniform_asked)
  if(NOT part IN_LIST uniform_all_parts)
    list(JOIN uniform_all_parts ", " names)
    message(FATAL_ERROR "uniform: UNIFORM_PARTS asks for `${part}`; the parts are ${names}")
  endif()
endforeach()
uniform_with_needed(${uniform_asked})

set(uniform_chosen_parts "")
set(uniform_complaints "")
foreach(part IN LISTS uniform_needed)
  set(reasons "")
  foreach(library IN LISTS uniform_${part}_libraries uniform_${part}_build)
    uniform_find_library(${library})
    if(NOT uniform_library_found)
      uniform_library_row(${library})
      list(APPEND reasons "${uniform_library_name} (Debian: ${uniform_library_package})")
    endif()
  endforeach()
  foreach(other IN LISTS uniform_${part}_public uniform_${part}_private)
    if(NOT other IN_LIST uniform_chosen_parts AND uniform_optional)
      list(APPEND reasons "the part ${other}")
    endif()
  endforeach()
  if(NOT reasons)
    list(APPEND uniform_chosen_parts ${part})
    continue()
  endif()
  list(JOIN reasons ", " reasons)
  string(APPEND uniform_complaints "\n  ${part} needs ${reasons}")
endforeach()
if(uniform_complaints AND uniform_optional)
  message(STATUS "uniform: these parts are left out:${uniform_complaints}")
elseif(uniform_complaints AND UNIFORM_BUILD_APPS)
  message(FATAL_ERROR "uniform: libraries are missing:${uniform_complaints}\nThe command needs all parts; without it \
(-DUNIFORM_BUILD_APPS=OFF), UNIFORM_PARTS says which are built.")
elseif(uniform_complaints)
  message(FATAL_ERROR "uniform: libraries are missing for the parts in UNIFORM_PARTS:${uniform_complaints}")
endif()

# uniform_part(NAME) makes the target from the sources in src/FOLDER (src/NAME, unless uniform_NAME_folders says otherwise)
# and the headers in include/uniform/NAME.
function(uniform_part name)
  set(sources "")
  set(folders ${name})
  if(uniform_${name}_folders)
    set(folders ${uniform_${name}_folders})
  endif()
  foreach(folder IN LISTS folders)
    file(GLOB found CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/${folder}/*.cpp")
    list(APPEND sources ${found})
  endforeach()
  file(GLOB headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/uniform/${name}/*.hpp")
  string(REPLACE "_" "-" file_name "${name}")
  add_library(uniform_${name} ${sources})
  add_library(uniform::${name} ALIAS uniform_${name})
  set_target_properties(uniform_${name} PROPERTIES
    OUTPUT_NAME uniform-${file_name}
    EXPORT_NAME ${name}
    INSTALL_RPATH "$ORIGIN") # the core lies beside it
  uniform_library_properties(uniform_${name})
  target_sources(uniform_${name} PUBLIC
    FILE_SET HEADERS
    BASE_DIRS "${PROJECT_SOURCE_DIR}/include"
    FILES ${headers})
  target_link_libraries(uniform_${name} PUBLIC uniform::uniform)
  foreach(part IN LISTS uniform_${name}_public)
    target_link_libraries(uniform_${name} PUBLIC uniform::${part})
  endforeach()
  foreach(part IN LISTS uniform_${name}_private)
    target_link_libraries(uniform_${name} PRIVATE uniform::${part})
  endforeach()
  foreach(library IN LISTS uniform_${name}_libraries)
    uniform_library_row(${library})
    target_link_libraries(uniform_${name} PRIVATE ${uniform_library_link})
  endforeach()
  target_include_directories(uniform_${name} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  uniform_warnings(uniform_${name})
  if(name MATCHES "^(registry|store|service|links|http)$")
    uniform_service_options(uniform_${name})
  endif()
  if(name STREQUAL "service")
    target_compile_definitions(uniform_service PRIVATE UNIFORM_SECRET_KIBIBYTES=${UNIFORM_SECRET_KIBIBYTES})
  endif()
  if(name STREQUAL "json" AND UNIFORM_CORE_OPTIONS)
    uniform_core_options(uniform_json) # every request of the service reads and writes it
    uniform_precompile(uniform_json core)
  elseif(name STREQUAL "http")
    uniform_precompile(uniform_http http
      HEADERS <uniform/http/settings.hpp> <uniform/json/writer.hpp> <uniform/resolver/refusal.hpp> <uniform/store/store.hpp>
        <http/api/parameters.hpp> <http/api/router.hpp> <http/pages/page.hpp>
      LINK $<TARGET_PROPERTY:uniform_http,LINK_LIBRARIES>)
  elseif(name MATCHES "^(registry|store|service|links)$" AND UNIFORM_SERVICE_OPTIONS)
    uniform_precompile(uniform_${name} service)
  else()
    uniform_precompile(uniform_${name})
  endif()
  # Left out are files whose unnamed namespaces have the same names; lint loses a fifth of its speed where it is optimized.
  if(name STREQUAL "resolver")
    uniform_unity(uniform_resolver EXCEPT "^(key|namespace_rules|negotiate|problem|record_json)")
  elseif(NOT name STREQUAL "lint" OR NOT CMAKE_BUILD_TYPE STREQUAL "Release")
    uniform_unity(uniform_${name} EXCEPT "^(routes_|template_json)")
  endif()
endfunction()

set(uniform_idna_folders idna ucd)
set(uniform_columns_folders columns columns/functions)
set(uniform_resolver_folders resolver resolver/locators)
set(uniform_service_folders service service/lists service/names service/namespaces service/registrars service/registration service/tokens service/webhooks)
set(uniform_store_folders store store/history store/postgresql store/reading store/search store/sqlite store/verify store/writing)
set(uniform_http_engine_folders http/engine)
set(uniform_http_folders http/administration http/api http/client http/harvest http/metadata http/openid http/operation http/pages http/resolve http/server http/session http/settings http/site)
foreach(part IN LISTS uniform_chosen_parts)
  uniform_part(${part})
endforeach()

# Headers alone: nothing of them is left to find for those who link the parts.
if(TARGET uniform_json)
  target_include_directories(uniform_json SYSTEM PRIVATE
    $<TARGET_PROPERTY:nlohmann_json::nlohmann_json,INTERFACE_INCLUDE_DIRECTORIES>)
endif()
if(TARGET uniform_http_engine)
  target_include_directories(uniform_http_engine SYSTEM PRIVATE ${Boost_INCLUDE_DIRS})
endif()

if(TARGET uniform_columns)
  include("${CMAKE_CURRENT_LIST_DIR}/generated_bindings.cmake")
  uniform_generate(declarations "${generated}/bindings")
  uniform_generate(columns "${generated}/bindings")
  target_sources(uniform_columns PRIVATE "${generated}/bindings/columns/table_functions.cpp")
  target_include_directories(uniform_columns PRIVATE "${generated}/bindings")
endif()

# The DDL scripts of both databases, embedded in the store.
if(TARGET uniform_store)
  set(schema "${PROJECT_SOURCE_DIR}/src/store/schema")
  set(schema_script "${PROJECT_SOURCE_DIR}/scripts/generate_schema.py")
  set(schema_table "${generated}/store/schema.inc" "${generated}/store/catalogue.inc")
  add_custom_command(
    OUTPUT ${schema_table}
    COMMAND "${Python3_EXECUTABLE}" "${schema_script}" "${schema}" ${schema_table}
    DEPENDS "${schema_script}" "${schema}/sqlite.sql" "${schema}/postgresql.sql" "${schema}/postgresql_catalogue.sql"
            "${schema}/postgresql.catalogue"
    COMMENT "Embedding the DDL scripts of the store"
    VERBATIM)
  target_sources(uniform_store PRIVATE ${schema_table})
  set_property(GLOBAL APPEND PROPERTY UNIFORM_GENERATED ${schema_table})
  target_include_directories(uniform_store PRIVATE "${generated}")
endif()

# The schemas of the OpenAPI document, which the service generates from them and its routes.
if(TARGET uniform_http)
  target_include_directories(uniform_http SYSTEM PRIVATE "${UNIFORM_TOMLPLUSPLUS}")
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

  # The pages: templates, texts, styles, images, and the scripts that web/build.mjs has made of web/src, if it was run.
  set(UNIFORM_WEB_SCRIPTS "" CACHE PATH "The folder that web/build.mjs has written, embedded in the service; empty: no scripts")
  target_include_directories(uniform_http SYSTEM PRIVATE "${UNIFORM_MUSTACHE}")
  set(web_script "${PROJECT_SOURCE_DIR}/scripts/generate_web.py")
  set(web_tables "${generated}/web_assets.inc" "${generated}/web_templates.inc" "${generated}/web_languages.inc"
    "${generated}/web_texts.inc" "${generated}/web_messages.inc" "${generated}/web_words.inc")
  file(GLOB web_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/web/templates/*" "${PROJECT_SOURCE_DIR}/web/texts/*/*.json"
    "${PROJECT_SOURCE_DIR}/web/styles/*" "${PROJECT_SOURCE_DIR}/web/images/*" "${PROJECT_SOURCE_DIR}/web/scripts/*")
  if(UNIFORM_WEB_SCRIPTS)
    file(GLOB web_scripts CONFIGURE_DEPENDS "${UNIFORM_WEB_SCRIPTS}/*")
    list(APPEND web_files ${web_scripts})
  endif()
  add_custom_command(
    OUTPUT ${web_tables}
    COMMAND "${Python3_EXECUTABLE}" "${web_script}" "${generated}" "${PROJECT_SOURCE_DIR}/web" "${UNIFORM_WEB_SCRIPTS}"
    DEPENDS "${web_script}" ${web_files}
    COMMENT "Embedding the pages of the service"
    VERBATIM)
  target_sources(uniform_http PRIVATE ${web_tables})
  set_property(GLOBAL APPEND PROPERTY UNIFORM_GENERATED ${web_tables})
endif()
