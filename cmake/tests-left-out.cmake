# The test that stands for those that were left out: it fails and says which packages are missing.
message(FATAL_ERROR "The tests were left out at configure time. Install what is missing and configure again:\n"
                    "  apt-get install ${MISSING}")
