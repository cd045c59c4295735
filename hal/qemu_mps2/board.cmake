# The stack is larger than needed, so that a tick that needs too much can be measured.
footing_backend(qemu_mps2 board.cpp ${footing_semihosting})
footing_image(qemu_mps2 mps2-an386 cortex-m4f float 32768)
footing_image(qemu_mps2 mps2-an386 cortex-m4f float_dantzig 32768)
footing_image(qemu_mps2 mps2-an500 cortex-m7 float 32768)
footing_image(qemu_mps2 mps2-an500 cortex-m7 float_dantzig 32768)
footing_image(qemu_mps2 mps2-an500 cortex-m7 double 32768)
footing_robot_images(qemu_mps2 mps2-an386 cortex-m4f 32768)
footing_robot_images(qemu_mps2 mps2-an500 cortex-m7 32768)
