# Headers, library, command, manual pages, completions, systemd unit, and the two ways other projects find the library.
include(CMakePackageConfigHelpers)

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/uniform")
install(TARGETS uniform_core EXPORT uniform_targets FILE_SET HEADERS)
install(EXPORT uniform_targets FILE uniform-targets.cmake NAMESPACE uniform:: DESTINATION "${package_dir}")
get_property(parts GLOBAL PROPERTY UNIFORM_PARTS)
foreach(part IN LISTS parts)
  install(TARGETS uniform_${part} EXPORT uniform_${part}_targets FILE_SET HEADERS)
  install(EXPORT uniform_${part}_targets FILE uniform-${part}-targets.cmake NAMESPACE uniform::
    DESTINATION "${package_dir}")
endforeach()

configure_package_config_file(cmake/uniform-config.cmake.in "${PROJECT_BINARY_DIR}/uniform-config.cmake"
  INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/uniform-config-version.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${PROJECT_BINARY_DIR}/uniform-config.cmake" "${PROJECT_BINARY_DIR}/uniform-config-version.cmake"
  DESTINATION "${package_dir}")

# The .pc file finds its prefix from its own place, so an installed tree may be moved.
file(RELATIVE_PATH pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
configure_file(cmake/uniform.pc.in "${PROJECT_BINARY_DIR}/uniform.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/uniform.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

if(TARGET uniform)
  install(TARGETS uniform)
  include(cmake/unit.cmake)
  if(NOT CMAKE_CROSSCOMPILING)
    include(cmake/documents.cmake)
  endif()
endif()
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DOCDIR}")
