# The parts of the library, and the libraries that they need. Read when the project is built, and installed for
# find_package(uniform), so that both give the same reason when something is missing.

# part | parts that its headers include | parts that its sources include | libraries | what only building it needs
# A part is after those that it needs.
set(uniform_part_rows
  "json|||| nlohmann_json"
  "registry| json|| pugixml|"
  "html||| gumbo|"
  "lint||||"
  "idna||||"
  "unicode| lint| idna||"
  "whatwg|| idna| icu_uc|"
  "repair|| idna whatwg||"
  "columns|| idna lint repair unicode whatwg|| python"
  "access|| idna| curl|"
  "resolver| json|||"
  "store| resolver|| sqlite3 postgresql crypto threads zstd| python"
  "service| store registry|| crypto argon2|"
  "links| store|| curl crypto threads|"
  "http_engine||| tls crypto threads| boost"
  "http| service http_engine links| repair| crypto threads curl cjose pugixml qrcodegencpp zstd| boost tomlplusplus mustache python")

set(uniform_all_parts "")
foreach(uniform_row IN LISTS uniform_part_rows)
  string(REGEX MATCHALL "[^|]+|\\|" uniform_cells "${uniform_row}")
  set(uniform_columns public private libraries build)
  list(POP_FRONT uniform_cells uniform_part)
  list(APPEND uniform_all_parts ${uniform_part})
  foreach(uniform_column IN LISTS uniform_columns)
    set(uniform_${uniform_part}_${uniform_column} "")
  endforeach()
  foreach(uniform_cell IN LISTS uniform_cells)
    if(uniform_cell STREQUAL "|")
      list(POP_FRONT uniform_columns uniform_column)
    else()
      separate_arguments(uniform_${uniform_part}_${uniform_column} UNIX_COMMAND "${uniform_cell}")
    endif()
  endforeach()
endforeach()

# library | name for people | Debian package | its module in pkg-config, or -lNAME if it has none | what is linked
set(uniform_library_rows
  "nlohmann_json|nlohmann/json|nlohmann-json3-dev||"
  "pugixml|pugixml|libpugixml-dev|pugixml|pugixml::pugixml"
  "gumbo|Gumbo|libgumbo-dev|gumbo|uniform_library::gumbo"
  "icu_uc|ICU|libicu-dev|icu-uc|ICU::uc"
  "curl|libcurl|libcurl4-openssl-dev|libcurl|CURL::libcurl"
  "sqlite3|SQLite|libsqlite3-dev|sqlite3|SQLite::SQLite3"
  "postgresql|libpq|libpq-dev|libpq|PostgreSQL::PostgreSQL"
  "crypto|OpenSSL|libssl-dev|libcrypto|OpenSSL::Crypto"
  "tls|OpenSSL|libssl-dev|libssl|OpenSSL::SSL"
  "threads|the system's threads|libc6-dev|-pthread|Threads::Threads"
  "zstd|Zstandard|libzstd-dev|libzstd|uniform_library::zstd"
  "argon2|Argon2|libargon2-dev|libargon2|uniform_library::argon2"
  "cjose|cjose|libcjose-dev|-lcjose|uniform_library::cjose"
  "qrcodegencpp|the QR Code generator library|libqrcodegencpp-dev|qrcodegencpp|uniform_library::qrcodegencpp"
  "mustache|Mustache by Kevin Wojniak|libkainjow-mustache-dev||"
  "boost|Boost 1.81|libboost1.81-dev or newer||"
  "tomlplusplus|toml++|libtomlplusplus-dev||"
  "python|Python 3|python3||")

# uniform_library_row(NAME) sets uniform_library_name, _package, _module and _link for the caller.
function(uniform_library_row name)
  foreach(row IN LISTS uniform_library_rows)
    if(row MATCHES "^${name}\\|([^|]*)\\|([^|]*)\\|([^|]*)\\|([^|]*)$")
      set(uniform_library_name "${CMAKE_MATCH_1}" PARENT_SCOPE)
      set(uniform_library_package "${CMAKE_MATCH_2}" PARENT_SCOPE)
      set(link "${CMAKE_MATCH_4}")
      string(REPLACE " " ";" module "${CMAKE_MATCH_3}")
      string(REPLACE " " ";" link "${link}")
      set(uniform_library_module "${module}" PARENT_SCOPE)
      set(uniform_library_link "${link}" PARENT_SCOPE)
      return()
    endif()
  endforeach()
  message(FATAL_ERROR "uniform: no library is called ${name}")
endfunction()

# For a library without a CMake package: one file to link, as the target uniform_library::NAME.
macro(uniform_find_file name)
  find_library(UNIFORM_LIBRARY_${name} ${name})
  mark_as_advanced(UNIFORM_LIBRARY_${name})
  if(UNIFORM_LIBRARY_${name})
    set(uniform_library_found TRUE)
    if(NOT TARGET uniform_library::${name})
      add_library(uniform_library::${name} UNKNOWN IMPORTED)
      set_target_properties(uniform_library::${name} PROPERTIES IMPORTED_LOCATION "${UNIFORM_LIBRARY_${name}}")
    endif()
  endif()
endmacro()

# uniform_find_library(NAME) sets uniform_library_found. A macro, because find_package() sets variables for its caller.
macro(uniform_find_library library)
  set(uniform_library_found FALSE)
  if("${library}" MATCHES "^(gumbo|zstd|argon2|cjose|qrcodegencpp)$")
    uniform_find_file(${library})
  elseif("${library}" MATCHES "^icu")
    find_package(ICU QUIET COMPONENTS uc i18n)
    set(uniform_library_found "${ICU_FOUND}")
  elseif("${library}" STREQUAL "curl")
    find_package(CURL QUIET)
    set(uniform_library_found "${CURL_FOUND}")
  elseif("${library}" STREQUAL "sqlite3")
    find_package(SQLite3 QUIET)
    set(uniform_library_found "${SQLite3_FOUND}")
  elseif("${library}" STREQUAL "postgresql")
    find_package(PostgreSQL QUIET)
    set(uniform_library_found "${PostgreSQL_FOUND}")
  elseif("${library}" MATCHES "^(crypto|tls)$")
    find_package(OpenSSL QUIET)
    set(uniform_library_found "${OPENSSL_FOUND}")
  elseif("${library}" STREQUAL "threads")
    find_package(Threads QUIET)
    set(uniform_library_found "${Threads_FOUND}")
  elseif("${library}" STREQUAL "boost")
    find_package(Boost 1.81 QUIET)
    set(uniform_library_found "${Boost_FOUND}")
  elseif("${library}" STREQUAL "tomlplusplus")
    find_path(UNIFORM_TOMLPLUSPLUS toml++/toml.h)
    mark_as_advanced(UNIFORM_TOMLPLUSPLUS)
    if(UNIFORM_TOMLPLUSPLUS)
      set(uniform_library_found TRUE)
    endif()
  elseif("${library}" STREQUAL "mustache")
    find_path(UNIFORM_MUSTACHE kainjow/mustache.hpp)
    mark_as_advanced(UNIFORM_MUSTACHE)
    if(UNIFORM_MUSTACHE)
      set(uniform_library_found TRUE)
    endif()
  elseif("${library}" STREQUAL "python")
    find_package(Python3 QUIET COMPONENTS Interpreter)
    set(uniform_library_found "${Python3_FOUND}")
  else() # nlohmann_json, pugixml
    find_package(${library} QUIET)
    set(uniform_library_found "${${library}_FOUND}")
  endif()
endmacro()

# uniform_with_needed(PARTS...) sets uniform_needed: these parts and all that they need, in the order of the table.
function(uniform_with_needed)
  set(needed ${ARGN})
  set(rows ${uniform_all_parts})
  list(REVERSE rows)
  foreach(part IN LISTS rows)
    if(part IN_LIST needed)
      list(APPEND needed ${uniform_${part}_public} ${uniform_${part}_private})
    endif()
  endforeach()
  set(ordered "")
  foreach(part IN LISTS uniform_all_parts)
    if(part IN_LIST needed)
      list(APPEND ordered ${part})
    endif()
  endforeach()
  set(uniform_needed "${ordered}" PARENT_SCOPE)
endfunction()
