footing_backend(qemu_mps3 board.cpp ${footing_semihosting})
footing_image(qemu_mps3 mps3-an547 cortex-m55 float 32768)
footing_robot_images(qemu_mps3 mps3-an547 cortex-m55 32768)
