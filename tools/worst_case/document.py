"""Writes docs/generated/bounds.md: what is proven of each image, and what was measured beside it."""

from worst_case import images
from worst_case.machine.cycles import Cycles

OPENING = """# Bounds

Made by `tools/bounds write`; do not edit it. The end says how it is done, and what the proof rests on.

"""

TICKS = """## A tick in time

The tick is one call of `Step`. Its bound is proven. The other figures are measured on 3 s of the robot's course; of the
A1 the worst is also that of two streams of random measurements. An image is the A1's unless its name ends in another robot.
Cycles are weighed by Arm's manual of the Cortex-M4. They are of a memory
without wait states; [cycles](#cycles) says what that leaves out. For a Cortex-M7 they are an estimate, and no bound.

"""

MEMORY = """## Memory

Bytes on the memory map of the part. The stack's bound is that of the calls from the reset on; painted is what the runs
of QEMU's image used. Steps are the solver's budget in a tick, and the most that the runs took.

"""

LOOPS = """## Loops

Of the A1's images: turns each time that the loop is entered, and in all inside the loops around it.

"""

METHOD = """## How

`tools/bounds` disassembles an image and draws the flow graph of every function that the tick reaches. The line tables
say which loop of the source a loop of the machine belongs to, through inlining. The source says how often that loop
turns, by constants in its header or by a note (`// at most N`). A loop without such a bound is an error. So are a loop that
cannot be told, recursion, and calls through pointers. The bound is the largest count of instructions, or of cycles, that any
flow through the graphs can have within the loops' bounds. That is a linear program (implicit path enumeration, Li and
Malik 1995). Its unknowns may be fractions, which can only make the bound larger. Loops that spend the solver's budget of
steps share it. QEMU counts an instruction whether its condition holds or not, and so does the bound.

It rests on the notes, and on the compiler's line tables, which must put the tests and steps of loops at the right lines.
Both are tried by running the images in QEMU. In the first 100 ticks of each stream every block is followed. No loop may
turn more often, and no function may execute more, than this page says. "Measured worst" is of these ticks; it is
empty if they do not execute a function. The tick of the whole streams is weighed block by block, compared with the
board's own count, and held against the tick's bounds.

Arithmetic is what the call that cost most did of it: additions, multiplications, divisions and square roots of
floating-point numbers, one for each instruction. Comparisons and changes of sign are not counted. "Worst / arithmetic" says how far a
function is from one instruction for each operation. A processor that must load and store does not reach that.

Two source loops may share a header in the machine. Then the line tables may leave two readings, and the bound allows both.
A number of rows or contacts keeps its value within a nest of loops. Not counted in the tick: `hal::NextMeasurement`,
which returns before the tick's clock starts.

Notes stand at a loop's header or alone above it. They are made of constants, template parameters, counts and the loops outside:

    for (…) {               // at most N
    while (…) {             // at most N, M in all       all turns inside the outermost loop of the function
    while (…) {             // at most N, M in all of F  all turns of a call of F, into which this is inlined
    for (…) {               // at most N, spends budget  a turn is a step of the solver's budget
    for (…) {               // at most N, spends budget / K after L   K turns are a step, the first L are free
    for (…) {               // at most N, spends budget beyond L   the first L steps are taken before the loop
    int contacts = 0;       // at most kContacts         a count in a class: loops up to it need no note
    int joints = 0;         // is 3 * contacts           a count that others make
    // n at most kCapacity  a parameter or variable of the function below

`for (int i = A; i < B; ++i)` needs no note if A and B are constants, such counts, or made of the loops outside. Then
triangles are counted out, also through inlined functions. Names that belong to the robot and not to the source, budgets
and limits stand in `tools/worst_case/images.py`. `tests/figures.txt` holds the figures of each function. `tools/check`
refuses what grew by more than 3 %, or 16, and `tools/bounds write` writes that file and this page again.
"""

CYCLES = """## Cycles

An instruction costs what Arm's Technical Reference Manual of the Cortex-M4 gives for it (100166_0001, tables of
chapters 3 and 7):

| instruction | cycles |
|---|---|
| arithmetic of whole numbers, moves, compares, IT | 1 |
| multiplication, with and without addition | 1 |
| division of whole numbers | 12, the most of 2 to 12 |
| load or store of one word | 2 |
| load or store of n words | 1 + n |
| branch that is not taken | 1 |
| branch, call, return | 1 + P (a return that loads n words 1 + n + P) |
| addition, multiplication, comparison, conversion of numbers | 1 |
| multiply-add of numbers | 3 |
| division, square root | 14 |
| arithmetic of numbers whose result the next instruction reads | 1 more |

P is the refill of the pipeline. The manual gives 1 to 3 cycles, by the alignment and width of the target; 2 is taken
here, and the first table also has the bound with 3. What the manual says of overlap is not credited: stores that a write
buffer takes, loads in a row that share a cycle, work beside a division. `tools/worst_case/machine/cycles.py` holds the
table.

What this leaves out, so that a board can be slower:

* **Wait states of the flash.** An STM32F405 at 168 MHz has 5. Its accelerator hides them in straight code and in loops
  that it holds; how much it hides, nothing here shows. With code in RAM without wait states they do not occur.
* **Contention** of the buses, by DMA or by code and data in the same RAM.
* **Interrupts.** What they take during a tick is added to it; so is the saving of floating-point registers.

Measure it on your board: `hal/cortex_m/cycle_count.hpp` counts cycles by the processor's own counter, and
[a board of your own](../reference/own-board.md#cycles) says how a backend uses it. QEMU has no such counter.

The Cortex-M7 issues two instructions at a time, predicts branches and has caches. The same weighing of its image is an
estimate. In double precision it counts an operation like one in float.
"""


def table(head, rows):
    """A Markdown table; the first column is text, the others are figures."""
    lines = ["| " + " | ".join(head) + " |", "|---" + "|---:" * (len(head) - 1) + "|"]
    for row in rows:
        lines.append("| " + " | ".join(f"{c:,}" if isinstance(c, int) else str(c) for c in row) + " |")
    return "\n".join(lines) + "\n"


def ratio(above, below):
    return f"{above / below:.2f}" if below else ""


def summary(spec, image, measured):
    """The row of an image in the table of ticks."""
    tick, cycles = image.find(spec.root), image.cycles.bound(image.find(spec.root)).most
    slower = image.weighed(Cycles(refill=3)).bound(tick).most
    limit = f"{spec.cycles:,}" if spec.cycles else "estimate"
    return (spec.name, f"{spec.part}, {spec.clock} MHz", image.paths.bound(tick).most, cycles, limit,
            spec.milliseconds(cycles), spec.milliseconds(slower), measured.mean, measured.mean_cycles, measured.tick,
            measured.tick_cycles, spec.milliseconds(measured.tick_cycles))


def ticks(rows):
    return TICKS + table(("image", "part", "bound, instructions", "bound, cycles", "limit", "bound", "bound, P = 3",
                          "mean, instructions", "mean, cycles", "worst, instructions", "worst, cycles", "worst"),
                         rows) + "\n"


def memory_row(spec, image, figures, measured):
    """The row of an image in the table of memory."""
    return (spec.weighed, *figures.memory.values(), measured.stack, int(image.budget), measured.steps)


def memories(rows):
    return MEMORY + table(("image", "flash", "RAM", "stack, bound", "stack, painted", "budget", "most steps"), rows) + "\n"


def _by_budget(paths, tick, plain):
    """The bound with any budget. Steps beyond `plain` may cost more; apart from that no later step adds more than the
    first, because the bound is concave. Figures are rounded up."""
    base = paths.bound(tick, 0).most
    step = paths.bound(tick, 1).most - base + 1
    beyond = paths.bound(tick, plain + 1).most - paths.bound(tick, plain).most + 1
    text = f"{base:,} + {step:,} × budget"
    return text if beyond <= step else f"{text}, and {beyond - step:,} more for each step beyond {plain}"


def section(spec, image, figures, measured, functions):
    """The text about one image."""
    tick = image.find(spec.root)
    answer = image.paths.bound(tick)
    plain = int(image.budget)
    instructions, cycles = (_by_budget(paths, tick, plain) for paths in (image.paths, image.cycles))
    text = f"## {spec.name}\n\n"
    text += (f"A tick executes at most **{answer.most:,}** instructions with a budget of "
             f"{image.budget} steps, and with any budget at most {instructions}. In cycles this is {cycles}. "
             f"The worst tick of 3 s of the course and of two streams of random measurements took "
             f"{measured.tick:,}; none of their solves took more than {measured.steps} "
             f"step{'s' * (measured.steps != 1)}.\n\n")
    memory, limits = figures.memory, {"flash": spec.flash, "ram": spec.ram, "stack": spec.stack}
    text += table(("bytes", "figure", "limit"), [(k, v, limits[k]) for k, v in memory.items()]
                  + [("stack, painted in QEMU", measured.stack, "")]
                  + [(f"section `{s}` of {spec.weighed}", v, "") for s, v in figures.sections.items()]) + "\n"
    text += "Instructions and cycles of one call, everything below it included:\n\n"
    rows = []
    for address in functions:
        row, seen = figures.functions[image.short(address)], measured.functions.get(address, 0)
        operations = measured.operations.get(address, 0)
        cycles = measured.cycles.get(address, 0)
        rows.append((f"`{image.short(address)}`", row["bound"], seen or "", ratio(row["bound"], seen),
                     row["cycles"], cycles or "", operations or "", ratio(seen, operations), row["code"], row["frame"]))
    rows.sort(key=lambda row: -row[1])
    text += table(("function", "bound", "measured worst", "bound / worst", "bound, cycles", "worst, cycles",
                   "arithmetic", "worst / arithmetic", "code bytes", "frame bytes"), rows) + "\n"
    text += "Instructions of the functions that spend steps, by contacts: without a step, and for each step.\n\n"
    spending = [a for a in functions if image.paths.spends(a)]
    columns = {}
    for contacts in range(1, spec.robot.points + 1):
        smaller = image.resized({spec.robot.points: contacts, 3 * spec.robot.points: 3 * contacts})
        for a in spending:
            columns[a, contacts] = smaller.paths.bound(a, 0).most, smaller.paths.bound(a, 1).most
    text += table(("function", *(f"{c} contacts" for c in range(1, spec.robot.points + 1))),
                  [(f"`{image.short(a)}`", *(f"{n:,} + {m - n:,}" for c in range(1, spec.robot.points + 1)
                                             for n, m in [columns[a, c]])) for a in spending]) + "\n"
    return text


def loops(all_images):
    """Every source loop of the images: its most turns at each entry, and in all at each entry of a loop outside."""
    rows = {}
    for name, (image, functions) in all_images.items():
        for address in functions:
            for bound in image.bounds(address):
                key = (bound.source.path, bound.source.first)
                turns, total, says = rows.get(key, ({}, 0, ""))
                turns[name] = max(turns.get(name, 0), bound.most)
                total = max([total] + [t for t, _ in bound.totals])
                says = "note" if bound.source.note else "header"
                rows[key] = turns, total, says
    names = list(all_images)
    return table(("loop", *names, "in all", "said by"),
                 [(f"{path}:{line}", *(turns.get(n, "") for n in names), total or "", says)
                  for (path, line), (turns, total, says) in sorted(rows.items())])
