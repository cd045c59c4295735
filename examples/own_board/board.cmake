footing_backend(own_board board.cpp ${footing_semihosting})
footing_image(own_board netduinoplus2 cortex-m4f float 8192)
