"""An oracle for `footing modes` by scipy's linear programs. Without scipy the importing program ends with 77.

It knows tables I and II, section VI-C and eq. 1 of Berard, Egan, Trinkle. For a wrench and a combination of
letters, it asks whether accelerations and contact forces exist that the letters allow. It never builds a cone.
"""

import itertools
import math
import os
import sys

try:
    import numpy as np
    from scipy.optimize import linprog
except ImportError:  # only Debian's interpreter has the package, and another may come first in PATH
    if sys.executable != "/usr/bin/python3" and os.path.exists("/usr/bin/python3"):
        os.execv("/usr/bin/python3", ["/usr/bin/python3"] + sys.argv)
    print("skipped: python3-scipy is not installed")
    sys.exit(77)

LARGE = 1e5  # scipy gets wrenches larger by this factor, because its tolerance of 1e-7 is absolute


def rows(vectors, m):
    return np.array(vectors, float).reshape(-1, m)


def directions(c, k):
    if len(c["tangent_jacobians"]) == 1:
        return [[-1.0], [1.0]]
    return [[math.cos(2 * math.pi * j / k), math.sin(2 * math.pi * j / k)] for j in range(k)]


def letter_rules(c, k, v_minus=None):
    """Returns what a letter allows: letter -> (rows r.a = 0, rows r.a > 0, forces)."""
    n = np.array(c["normal_jacobian"], float)
    T = rows(c["tangent_jacobians"], len(n))
    mu, kinetic = c["mu"], c.get("mu_kinetic", c["mu"])
    if c.get("state") == "open":
        return {"s": ([], [n], []), "a": ([], [-n], []), "o": ([n], [], [])}
    rules = {"s": ([], [n], [])}
    if len(T) == 0:
        return {**rules, "n": ([n], [], [n])}
    D = [np.array(d) for d in directions(c, k)]
    names = ["l", "r"] if len(T) == 1 else [f"d{j + 1}" for j in range(k)]
    if c.get("state") == "sliding":
        slip = T @ np.array(v_minus, float)
        slip /= np.linalg.norm(slip)
        nearest = max(range(len(D)), key=lambda j: (round(-slip @ D[j], 9), -j))
        return {**rules, names[nearest]: ([n], [], [n - kinetic * (slip @ T)])}
    rules["n"] = ([n, *T], [], [n + mu * (d @ T) for d in D])
    for j, d in enumerate(D):
        nearest = [(D[i] - d) @ T for i in range(k) if i != j] if len(T) == 2 else []
        rules[names[j]] = ([n], [-(d @ T), *nearest], [n + kinetic * (d @ T)])
    for j, d in enumerate(D if len(T) == 2 else []):
        pair = [d, D[(j + 1) % k]]
        rest = [(D[i] - d) @ T for i in range(k) if i not in (j, (j + 1) % k)]
        rules[f"e{j + 1}"] = ([n, (pair[1] - d) @ T], [-(d @ T), *rest], [n + kinetic * (p @ T) for p in pair])
    return rules


def combinations(problem, k=4):
    """Yields letters and their joined rules, for every combination, feasible or not."""
    each = [letter_rules(c, k, problem.get("v_minus")) for c in problem["contacts"]]
    for names in itertools.product(*each):
        parts = [rules[name] for rules, name in zip(each, names)]
        gaps = [part[0][0] for part, name in zip(parts, names) if name == "o"]
        if gaps:
            held = [np.zeros((1, len(problem["M"])))]
            held = np.vstack(held + [part[0] for part, name in zip(parts, names) if name != "o" and part[0]])
            rank = np.linalg.matrix_rank(held)
            if any(np.linalg.matrix_rank(np.vstack([held, gap])) > rank for gap in gaps):
                continue  # nothing ties this gap: the border of s and a
        yield "".join(names), tuple(sum((list(p[i]) for p in parts), []) for i in range(3))


def solve(*args, **kwargs):
    result = linprog(*args, method="highs", **kwargs)
    assert result.status in (0, 2), result.message
    return result


def margin(equal, strict, m):
    """Returns the largest e with r.a = 0, r.a >= e |r|, |a| <= 1; infinite without strict rows."""
    if not strict:
        return math.inf
    strict = np.array([r / np.linalg.norm(r) for r in strict])
    result = solve([0] * m + [-1], A_ub=np.hstack([-strict, np.ones((len(strict), 1))]), b_ub=np.zeros(len(strict)),
                   A_eq=np.hstack([rows(equal, m), np.zeros((len(equal), 1))]) if equal else None,
                   b_eq=np.zeros(len(equal)) if equal else None, bounds=[(-1, 1)] * m + [(None, 1)])
    return -result.fun


def is_feasible(rule, m):
    equal, strict, _ = rule
    return margin(equal, strict, m) > 1e-8


def holds(M, rule, w):
    """Returns whether M a - sum c_i f_i = w has a solution with c >= 0 and the letters' closed conditions on a."""
    equal, at_least, forces = rule
    m = len(M)
    F = rows(forces, m).T
    A_eq = np.vstack([np.hstack([M, -F]), np.hstack([rows(equal, m), np.zeros((len(equal), F.shape[1]))])])
    b_eq = np.concatenate([LARGE * w, np.zeros(len(equal))])
    A_ub = np.hstack([-rows(at_least, m), np.zeros((len(at_least), F.shape[1]))]) if at_least else None
    result = solve(np.zeros(m + F.shape[1]), A_ub=A_ub, b_ub=np.zeros(len(at_least)) if at_least else None, A_eq=A_eq,
                   b_eq=b_eq, bounds=[(None, None)] * m + [(0, None)] * F.shape[1])
    return result.status == 0


def spanned(G, w):
    """Returns whether w is a nonnegative sum of the rows of G."""
    if len(G) == 0:
        return not np.any(w)
    return solve(np.zeros(len(G)), A_eq=G.T, b_eq=LARGE * w, bounds=[(0, None)] * len(G)).status == 0


def meet(one, other, m):
    """Returns whether the relative interiors of two cones in face form meet."""
    equal, strict = [], []
    for mode in (one, other):
        F = [np.array(f) for f in mode["faces"]]
        for f in F:
            twin = any(np.allclose(f, -g, atol=1e-12) for g in F)
            (equal if twin else strict).append(f if twin else -f)
    return margin(equal, strict, m) > 1e-8


def outside(mode, w):
    return max((np.dot(f, w) for f in mode["faces"]), default=-math.inf)
