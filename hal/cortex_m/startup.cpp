// From reset to main on a Cortex-M with an FPU: vectors, FPU, paint on the stack, .data, .bss.
// Static constructors are not run: the linker script asserts that there are none.
// The stack lies below all other RAM (sections.ld), and nothing may go below it: by the MPU on Armv7-M, by
// the limit of the stack pointer on Armv8-M. So a stack overflow is a fault, and no data is overwritten.
// Armv8-M with TrustZone stays in the secure state of its reset.

#include <cstddef>
#include <cstdint>

#include "hal/cortex_m/board_port.hpp"

extern "C" {
// Defined by the linker script.
extern std::uint32_t footing_stack_bottom[], footing_stack_top[];
extern std::uint32_t footing_data_start[], footing_data_end[], footing_data_load[];
extern std::uint32_t footing_bss_start[], footing_bss_end[];

[[noreturn, gnu::used]] void footing_report_fault(bool overflow, std::uint32_t program_counter,
                                                  std::uint32_t link_register);

// Called by the C library's assert. The library's own version prints and uses the heap.
[[noreturn]] void __assert_func(const char* file, int line, const char* function, const char* condition);
}

int CallMain() asm("main");  // C++ does not let a program name its own main

namespace footing::hal {
namespace {

constexpr std::uint32_t kPaint = 0x57AC57ACu;

// Paints the free stack, from its bottom to 16 words below this function's frame.
[[gnu::noinline]] void PaintStack() {
  const auto* here = static_cast<const std::uint32_t*>(__builtin_frame_address(0)) - 16;
  // at most footing_stack_top - footing_stack_bottom
  for (volatile std::uint32_t* word = footing_stack_bottom; word < here; word = word + 1) *word = kPaint;
}

volatile std::uint32_t& SystemRegister(std::uintptr_t address) {
  return *reinterpret_cast<volatile std::uint32_t*>(address);
}

// CP10 and CP11, full access (Armv7-M architecture reference manual, B3.2.20).
void EnableFpu() {
  SystemRegister(0xE000ED88) = SystemRegister(0xE000ED88) | (0xFu << 20);
  asm volatile("dsb\n isb" ::: "memory");
}

#if __ARM_ARCH > 7

// A push below this limit is a usage fault (Armv8-M architecture reference manual, stack limit checks).
void ForbidBelowStack() { asm volatile("msr msplim, %0\n isb" : : "r"(footing_stack_bottom)); }

#else

// Region 0 of the MPU: no access to the 8 KiB below the stack (same manual, B3.5). That is larger than any
// frame. It must not be larger still: some parts keep factory data and option bytes not far below their RAM
// (STM32F405: up to 0x1FFFC00F).
void ForbidBelowStack() {
  constexpr std::uint32_t kNoExecute = 1u << 28, kBytes = 8192, kSize = 12u << 1, kEnable = 1;
  constexpr std::uint32_t kDefaultMapElsewhere = 1u << 2;
  SystemRegister(0xE000ED98) = 0;
  SystemRegister(0xE000ED9C) = reinterpret_cast<std::uintptr_t>(footing_stack_bottom) - kBytes;
  SystemRegister(0xE000EDA0) = kNoExecute | kSize | kEnable;
  SystemRegister(0xE000ED94) = kDefaultMapElsewhere | kEnable;
  asm volatile("dsb\n isb" ::: "memory");
}

#endif

}  // namespace

std::size_t WorstStackBytes() {
  const volatile std::uint32_t* word = footing_stack_bottom;
  // at most footing_stack_top - footing_stack_bottom
  while (word < footing_stack_top && *word == kPaint) ++word;
  return static_cast<std::size_t>(footing_stack_top - word) * sizeof(*word);
}

std::size_t StackBytes() {
  return static_cast<std::size_t>(footing_stack_top - footing_stack_bottom) * sizeof(*footing_stack_top);
}

}  // namespace footing::hal

void Reset_Handler() {
  footing::hal::EnableFpu();
  footing::hal::ForbidBelowStack();
  footing::hal::PaintStack();
  const std::uint32_t* load = footing_data_load;
  // at most footing_data_end - footing_data_start
  for (std::uint32_t* word = footing_data_start; word < footing_data_end; ++word) *word = *load++;
  // at most footing_bss_end - footing_bss_start
  for (std::uint32_t* word = footing_bss_start; word < footing_bss_end; ++word) *word = 0;

  footing::hal::StartBoard();
  footing::hal::StopBoard(CallMain());
}

// Reads the program counter and the link register from the frame, unless the stack has overflowed. Then it
// starts the stack again at its top, because none of it may be left.
[[gnu::naked]] void Fault_Handler() {
  asm volatile(
      "ldr r0, =footing_stack_bottom + 32\n"
      "mov r1, #0\n"
      "mov r2, #0\n"
      "cmp sp, r0\n"
      "itt hs\n"
      "ldrhs r1, [sp, #24]\n"
      "ldrhs r2, [sp, #20]\n"
      "ite hs\n"
      "movhs r0, #0\n"
      "movlo r0, #1\n"
      "ldr r3, =footing_stack_top\n"
      "mov sp, r3\n"
      "b footing_report_fault\n");
}

void footing_report_fault(bool overflow, std::uint32_t program_counter, std::uint32_t link_register) {
  using footing::hal::SystemRegister;
  footing::hal::Halt(overflow ? "stack overflow" : "fault (memory, bus, usage) or unexpected interrupt",
                     {.program_counter = program_counter,
                      .link_register = link_register,
                      .status = SystemRegister(0xE000ED28),
                      .hard_status = SystemRegister(0xE000ED2C),
                      .memory_address = SystemRegister(0xE000ED34),
                      .bus_address = SystemRegister(0xE000ED38)});
}

void __assert_func(const char*, int, const char*, const char* condition) { footing::hal::Halt(condition); }

extern "C" [[gnu::section(".vectors"), gnu::used]] void (*const footing_vectors[])() = {
    reinterpret_cast<void (*)()>(footing_stack_top),
    Reset_Handler,
    Fault_Handler,  // NMI
    Fault_Handler,  // hard fault
    Fault_Handler,  // memory management
    Fault_Handler,  // bus
    Fault_Handler,  // usage
    Fault_Handler,  // secure, of Armv8-M
    nullptr,
    nullptr,
    nullptr,
    Fault_Handler,  // SVCall
    Fault_Handler,  // debug monitor
    nullptr,
    Fault_Handler,  // PendSV
    Fault_Handler,  // SysTick
};
