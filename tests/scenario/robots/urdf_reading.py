"""A URDF and a robot.json, each read in its own way, and where their bodies are: the second opinion of the tests.

A robot's shape at a posture is a Shape: mass, centre of mass, inertia about the base's origin, and the feet's points.
"""

import json
import math
import xml.etree.ElementTree
from collections import namedtuple

Shape = namedtuple("Shape", "mass com inertia points")

I3 = [[1.0, 0, 0], [0, 1.0, 0], [0, 0, 1.0]]


def mul(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(3)) for j in range(3)] for i in range(3)]


def turn(a, v):
    return [sum(a[i][k] * v[k] for k in range(3)) for i in range(3)]


def add(a, b):
    return [x + y for x, y in zip(a, b)]


def transpose(a):
    return [list(row) for row in zip(*a)]


def rotation(axis, angle):
    """Rodrigues."""
    size = math.sqrt(sum(x * x for x in axis))
    x, y, z = (c / size for c in axis)
    c, s, t = math.cos(angle), math.sin(angle), 1 - math.cos(angle)
    return [[t * x * x + c, t * x * y - s * z, t * x * z + s * y],
            [t * x * y + s * z, t * y * y + c, t * y * z - s * x],
            [t * x * z - s * y, t * y * z + s * x, t * z * z + c]]


def rpy(text):
    r, p, y = map(float, text.split())
    return mul(rotation([0, 0, 1], y), mul(rotation([0, 1, 0], p), rotation([1, 0, 0], r)))


def origin(element):
    at = element.find("origin") if element is not None else None
    if at is None:
        return I3, [0.0, 0, 0]
    return rpy(at.get("rpy", "0 0 0")), [float(x) for x in at.get("xyz", "0 0 0").split()]


def compose(outer, inner):
    return mul(outer[0], inner[0]), add(outer[1], turn(outer[0], inner[1]))


def moved(kind, axis, value):
    size = math.sqrt(sum(x * x for x in axis))
    if kind == "prismatic":
        return I3, [value * x / size for x in axis]
    return rotation(axis, value), [0.0, 0, 0]


def shape_of(parts, points):
    """`parts`: mass, com, inertia about the com, of each body in the base's axes."""
    mass = sum(m for m, _, _ in parts)
    com = [sum(m * c[k] for m, c, _ in parts) / mass for k in range(3)]
    inertia = [[0.0] * 3 for _ in range(3)]
    for m, c, i in parts:
        square = sum(x * x for x in c)
        for r in range(3):
            for k in range(3):
                inertia[r][k] += i[r][k] + m * ((square if r == k else 0) - c[r] * c[k])
    return Shape(mass, com, inertia, points)


def urdf_shape(path, base, feet, posture, hand=None):
    """Of the URDF itself. `feet`: of each foot the centres that are expected, in its link's frame, or None for those
    of its spheres. Joints that `posture` does not name are at 0."""
    root = xml.etree.ElementTree.parse(path).getroot()
    links = {link.get("name"): link for link in root.findall("link")}
    joints = {}
    for joint in root.findall("joint"):
        joints.setdefault(joint.find("parent").get("link"), []).append(joint)
    places, stack = {base: (I3, [0.0, 0, 0])}, [base]
    while stack:
        parent = stack.pop()
        for joint in joints.get(parent, []):
            child = joint.find("child").get("link")
            place = compose(places[parent], origin(joint))
            if joint.get("type") in ("revolute", "continuous", "prismatic"):
                axis = joint.find("axis")
                axis = [1.0, 0, 0] if axis is None else [float(x) for x in axis.get("xyz").split()]
                place = compose(place, moved(joint.get("type"), axis, posture.get(joint.get("name"), 0)))
            places[child] = place
            stack.append(child)
    parts, points = [], []
    for name, place in places.items():
        inertial = links[name].find("inertial")
        if inertial is None:
            continue
        at = compose(place, origin(inertial))
        given = inertial.find("inertia")
        value = lambda key: float(given.get(key)) if given is not None else 0.0
        inertia = [[value("ixx"), value("ixy"), value("ixz")], [value("ixy"), value("iyy"), value("iyz")],
                   [value("ixz"), value("iyz"), value("izz")]]
        parts.append((float(inertial.find("mass").get("value")), at[1], mul(at[0], mul(inertia, transpose(at[0])))))
    for foot in feet:
        centers = (hand or {}).get(foot)
        if centers is None:
            centers = [origin(c)[1] for c in links[foot].findall("collision")
                       if c.find("geometry/sphere") is not None] or [[0.0, 0, 0]]
        points += [compose(places[foot], (I3, center))[1] for center in centers]
    return shape_of(parts, points)


def json_shape(robot, posture):
    """Of robot.json."""
    places = {robot["base"]["link"]: (I3, [0.0, 0, 0])}
    bodies = [robot["base"]] + robot["joints"]
    for joint in robot["joints"]:
        place = compose(places[joint["parent"]], (I3, joint["position"]))
        kind, value = joint["kind"], posture.get(joint["name"], 0)
        places[joint["link"]] = compose(place, moved(kind, joint["axis"], value))
    parts = []
    for body in bodies:
        place, link = places[body["link"]], body["inertia"]
        xx, yy, zz, xy, xz, yz = link["inertia"]
        inertia = mul(place[0], mul([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]], transpose(place[0])))
        parts.append((link["mass"], compose(place, (I3, link["com"]))[1], inertia))
    points = [compose(places[foot["body"]], (I3, point["position"]))[1]
              for foot in robot["feet"] for point in foot["points"]]
    return shape_of(parts, points)


def difference(a, b):
    """The largest one of two shapes, relative to the mass, the largest inertia, and 1 m."""
    flat = lambda rows: [x for row in rows for x in row]
    scale = max(map(abs, flat(b.inertia)))
    errors = [abs(a.mass - b.mass) / b.mass, *(abs(x - y) for x, y in zip(a.com, b.com)),
              *(abs(x - y) / scale for x, y in zip(flat(a.inertia), flat(b.inertia))),
              *(abs(x - y) for x, y in zip(flat(a.points), flat(b.points)))]
    return max(errors) if len(a.points) == len(b.points) else math.inf


def read_json(path):
    return json.loads(path.read_text(encoding="utf-8"))
