#!/usr/bin/python3
"""Tests tools/worst_case on small planted functions, compiled for a Cortex-M4, whose bounds are known by hand.

The body of each loop has a thousand instructions. So a bound divided by a thousand counts the loop's turns,
whatever code the compiler adds around the body.
"""

import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "tools"), str(ROOT / "tools/images")]

from worst_case import Refused, figures  # noqa: E402
from worst_case.image import Image  # noqa: E402
from worst_case.machine.cycles import Cycles  # noqa: E402
from worst_case.machine.trace import Trace  # noqa: E402

# The thousand lines are written out, because the compiler counts lines to know how far a branch must reach.
PRELUDE = """
#define TENFOLD(x) x x x x x x x x x x
#define THOUSAND TENFOLD(TENFOLD(TENFOLD("nop\\n")))
#define kBody asm volatile(THOUSAND ::: "memory")
extern volatile int sensor;
volatile int sensor;
inline constexpr int kFive = 5;
"""


def compiled(source, options=("-O2",), folder=None):
    folder = pathlib.Path(folder)
    (folder / "planted.cpp").write_text(PRELUDE + source, encoding="utf-8")
    subprocess.run(["arm-none-eabi-g++", "-std=c++20", "-mcpu=cortex-m4", "-mthumb", "-g1", "-ffreestanding",
                    "-fno-exceptions", "-nostdlib", *options, "-Wl,-e,Root", "-Wl,-Ttext=0x100", "-o", "planted.elf",
                    "planted.cpp"], check=True, cwd=folder, capture_output=True, text=True)
    return folder / "planted.elf"


def naked(code):
    return f'extern "C" __attribute__((naked)) void Root() {{ asm("{code}"); }}'


def root(body, parameters=""):
    return f'extern "C" void Root({parameters}) {{\n{body}\n}}'


class PlantedTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def image(self, source, options=("-O2",), **given):
        elf = compiled(source, options, self.folder)
        return Image(elf, self.folder, (".",), **given)

    def bound(self, source, options=("-O2",), **given):
        image = self.image(source, options, **given)
        function = image.find("Root")
        image.check(function)
        return image.paths.bound(function).most

    def cycles(self, code, refill=2):
        float_unit = ("-O2", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard")
        image = self.image(naked(code), float_unit)
        return image.weighed(Cycles(refill)).bound(image.find("Root")).most

    def turns(self, source, turns, options=("-O2", "-fno-unroll-loops"), **given):
        bound = self.bound(source, options, **given)
        self.assertEqual(bound // 1000, turns)
        self.assertLess(bound % 1000, 40 + 12 * turns)

    def refused(self, source, why, options=("-O2",)):
        with self.assertRaisesRegex(Refused, why):
            self.bound(source, options)

    # Bounds known by hand, exact to the instruction.

    def test_straight_line(self):
        self.assertEqual(self.bound(naked(r"nop\n nop\n bx lr")), 3)

    def test_instructions_under_a_condition_count(self):
        self.assertEqual(self.bound(naked(r"cmp r0, #3\n ite eq\n moveq r0, #1\n movne r0, #2\n bx lr")), 5)

    def test_the_longer_branch(self):
        self.assertEqual(self.bound(naked(r"cbz r0, 1f\n nop\n nop\n nop\n bx lr\n 1: bx lr")), 5)

    def test_conditional_return_and_tail_call(self):
        following = 'extern "C" __attribute__((naked)) void Next() { asm("nop\\n nop\\n bx lr"); }\n'
        self.assertEqual(self.bound(following + naked(r"cmp r0, #0\n it eq\n bxeq lr\n b Next")), 7)

    # Calls of the library, whose size is in r2.

    LIBRARY = ("-O2", "-u", "memset", "-lc")

    def with_memset(self, code):
        return self.bound(naked(rf"push {{r4, lr}}\n {code} pop {{r4, pc}}"), self.LIBRARY)

    def test_each_call_of_a_block_has_its_own_size(self):
        small, large = r"movs r2, #8\n bl memset\n ", r"movs r2, #160\n bl memset\n "
        nothing = self.with_memset("")
        both = self.with_memset(small) + self.with_memset(large) - nothing
        self.assertGreater(self.with_memset(large), self.with_memset(small) + 20)
        self.assertEqual(self.with_memset(small + large), both)
        self.assertEqual(self.with_memset(large + small), both)

    def test_a_size_that_is_set_in_the_block_before(self):
        direct = self.with_memset(r"cbz r0, 1f\n nop\n 1: movs r2, #160\n bl memset\n ")
        self.assertEqual(self.with_memset(r"movs r2, #160\n cbz r0, 1f\n nop\n 1: bl memset\n "), direct)

    def test_a_size_that_is_not_the_same_on_all_ways(self):
        for other in (r"movs r2, #8", r"umull r1, r2, r3, r4", r"ldr r2, [r0]", r"pop {r2}"):
            with self.subTest(other), self.assertRaisesRegex(Refused, "memory of unknown size"):
                self.with_memset(rf"movs r2, #160\n cbz r0, 1f\n {other}\n 1: bl memset\n ")
        with self.assertRaisesRegex(Refused, "memory of unknown size"):
            self.with_memset(r"cbz r0, 1f\n movs r2, #160\n 1: bl memset\n ")

    # Cycles counted by hand from the manual's tables. A return by bx lr is 1 and a refill of 2.

    def test_cycles_of_whole_numbers(self):
        self.assertEqual(self.cycles(r"nop\n bx lr"), 1 + 3)
        self.assertEqual(self.cycles(r"mul r0, r1, r2\n mla r0, r1, r2, r3\n umull r0, r1, r2, r3\n bx lr"), 3 + 3)
        self.assertEqual(self.cycles(r"udiv r0, r1, r2\n sdiv r0, r1, r2\n bx lr"), 24 + 3)
        self.assertEqual(self.cycles(r"cmp r0, #3\n it eq\n moveq r0, #1\n bx lr"), 3 + 3)

    def test_cycles_of_memory(self):
        self.assertEqual(self.cycles(r"ldr r0, [r1]\n str r0, [r1]\n ldrb r0, [r1]\n strh r0, [r1]\n bx lr"), 8 + 3)
        self.assertEqual(self.cycles(r"ldrd r0, r2, [r1]\n strd r0, r2, [r1]\n bx lr"), 6 + 3)
        self.assertEqual(self.cycles(r"ldmia r0!, {r1, r2, r4-r7}\n bx lr"), 7 + 3)
        self.assertEqual(self.cycles(r"push {r4, r5, lr}\n pop {r4, r5, pc}"), 4 + 4 + 2)
        self.assertEqual(self.cycles(r"vldr s0, [r0]\n vstr s0, [r0]\n vldr d0, [r0]\n bx lr"), 2 + 2 + 3 + 3)
        self.assertEqual(self.cycles(r"vpush {d8, d9}\n vldmia r0!, {s0-s6}\n vpop {d8, d9}\n bx lr"), 5 + 8 + 5 + 3)

    def test_cycles_of_numbers(self):
        self.assertEqual(self.cycles(r"vadd.f32 s0, s1, s2\n vmul.f32 s3, s1, s2\n bx lr"), 2 + 3)
        self.assertEqual(self.cycles(r"vmla.f32 s0, s1, s2\n vfma.f32 s3, s1, s2\n bx lr"), 6 + 3)
        self.assertEqual(self.cycles(r"vdiv.f32 s0, s1, s2\n vsqrt.f32 s3, s4\n bx lr"), 28 + 3)
        self.assertEqual(self.cycles(r"vcmp.f32 s0, s1\n vmrs APSR_nzcv, fpscr\n vmov r0, s0\n bx lr"), 3 + 3)
        self.assertEqual(self.cycles(r"vmov s0, s1, r0, r1\n vmov.f32 s0, s1\n bx lr"), 2 + 1 + 3)

    def test_a_result_that_the_next_instruction_reads(self):
        self.assertEqual(self.cycles(r"vmul.f32 s0, s1, s2\n vadd.f32 s3, s0, s4\n bx lr"), 1 + 1 + 1 + 3)
        self.assertEqual(self.cycles(r"vmul.f32 s0, s1, s2\n vstr s0, [r0]\n bx lr"), 1 + 1 + 2 + 3)
        self.assertEqual(self.cycles(r"vmul.f32 s1, s1, s2\n vstmia r0!, {s0-s3}\n bx lr"), 1 + 1 + 5 + 3)
        self.assertEqual(self.cycles(r"vmul.f32 s0, s1, s2\n vadd.f32 s0, s3, s4\n bx lr"), 1 + 1 + 3)
        self.assertEqual(self.cycles(r"vldr s0, [r0]\n vadd.f32 s3, s0, s4\n bx lr"), 2 + 1 + 3)
        # Also where another block begins in between: that which is jumped over costs more.
        self.assertEqual(self.cycles(r"vmul.f32 s0, s1, s2\n 1: vadd.f32 s3, s0, s4\n bx lr"), 1 + 1 + 1 + 3)

    def test_cycles_of_branches(self):
        # Taken: 1 + 2, then the return. Not taken: 1, two instructions, then the return.
        self.assertEqual(self.cycles(r"cbz r0, 1f\n nop\n bx lr\n 1: bx lr"), 3 + 3)
        self.assertEqual(self.cycles(r"cbz r0, 1f\n nop\n nop\n nop\n bx lr\n 1: bx lr"), 1 + 3 + 3)
        self.assertEqual(self.cycles(r"cmp r0, #0\n bne 1f\n nop\n 1: bx lr"), 1 + 3 + 3)
        self.assertEqual(self.cycles(r"cmp r0, #0\n bne 1f\n nop\n 1: bx lr", refill=3), 1 + 4 + 4)

    def test_cycles_of_calls(self):
        following = 'extern "C" __attribute__((naked)) void Next() { asm("nop\\n bx lr"); }\n'
        image = self.image(following + naked(r"push {r4, lr}\n bl Next\n pop {r4, pc}"))
        self.assertEqual(image.cycles.bound(image.find("Root")).most, 3 + 3 + (1 + 3) + 3 + 2)
        image = self.image(following + naked(r"nop\n b Next"))
        self.assertEqual(image.cycles.bound(image.find("Root")).most, 1 + 3 + (1 + 3))

    def test_cycles_of_a_loop(self):
        # Nine turns end in a branch that is taken.
        image = self.image(root("for (int i = 0; i < 10; ++i) {\n kBody;\n }"), ("-O2", "-fno-unroll-loops"))
        instructions, cycles = (p.bound(image.find("Root")).most for p in (image.paths, image.cycles))
        self.assertGreaterEqual(cycles - instructions, 9 * 2 + 2)
        self.assertLessEqual(cycles - instructions, 10 * 4 + 2 + 8)

    def test_an_unknown_instruction_has_no_cycles(self):
        image = self.image(naked(r"svc #0\n bx lr"))
        self.assertEqual(image.paths.bound(image.find("Root")).most, 2)
        with self.assertRaisesRegex(Refused, "cycles of an unknown instruction: svc"):
            image.cycles.bound(image.find("Root"))

    # Bounds checked by the number of turns.

    def test_counted_loop(self):
        self.turns(root("for (int i = 0; i < 50; ++i) {\n kBody;\n }"), 50)

    def test_steps_and_counting_down(self):
        self.turns(root("for (int i = 0; i <= 90; i += 3) {\n kBody;\n }"), 31)
        self.turns(root("for (int i = 29; i >= 0; --i) {\n kBody;\n }"), 30)

    def test_nested_loops(self):
        self.turns(root("for (int i = 0; i < kFive; ++i) {\n for (int j = 0; j < 7; ++j) {\n kBody;\n }\n }"), 35)

    def test_triangle_of_any_size(self):
        triangle = "for (int i = 0; i < n; ++i) {\n for (int j = i + 1; j < n; ++j) {\n kBody;\n }\n }"
        self.turns("// n at most 9\n" + root(triangle, "int n"), 36)

    def test_count_of_a_field(self):
        fields = "struct Set {\n int size;  // at most 6\n int last;  // is 2 * size\n};\n"
        self.turns(fields + root("for (int i = set.size; i < set.last; ++i) {\n kBody;\n }", "Set& set"), 6)

    def test_argument_of_an_inlined_function(self):
        work = ("[[gnu::always_inline]] inline void Work(int count) {\n"
                "for (int j = 0; j < count; ++j) {\n kBody;\n }\n}\n")
        self.turns(work + "// n at most 8\n" + root("for (int i = 0; i < n; ++i) {\n Work(n - i);\n }", "int n"), 36)

    def test_quotient_of_a_quotient(self):
        half = "const int half = n / 2;\n for (int i = 0; i < half / 2; ++i) {\n kBody;\n }"
        self.turns("// n at most 17\n" + root(half, "int n"), 4)

    def test_template_argument(self):
        work = ("template <int kSize>\n[[gnu::noinline]] void Work(int n) {  // n at most kSize\n"
                "for (int i = 0; i < n; ++i) {\n kBody;\n }\n}\n")
        self.turns(work + root("Work<3>(sensor), Work<8>(sensor);"), 11)

    def test_note_and_total(self):
        # Both loops begin with the inner loop's test. A branch back may belong to either loop, so 5 turns more.
        inner = "while (sensor) {  // at most 6, 10 in all\n kBody;\n }\n"
        self.turns(root(f"for (int i = 0; i < 5; ++i) {{\n {inner} }}"), 15)

    def test_total_in_the_function_around(self):
        work = ("[[gnu::always_inline]] inline void Work() {\n"
                "while (sensor) {  // at most 6, {} in all{}\n kBody;\n }}\n}}\n")
        calls = root("for (int i = 0; i < 5; ++i) {\n Work();\n }")
        inside = self.bound(work.replace("{}", "10", 1).replace("{}", " of Root").replace("}}", "}") + calls)
        self.assertIn(inside // 1000, range(10, 16))
        without = self.bound(work.replace("{}", "10", 1).replace("{}", "").replace("}}", "}") + calls)
        self.assertGreaterEqual(without // 1000, 30)
        self.refused(work.replace("{}", "10", 1).replace("{}", " of Other").replace("}}", "}") + calls,
                     "not inlined into Other")

    def test_note_above_and_do(self):
        self.turns(root("// at most 4\n do {\n kBody;\n } while (sensor);"), 4)

    def test_budget_is_shared(self):
        work = "[[gnu::noinline]] void Work() {\n while (sensor) {  // at most 8, spends budget\n kBody;\n }\n}\n"
        self.turns(work + root("Work(), Work(), Work();"), 10, budget="10")

    def test_budget_by_fives(self):
        self.turns(root("while (sensor) {  // at most 90, spends budget / 5 after 3\n kBody;\n }"), 23, budget="4")

    def test_jump_table(self):
        lengths = enumerate((1, 4, 2, 3, 1, 2))
        cases = "".join(f"case {i}: asm volatile({'THOUSAND ' * n}); break;\n" for i, n in lengths)
        self.assertEqual(self.bound(root(f"switch (k) {{\n{cases} }}", "int k")) // 1000, 4)

    def test_loop_that_is_entered_twice(self):
        body = ("int i = 0;\n if (k) goto inside;\n for (; i < 6; ++i) {  // at most 6\n kBody;\n"
                'inside:\n asm volatile("nop");\n }')
        self.assertIn(self.bound(root(body, "int k"), ("-O1",)) // 1000, (6, 7, 8))

    # Functions without a bound.

    def test_loop_without_a_note(self):
        self.refused(root("while (sensor) {\n kBody;\n }"), r"a loop without a bound: planted.cpp:\d+$")

    def test_count_without_a_note(self):
        self.refused(root("for (int i = 0; i < n; ++i) {\n kBody;\n }", "int n"), "what is n at most")

    def test_counter_that_the_body_moves(self):
        self.refused(root("for (int i = 0; i < 50; ++i) {\n if (sensor) i -= 1;\n kBody;\n }"),
                     "a loop without a bound")

    def test_counter_that_the_step_moves(self):
        self.refused(root("for (int i = 0; i < 50; ++i, i -= sensor) {\n kBody;\n }"), "a loop without a bound")

    def test_counter_of_another_name(self):
        self.refused(root("for (int i = 0; i < 50; ++i) {\n int& j = i;\n if (sensor) j = 0;\n kBody;\n }"),
                     "a loop without a bound")

    def test_note_that_says_too_little(self):
        self.refused(root("for (int i = 0; i < 7; ++i) {  // at most 5\n kBody;\n }"), "at most 5, and it counts to 7")
        self.refused(root("for (int i = 6; i >= 0; --i) {  // at most kFive\n kBody;\n }"),
                     "at most 5, and it counts to 7")
        early = "for (int i = 0; i < 7; ++i) {  // at most 5\n if (sensor) break;\n kBody;\n }"
        self.assertEqual(self.bound(root(early)) // 1000, 5)

    def test_loop_in_assembler(self):
        self.refused(root(r'asm volatile("1: subs r0, #1\n bne 1b");'), "a loop that cannot be told")

    def test_recursion(self):
        self.refused('[[gnu::noinline]] int Fib(int n) { return n < 2 ? n : Fib(n - 1) + Fib(n - 2); }\n'
                     'extern "C" int Root() { return Fib(sensor) + 1; }', "recursion: .*Fib",
                     ("-O1", "-fno-optimize-sibling-calls"))

    def test_indirect_call(self):
        self.refused('extern "C" int Root(int (*f)(int)) { return f(1) + 1; }', "indirect call")
        self.refused('extern "C" int Root(int (*f)(int)) { return f(1); }', "indirect call")

    def test_doubles_are_named(self):
        unit = ("-O2", "-mcpu=cortex-m7", "-mfpu=fpv5-d16", "-mfloat-abi=hard")
        source = 'extern "C" {0} Root({0} x) {{ return x * {1}; }}'
        self.assertEqual(self.image(source.format("float", "1.5f"), unit).doubles(), [])
        found = self.image(source.format("double", "1.5"), unit).doubles()
        self.assertTrue(any(where.startswith("Root: vmul.f64") for where in found), found)

    # Checks by measured runs.

    def test_turns_beyond_a_bound_are_seen(self):
        image = self.image(root("while (sensor) {  // at most 3\n kBody;\n }"))
        function = image.find("Root")
        code = [i.address for i in image.functions[function].code]
        graph = image.graph(function)
        body = graph.loops[0].body
        start, end = min(body), max(i.address for a in body for i in graph.blocks[a].code)
        turn = [a for a in code if start <= a <= end]
        before, after = [a for a in code if a < start], [a for a in code if a > end]
        for turns, broken in ((3, False), (4, True)):
            trace = Trace(image, function).follow([block for block in (before, *[turn] * turns, after) if block], 1)
            self.assertEqual(bool(trace.broken), broken)

    def test_growth_is_named(self):
        before = figures.Figures({"flash": 1000}, {}, {"Solve": dict(code=100, frame=8, bound=1000, cycles=1000)})
        now = figures.Figures({"flash": 1030}, {}, {"Solve": dict(code=100, frame=8, bound=1031, cycles=1040),
                                                         "New": dict(code=20, frame=0, bound=50, cycles=80)})
        self.assertEqual(figures.grown("image", before, now),
                         ["image: New is new: 50 instructions a call, 20 bytes",
                          "image: bound of Solve grew from 1,000 to 1,031, 3.1%",
                          "image: cycles of Solve grew from 1,000 to 1,040, 4.0%"])

    def test_what_is_no_image(self):
        text = pathlib.Path(self.folder) / "planted.txt"
        with self.assertRaisesRegex(Refused, "No such file"):
            Image(text, self.folder, (".",))
        text.write_text("no image\n", encoding="utf-8")
        with self.assertRaisesRegex(Refused, "file format not recognized"):
            Image(text, self.folder, (".",))


if __name__ == "__main__":
    unittest.main()
