# What is said where a package is missing: what wants it, and the command that installs it.

# footing_need(VARIABLE DEBIAN_PACKAGE WANTED_BY): stops unless VARIABLE is true.
function(footing_need variable package wanted_by)
  if(NOT ${variable})
    message(FATAL_ERROR "${wanted_by} needs the package ${package}, which is not installed:\n"
                        "  apt-get install ${package}\n"
                        "Or install all packages of the project: tools/install_packages")
  endif()
endfunction()
