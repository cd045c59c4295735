"""All solutions of Berard, Egan, Trinkle's LCP of a scene and one wrench, eqs. 11 and 33 to 37, in fractions.

It knows no letters' cones. It tries every complementary basis, and tells the mode from the acceleration alone. A
contact in space has four directions, because these are fractions. Contacts that slide have one tangent.
"""

from fractions import Fraction

from modes_oracle import np

DIRECTIONS = {0: [], 1: [(-1,), (1,)], 2: [(1, 0), (0, 1), (-1, 0), (0, -1)]}
SINGULAR = 1e-14  # determinant of a basis whose columns have length 1, in doubles


def fractions(numbers):
    return [Fraction(x) for x in numbers]


def dot(a, b):
    return sum((x * y for x, y in zip(a, b)), Fraction(0))


def times(factor, vector):
    return [factor * x for x in vector]


def total(vectors, size):
    return [sum((v[i] for v in vectors), Fraction(0)) for i in range(size)]


def solve_exactly(columns, right):
    """Returns the factors with which the columns sum to `right`, or None if the columns are dependent."""
    size = len(right)
    table = [[column[i] for column in columns] + [right[i]] for i in range(size)]
    for at in range(size):
        pivot = next((i for i in range(at, size) if table[i][at] != 0), None)
        if pivot is None:
            return None
        table[at], table[pivot] = table[pivot], table[at]
        table[at] = times(1 / table[at][at], table[at])
        for i in range(size):
            if i != at and table[i][at] != 0:
                factor = table[i][at]
                table[i] = [x - factor * y for x, y in zip(table[i], table[at])]
    return [row[-1] for row in table]


class Contact:
    def __init__(self, entry, velocity):
        self.n = fractions(entry["normal_jacobian"])
        self.T = [fractions(t) for t in entry["tangent_jacobians"]]
        self.mu = Fraction(entry["mu"])
        self.kinetic = Fraction(entry.get("mu_kinetic", entry["mu"]))
        self.state = entry.get("state", "rest")
        self.slip = [dot(t, velocity) for t in self.T] if self.state == "sliding" else None

    def along(self, direction):
        return total([times(d, t) for d, t in zip(direction, self.T)], len(self.n))

    def pairs(self):
        """Returns (force of z, row of a that y reads) for each pair, and the part of y that z gives directly."""
        if self.state == "open":
            return [], []
        if self.state == "sliding":
            against = 1 if self.slip[0] < 0 else -1
            return [(total([self.n, times(against * self.kinetic, self.T[0])], len(self.n)), self.n)], [[0]]
        D = [self.along(d) for d in DIRECTIONS[len(self.T)]]
        if not D:
            return [(self.n, self.n)], [[0]]
        nothing = [Fraction(0)] * len(self.n)
        k = len(D)
        direct = [[0] * (k + 2)]
        direct += [[0] * (k + 1) + [1] for _ in D]
        direct += [[self.mu] + [-1] * k + [0]]
        return [(self.n, self.n), *((d, d) for d in D), (nothing, nothing)], direct

    def letter(self, a):
        """Returns the letter of an acceleration."""
        a_n = dot(self.n, a)
        if self.state == "open":
            return "s" if a_n > 0 else "a" if a_n < 0 else "o"
        if a_n > 0:
            return "s"
        if self.state == "sliding":
            return "l" if self.slip[0] > 0 else "r"
        a_t = [dot(t, a) for t in self.T]
        if not any(a_t):
            return "n"
        D = DIRECTIONS[len(a_t)]
        opposed = [-dot(d, a_t) for d in D]
        most = [j for j in range(len(D)) if opposed[j] == max(opposed)]
        if len(D) == 2:
            return "lr"[most[0]]
        if len(most) == 1:
            return f"d{most[0] + 1}"
        return f"e{len(D) if most == [0, len(D) - 1] else most[0] + 1}"


class SceneLcp:
    def __init__(self, problem):
        m = self.m = len(problem["M"])
        velocity = fractions(problem.get("v_minus", [0] * m))
        self.contacts = [Contact(entry, velocity) for entry in problem["contacts"]]
        M = [fractions(row) for row in problem["M"]]
        unit = [[Fraction(i == j) for i in range(m)] for j in range(m)]
        self.inverse = [solve_exactly(M, e) for e in unit]  # M is symmetric
        self.forces, reads, blocks = [], [], []
        for contact in self.contacts:
            pairs, direct = contact.pairs()
            blocks.append((len(reads), direct))
            self.forces += [force for force, _ in pairs]
            reads += [row for _, row in pairs]
        self.reads = reads
        self.size = len(reads)
        moved = [self.accelerated(force) for force in self.forces]
        self.B = [[dot(row, a) for a in moved] for row in reads]
        for first, direct in blocks:
            for i, row in enumerate(direct):
                for j, entry in enumerate(row):
                    self.B[first + i][first + j] += entry

    def accelerated(self, w):
        return [dot(row, w) for row in self.inverse]

    def likely_bases(self, q):
        """Yields, as rows of True where z is basic, the bases whose solution in doubles is above zero or nearly so."""
        n = self.size
        right = np.array(q, float)
        B = np.array(self.B, float).reshape(n, n)
        for first in range(0, 2 ** n, 4096):
            codes = np.arange(first, min(first + 4096, 2 ** n))
            basic = (codes[:, None] >> np.arange(n) & 1).astype(bool)
            G = np.where(basic[:, None, :], -B, np.eye(n))
            length = np.linalg.norm(G, axis=1)
            length[length == 0] = 1
            G = G / length[:, None, :]
            regular = abs(np.linalg.det(G)) > SINGULAR
            found = np.linalg.solve(G[regular], np.broadcast_to(right[:, None], (regular.sum(), n, 1)))[..., 0]
            yield from basic[regular][found.min(axis=1) >= -1e-6 * abs(found).max(axis=1)]

    def solutions(self, w):
        """Returns the accelerations of all solutions that are complementary bases, each once."""
        w = fractions(w)
        free = self.accelerated(w)
        if self.size == 0:
            return [free]
        q = [dot(row, free) for row in self.reads]
        found = []
        for basic in self.likely_bases(q):
            columns = [[-row[j] for row in self.B] if basic[j] else [Fraction(i == j) for i in range(self.size)]
                       for j in range(self.size)]
            factors = solve_exactly(columns, q)
            if factors is None or min(factors) < 0:
                continue
            pushes = [times(factors[j], self.forces[j]) for j in range(self.size) if basic[j]]
            a = self.accelerated(total([w, *pushes], self.m))
            if a not in found:
                found.append(a)
        return found

    def mode(self, a):
        letters = [contact.letter(a) for contact in self.contacts]
        return None if None in letters else "".join(letters)
