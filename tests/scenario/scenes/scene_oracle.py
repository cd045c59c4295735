"""The rows of a scene from its geometry, in fractions.

Square roots and rotations are right to 60 digits. What the program writes as J' q' is here a second difference of the
gap over a motion without accelerations: none of the program's formulas is used.
"""

from fractions import Fraction
from math import isqrt

ONE = 10**60
H = Fraction(1, 10**14)  # s; a second difference then errs by H^2 and by 1e-60 / H^2, both 1e-28 and less


def cut(x):
    return Fraction(round(x * ONE), ONE)


def root(x):
    return Fraction(isqrt(x.numerator * ONE * ONE // x.denominator), ONE)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b))


def cross(a, b):
    return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]


def along(a, s, b):
    """a + s b."""
    return [x + s * y for x, y in zip(a, b)]


def times(m, v):
    return [dot(row, v) for row in m]


def turned(m, w):
    """The columns-as-vectors of m, turned by the rotation vector w: the series of the exponential."""
    vectors = []
    for v in m:
        total, term, k = list(v), list(v), 0
        while any(term):
            k += 1
            term = [cut(x / k) for x in cross(w, term)]
            total = along(total, 1, term)
        vectors.append(total)
    return vectors


def unit(v):
    return [cut(x / root(dot(v, v))) for x in v]


def space(v, plane):
    """A vector of a file as three fractions; a single number is about z."""
    v = v if isinstance(v, list) else [0, 0, v] if plane else [v] * 3
    return [Fraction(x) for x in v] + [Fraction(0)] * (3 - len(v))


def solve(rows):
    """The solution of the augmented rows, or None if they are singular. Exact."""
    rows = [list(r) for r in rows]
    n = len(rows)
    for k in range(n):
        at = next((i for i in range(k, n) if rows[i][k] != 0), None)
        if at is None:
            return None
        rows[k], rows[at] = rows[at], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                rows[i] = along(rows[i], -rows[i][k], rows[k])
    return [r[n] for r in rows]


class Body:
    def __init__(self, b, scene, plane):
        lists = () if plane else ("spin", "torque", "rotation")
        none = lambda key: [0, 0, 0] if key in ("position", "velocity", "force", *lists) else 0
        get = lambda key: space(b.get(key, none(key)), plane)
        self.x, self.v, self.w, self.torque = get("position"), get("velocity"), get("spin"), get("torque")
        self.inverse = 1 / Fraction(b["mass"]) if b else Fraction(0)
        gravity = space(scene.get("gravity", [0, 0, 0]), plane)
        self.force = along(get("force"), Fraction(b.get("mass", 0)), gravity)
        zero = [[Fraction(0)] * 3 for _ in range(3)]
        self.inertia = self.turn = zero
        if b and plane:
            self.turn = [[0, 0, 0], [0, 0, 0], [0, 0, 1 / Fraction(b["inertia"])]]
        elif b:
            i = b["inertia"]
            i = i if isinstance(i, list) else [i] * 3
            i = i if isinstance(i[0], list) else [[x * (j == k) for j in range(3)] for k, x in enumerate(i)]
            i = [[Fraction(x) for x in r] for r in i]
            # Axes of the body in the world, as rows; the world's inertia is sum_jk axis_j I_jk axis_k'.
            axes = turned([[Fraction(int(j == k)) for j in range(3)] for k in range(3)], get("rotation"))
            world = lambda m: [[cut(sum(axes[a][j] * m[a][c] * axes[c][k] for a in range(3) for c in range(3)))
                                for k in range(3)] for j in range(3)]
            columns = [solve([i[r] + [Fraction(int(r == k))] for r in range(3)]) for k in range(3)]
            self.inertia, self.turn = world(i), world(columns)

    def rates(self, spinning=True):
        """Accelerations under what acts beside contacts and joints."""
        gyro = cross(self.w, times(self.inertia, self.w))
        return [self.inverse * f for f in self.force], times(self.turn, along(self.torque, -int(spinning), gyro))

    def point(self, p, t):
        """Where the material point p of now is at t, without accelerations."""
        return along(along(self.x, t, self.v), 1, self.direction(along(p, -1, self.x), t))

    def direction(self, d, t):
        return turned([d], [t * w for w in self.w])[0]

    def speed(self, p, t=Fraction(0)):
        return along(self.v, 1, cross(self.w, along(p, -1, along(self.x, t, self.v))))


class Rows:
    """G, the free part and the axes of a scene's contacts and point joints."""

    def __init__(self, scene, level):
        self.plane, self.scene = scene.get("plane", False), scene
        self.bodies = {b["name"]: Body(b, scene, self.plane) for b in scene["bodies"]}
        nothing = Body({}, scene, self.plane)
        pick = lambda pair: [self.bodies.get(name, nothing) for name in pair]
        self.rows, self.rest, self.axes, belts = [], [], [], []
        for c in scene.get("contacts", []):
            axes = self.frame(c)
            self.axes.append(axes)
            p, pair = space(c["point"], self.plane), pick(c["bodies"])
            self.rows += [(pair, p, d) for d in axes]
            belts += [dot(d, space(c.get("belt", [0, 0, 0]), self.plane)) for d in axes]
            if level != "velocity":
                gap, slip = self.motion(c, pair, p, axes)
                self.rest.append((gap(H) - 2 * gap(Fraction(0)) + gap(-H)) / H**2)
                self.rest += [(slip(d, H) - slip(d, -H)) / (2 * H) for d in axes[1:]]
        for j in scene.get("joints", []):
            p, pair = space(j["point"], self.plane), pick(j["bodies"])
            for k in range(2 if self.plane else 3):
                axis = [Fraction(int(k == i)) for i in range(3)]
                self.rows.append((pair, p, axis))
                belts.append(0)
                if level != "velocity":
                    off = [b.point(p, H)[k] - 2 * p[k] + b.point(p, -H)[k] for b in pair]
                    self.rest.append((off[0] - off[1]) / H**2)
        self.G = [[self.coupling(a, b) for b in self.rows] for a in self.rows]
        rates = {id(b): b.rates() for b in [*self.bodies.values(), nothing]}
        dt = Fraction(scene.get("dt", 0.001))
        self.free = []
        for i, (pair, p, d) in enumerate(self.rows):
            pushed = [dot(d, rates[id(b)][0]) + dot(cross(along(p, -1, b.x), d), rates[id(b)][1]) for b in pair]
            speeds = [dot(d, b.speed(p)) for b in pair]
            a = pushed[0] - pushed[1]
            self.free.append(speeds[0] - speeds[1] - belts[i] + dt * a if level == "velocity" else a + self.rest[i])

    def frame(self, c):
        n = unit(space(c["normal"], self.plane))
        if self.plane:
            return [n, [-n[1], n[0], Fraction(0)]]
        aim = space(c["tangent"], False) if "tangent" in c else [Fraction(int(i == (n[0]**2 > 0.81))) for i in range(3)]
        t = unit(along(aim, -dot(aim, n), n))
        return [n, t, cross(n, t)]

    def coupling(self, a, b):
        total = Fraction(0)
        for s, first in ((1, a[0][0]), (-1, a[0][1])):
            for r, second in ((1, b[0][0]), (-1, b[0][1])):
                if first is second:
                    arms = [cross(along(row[1], -1, first.x), row[2]) for row in (a, b)]
                    total += s * r * (first.inverse * dot(a[2], b[2]) + dot(arms[0], times(first.turn, arms[1])))
        return total

    def motion(self, c, pair, p, axes):
        """The gap, and the slip along a fixed direction, as functions of time."""
        n = axes[0]
        centres = [space(c[key], self.plane) if key in c else None for key in ("first_center", "second_center")]
        radii = [root(dot(o, o)) for o in (along(p, -1, q or p) for q in centres)]
        at = lambda t: [b.point(q or p, t) for b, q in zip(pair, centres)]
        if "edges" in c:
            edges = [space(e, False) for e in c["edges"]]
            sign = 1 if dot(cross(*edges), n) > 0 else -1
            ends = lambda t: [b.direction(e, t) for b, e in zip(pair, edges)]
            normal = lambda t: [sign * x for x in unit(cross(*ends(t)))]

            def touch(t):  # the point of the first's edge that is nearest the second's
                (a, b), (e, f) = at(t), ends(t)
                over = cross(e, f)
                return along(a, dot(cross(along(b, -1, a), f), over) / dot(over, over), e)
        elif centres[0] and centres[1]:
            normal = lambda t: unit(along(at(t)[0], -1, at(t)[1]))
            touch = lambda t: along(at(t)[0], -radii[0], normal(t))
        else:
            face = c["bodies"].index(c.get("face", c["bodies"][1]))
            normal = lambda t: pair[face].direction(n, t)
            touch = lambda t: along(at(t)[1 - face], radii[1 - face] * (1 if face == 0 else -1), normal(t))
        gap = lambda t: dot(normal(t), along(at(t)[0], -1, at(t)[1])) - sum(radii)
        slip = lambda d, t: dot(d, along(pair[0].speed(touch(t), t), -1, pair[1].speed(touch(t), t)))
        return gap, slip
