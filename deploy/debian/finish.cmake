# Run by CPack before it packs: what Debian's policy asks of a package's files, and what an installation elsewhere does not need.
# They are in CPACK_TEMPORARY_INSTALL_DIRECTORY.
file(GLOB_RECURSE manuals ${CPACK_TEMPORARY_INSTALL_DIRECTORY}/*.1)
list(GET manuals 0 manual)
string(REGEX REPLACE "/man/man1/[^/]*$" "/doc/castled" documents ${manual})
file(MAKE_DIRECTORY ${documents})
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/copyright ${documents}/copyright)
file(COPY_FILE ${CMAKE_CURRENT_LIST_DIR}/../../CHANGELOG.md ${documents}/CHANGELOG.md)
execute_process(COMMAND gzip -9nf ${manuals} ${documents}/CHANGELOG.md COMMAND_ERROR_IS_FATAL ANY)
