# Run when it is installed, since only then the prefix is known: the unit of systemd and the file of options.
# 'source' and 'binary' are this folder and that of what is built from it.
set(CMAKE_INSTALL_FULL_BINDIR "${CMAKE_INSTALL_PREFIX}/bin")
if(CMAKE_INSTALL_PREFIX STREQUAL "/usr")
  set(conf_dir /etc/castled)
else()
  set(conf_dir "${CMAKE_INSTALL_PREFIX}/etc/castled")
endif()
set(CASTLED_CONF "${conf_dir}/castled.conf")
configure_file("${source}/systemd/castled.service.in" "${binary}/castled.service" @ONLY)
file(INSTALL DESTINATION "${CMAKE_INSTALL_PREFIX}/lib/systemd/system" TYPE FILE FILES "${binary}/castled.service")
if(NOT EXISTS "$ENV{DESTDIR}${CASTLED_CONF}")
  file(INSTALL DESTINATION "${conf_dir}" TYPE FILE FILES "${source}/castled.conf")
endif()
