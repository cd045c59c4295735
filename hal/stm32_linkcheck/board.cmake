footing_backend(stm32_linkcheck board.cpp)
footing_image(stm32_linkcheck stm32f405 cortex-m4f float 8192)
footing_image(stm32_linkcheck stm32h743 cortex-m7 float 8192)
footing_image(stm32_linkcheck stm32h743 cortex-m7 double 16384)
