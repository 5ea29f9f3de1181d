# Run by ctest: a literal that does not match does not compile, and the compiler names the document and the rule. Its
# variables come from CMakeLists.txt beside it.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")
set(ENV{LC_ALL} C)

set(source "${PROJECT}/literals.cpp")
file(STRINGS "${source}" rows REGEX "_(uri|uri_reference|urn).*// [a-z0-9_]+ [a-z0-9_]+$")
list(LENGTH rows count)
if(count LESS 10)
  message(FATAL_ERROR "only ${count} literals were found in ${source}")
endif()

foreach(compiler IN LISTS COMPILERS)
  refused(" error: " "${compiler}" -std=c++23 -fsyntax-only "-I${SOURCE}/include" "${source}")
  foreach(row IN LISTS rows)
    string(REGEX MATCH "// ([a-z0-9_]+) ([a-z0-9_]+)$" found "${row}")
    # GCC: f() [with uniform::edition Document = uniform::edition::rfc3986; ...], Clang: f<uniform::edition::rfc3986, ...>
    if(NOT output MATCHES "the_literal_does_not_match[^;,]* ?uniform::edition::${CMAKE_MATCH_1}[;,][ A-Za-z:=]* uniform::rule::${CMAKE_MATCH_2}[]>]")
      message(FATAL_ERROR "${compiler} does not name the document and the rule of\n${row}\n${output}")
    endif()
  endforeach()
  message(STATUS "${compiler} names the rules of ${count} literals")
endforeach()
