# cmake -DIN=FILE -DOUT=FILE.c -DNAME=name -P embed.cmake: the file as a C string, name[].
file(READ "${IN}" hex HEX)
string(REGEX REPLACE "(..)" "0x\\1," bytes "${hex}")
string(REGEX REPLACE "0x0a," "0x0a,\n" bytes "${bytes}")
file(WRITE "${OUT}" "extern const char ${NAME}[];\nconst char ${NAME}[] = {\n${bytes}0};\n")
