# Writes text files as rows {"name", R"(content)"} of a C++ array's initializer.
#   cmake -DINPUTS=a.html,b.css -DOUTPUT=parts.inc -P embed.cmake
string(REPLACE "," ";" inputs "${INPUTS}")
set(rows "")
foreach(input IN LISTS inputs)
  get_filename_component(name "${input}" NAME)
  file(READ "${input}" content)
  string(APPEND rows "{\"${name}\", R\"footing(${content})footing\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "${rows}")
