"""The answers of small contact problems, by all modes, and how far forces are from an answer: in fractions."""

import itertools
from fractions import Fraction

from scene_oracle import along, dot, root, times


def elimination(rows, n):
    """The one solution of rows (augmented) in n unknowns, or None if there is none or more than one. Exact."""
    done = []
    for row in rows:
        for k, known in done:
            if row[k] != 0:
                row = along(row, -row[k], known)
        k = next((i for i in range(n) if row[i] != 0), None)
        if k is None:
            if row[n] != 0:
                return None
            continue
        row = [x / row[k] for x in row]
        done = [(i, along(known, -known[k], row)) for i, known in done] + [(k, row)]
    return [row[n] for _, row in sorted(done)] if len(done) == n else None


def answers(A, b, contacts):
    """The vertices of all answers to w = A f + b, and whether none of the modes leaves f undetermined.

    Each contact is (bias, mu, slip): 0 <= w_n + bias, f_n >= 0, one of them 0. With slip None friction is Coulomb's;
    else f_t = -mu f_n of slip's sign. A mode's answers are a polyhedron without lines. Its vertices have further
    equalities among the mode's inequalities: the choices after "single".
    """
    n = 2 * len(contacts)
    of_force = lambda i, s: [Fraction(int(k == i + 1)) + s * int(k == i) for k in range(n)] + [Fraction(0)]
    of_motion = lambda i, bias: A[i] + [-b[i] - bias]
    single, more = [], []
    for c, (bias, mu, slip) in enumerate(contacts):
        i = 2 * c
        none = [[Fraction(int(k == i + j)) for k in range(n + 1)] for j in (0, 1)]
        touch, hold, left, right = of_motion(i, bias), of_motion(i + 1, 0), of_force(i, mu), of_force(i, -mu)
        if slip is not None:
            single.append([none, [touch, left if slip > 0 else right]])
            more.append([*single[-1], [touch, *none]])
        else:
            single.append([none, [touch, hold], [touch, left], [touch, right]])
            more.append([*single[-1], [touch, hold, left], [touch, hold, right], [touch, *none], [touch, hold, *none]])

    def found(choices):
        for choice in itertools.product(*choices):
            f = elimination([row for rows in choice for row in rows], n)
            if f is None:
                yield None
            elif miss(A, b, f, contacts) == 0:
                yield f

    plain = list(found(single))
    vertices = [f for f in plain if f]
    if not vertices and None in plain:
        vertices = [f for f in found(more) if f]
    return vertices, None not in plain


def miss(A, b, f, contacts, friction="box"):
    """How far f is from an answer, in units of w: the distance that a projected step of each contact moves it."""
    w = [x + y for x, y in zip(times(A, f), b)]
    rows, worst = len(f) // len(contacts), Fraction(0)
    for c, (bias, mu, slip) in enumerate(contacts):
        i = rows * c
        size = max(A[i + k][i + k] for k in range(rows))
        force, most = f[i + 1:i + rows], mu * max(f[i], 0)
        worst = max(worst, abs(min(f[i] * size, w[i] + bias)))
        if slip is not None:
            worst = max(worst, abs(force[0] + (most if slip > 0 else -most)) * size)
            continue
        aim = [x - y / size for x, y in zip(force, w[i + 1:i + rows])]
        if friction == "box":
            aim = [min(max(x, -most), most) for x in aim]
        elif friction == "cone" and dot(aim, aim) > most**2:
            aim = [x * most / root(dot(aim, aim)) for x in aim]
        elif friction == "pyramid" and sum(map(abs, aim)) > most:  # of the directions +-t1, +-t2
            less = max((sum(map(abs, aim)) - most) / 2, max(map(abs, aim)) - most)
            aim = [max(abs(x) - less, 0) * (1 if x > 0 else -1) for x in aim]
        worst = max([worst, *(abs(x - y) * size for x, y in zip(aim, force))])
    return worst
