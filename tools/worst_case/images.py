"""The images whose bounds are proven, and the values that no source contains.

Names that notes in the source may use beside the C++ names:
    kOffTrunk   most ancestors of a degree of freedom that are not on the trunk (core/linalg/branch_cholesky.hpp)
    kOnTrunk    most ancestors that are on the trunk
    kTrunkLength   degrees of freedom of the trunk
    kBranchRows    degrees of freedom beyond the trunk
    kBodyDepth  most joints between a body and the base
    kLeg        most joints between a foot and the base
    kFootPoints  most points of a foot
"""

import dataclasses
import functools
import json
import pathlib
import re

from worst_case import Refused

ROBOTS = pathlib.Path(__file__).resolve().parents[2] / "firmware/robots"
BASE = 6


class Robot:
    """What bounds of loops need of a robot, from the files that `footing robot` wrote in its folder."""

    def __init__(self, folder):
        try:
            robot = json.loads((folder / "robot.json").read_text(encoding="utf-8"))
            model = (folder / "model.hpp").read_text(encoding="utf-8")
        except OSError as reason:
            raise Refused(f"no robot: {reason}") from None
        self.struct = re.search(r"^struct (\w+) {", model, re.MULTILINE)[1]
        place = {joint["link"]: i for i, joint in enumerate(robot["joints"])}
        up = [place.get(joint["parent"], -1) for joint in robot["joints"]]
        self.feet = len(robot["feet"])
        self.points = sum(len(foot["points"]) for foot in robot["feet"])
        self.foot_points = max(len(foot["points"]) for foot in robot["feet"])
        self.parents = [i - 1 for i in range(BASE)] + [BASE + joint for joint in up]
        deep = []  # joints between each joint's body and the base; parents come first
        for joint in up:
            deep.append(1 + (deep[joint] if joint >= 0 else 0))
        self.depth = max(deep)
        self.leg = max(deep[place[foot["body"]]] for foot in robot["feet"])

    @property
    def names(self):
        return {
            "kContacts": self.points,
            "kJointRows": 0,
            "kFeet": self.feet,
            "kPoints": self.points,
            "kFootPoints": self.foot_points,
            "kLeg": self.leg,
            "kDofCapacity": len(self.parents),
            "kOffTrunk": self._tree(lambda parents: max(off for off, _ in ancestors(parents))),
            "kOnTrunk": self._tree(lambda parents: max(on for _, on in ancestors(parents))),
            "kTrunkLength": self._tree(trunk_of),
            "kBranchRows": self._tree(lambda parents: len(parents) - trunk_of(parents)),
            "kBodyDepth": self.depth,
        }

    def _tree(self, of):
        """A name's value in a function, whose kCapacity is that of the robot's tree or of a chain that is all trunk."""
        def value(lookup):
            capacity = lookup("kCapacity")
            return of(self.parents if capacity == len(self.parents) else [i - 1 for i in range(capacity)])
        return value


@functools.cache
def robot(name):
    return Robot(ROBOTS / name)


def trunk_of(parents):
    """The trunk's length: up to the first branching."""
    branching = next((i for i, parent in enumerate(parents) if parent != i - 1), None)
    return len(parents) if branching is None else parents[branching] + 1


def ancestors(parents):
    """(ancestors off the trunk, ancestors on it) of each degree of freedom."""
    trunk, counts = trunk_of(parents), []
    for k, parent in enumerate(parents):
        counts.append((0, parent + 1) if parent < trunk else (counts[parent][0] + 1, counts[parent][1]))
    return counts


# For an image of another project: of its tree only the capacity is known.
ANY = {
    "kJointRows": 0,
    "kOffTrunk": lambda lookup: lookup("kCapacity") - 1,
    "kOnTrunk": lambda lookup: lookup("kCapacity") - 1,
    "kTrunkLength": lambda lookup: lookup("kCapacity"),
    "kBranchRows": lambda lookup: lookup("kCapacity"),
    "kBodyDepth": lambda lookup: lookup("Model::kJoints"),
    "kFootPoints": lambda lookup: lookup("Model::kPoints"),
}


@dataclasses.dataclass(frozen=True)
class Spec:
    name: str
    preset: str
    machine: str
    scalar: str
    budget: str  # steps of the solver in a solve
    number_bytes: int
    flash: int  # limits, bytes
    ram: int
    stack: int
    tick: int | None  # limit, instructions
    weighed: str  # the image whose memory is measured: the same code on the part's memory map
    part: str  # a processor of this kind, and its clock [MHz]
    clock: int
    cycles: int | None = None  # limit of a tick; None: cycles are an estimate, and have no limit
    stages: int = 0  # footing::SolverStages of the tick
    of: str = "a1"

    @property
    def robot(self):
        return robot(self.of)

    @property
    def root(self):
        return f"footing::Step<footing::robots::{self.robot.struct}, {self.scalar}, (footing::SolverStages){self.stages}>("

    def listed(self, image, functions):
        """The functions whose figures are kept: of a robot beside the A1, whose code is the same, the tick alone."""
        return functions if self.of == "a1" else [image.find(self.root)]

    def milliseconds(self, cycles):
        return f"{cycles / self.clock / 1000:.2f} ms"

    def file(self, build, name=None):
        return build / self.preset / "bin" / f"{name or self.name}.elf"


BUDGET = "3"  # FootTrackerOptions::solver
DANTZIG_BUDGET = "15"  # the same of SolverStages::kDantzig
PAGES = ("README.md", "docs/proofs.md")  # that say how long a tick with a limit takes at most
KIB = 1024
IMAGES = (
    Spec("mps2-an386-float", "qemu-m4f", "mps2-an386", "float", BUDGET, 4, 256 * KIB, 96 * KIB, 8 * KIB, 160_000,
         "stm32f405-float", "STM32F405", 168, 260_000),
    Spec("mps2-an386-float_dantzig", "qemu-m4f", "mps2-an386", "float", DANTZIG_BUDGET, 4, 256 * KIB, 96 * KIB,
         8 * KIB, None, "stm32f405-float_dantzig", "STM32F405", 168, 420_000, 3),
    Spec("mps2-an500-float", "qemu-m7", "mps2-an500", "float", BUDGET, 4, 512 * KIB, 128 * KIB, 16 * KIB, 400_000,
         "stm32h743-float", "STM32H743", 480),
    Spec("mps2-an500-double", "qemu-m7", "mps2-an500", "double", BUDGET, 8, 512 * KIB, 128 * KIB, 16 * KIB, 400_000,
         "stm32h743-double", "STM32H743", 480),
)


def of_robot(name, spec, **other):
    """The float image of another robot beside that of the A1."""
    return dataclasses.replace(spec, of=name, name=f"{spec.name}_{name}", weighed=f"{spec.weighed}_{name}", **other)


QUADRUPEDS = ("go2", "solo12", "anymal_c")
OF_ROBOTS = (
    *(of_robot(name, IMAGES[0]) for name in QUADRUPEDS),
    *(of_robot(name, IMAGES[2]) for name in (*QUADRUPEDS, "bolt")),
    of_robot("g1", IMAGES[2], budget="12", tick=1_510_000),
)
