"""Scenes for scene_command_test.py, and files that must be refused, each with its solver and the field."""

import json
from fractions import Fraction

from scene_oracle import along, cross, unit

B = {"name": "b", "mass": 2, "inertia": 0.5, "position": [0, 1]}
RANDOM_NORMALS = [[0, 1], [1, 0], [-1, 0], [3, 4], [-3, 4], [-4, 3]]  # of lengths that decimals hold


def body(name, **more):
    return {**B, "name": name, **more}


def contact(bodies, point, normal, mu=0.5, **more):
    return {"bodies": bodies, "point": point, "normal": normal, "mu": mu, **more}


C = contact(["b", "world"], [0.5, 0], [0, 1], 0.3)
S = {"kind": "scene", "plane": True, "gravity": [0, -9.81], "bodies": [B], "contacts": [C]}
S3 = {"kind": "scene", "gravity": [0, 0, -9.81], "bodies": [{**B, "inertia": [0.5] * 3, "position": [0, 0, 1]}],
      "contacts": [contact(["b", "world"], [0, 0, 0], [0, 0, 1])]}
D = {"kind": "delassus", "level": "velocity", "tangents": 1, "G": [[2, 0], [0, 2]], "free": [-1, 0.5], "dt": 0.01,
     "contacts": [{"mu": 0.5}]}


def in_space(name, rng):
    vector = lambda: [rng.uniform(-1, 1) for _ in range(3)]
    i, k = [rng.uniform(0.5, 0.7) for _ in range(3)], rng.uniform(-0.1, 0.1)
    return {"name": name, "mass": rng.uniform(1, 3), "position": vector(), "rotation": vector(), "velocity": vector(),
            "spin": vector(), "force": vector(), "torque": vector(),
            "inertia": rng.choice([i, [[i[0], k, 0], [k, i[1], k], [0, k, i[2]]]])}


def spatial_cases(rng):
    """Name, scene, and whether it slips, of each kind of contact, against the world and another body."""
    vector = lambda: [rng.uniform(-1, 1) for _ in range(3)]
    found = []
    for kind in ("plane", "face", "own face", "round", "round, own face", "both round", "edges", "point"):
        for second in ("world", "b"):
            for slips in (True, False):
                a, b, p = in_space("a", rng), in_space("b", rng), vector()
                n = [float(x) for x in unit([Fraction(x) for x in vector()])]
                c = contact(["a", second], p, n, **({"face": "a"} if "own" in kind else {}))
                if kind in ("round", "both round"):
                    c["first_center"] = along(p, 0.3, n)
                if kind in ("round, own face", "both round"):
                    c["second_center"] = along(p, -0.2, n)
                if kind == "edges":
                    c["edges"] = [vector(), vector()]
                    c["normal"] = cross(*c["edges"])
                if not slips:  # the first moves as the second does where they touch
                    still = along(b["velocity"], 1, cross(b["spin"], along(p, -1, b["position"])))
                    still = still if second == "b" else [0] * 3
                    a["velocity"] = along(still, -1, cross(a["spin"], along(p, -1, a["position"])))
                scene = {**S3, "gravity": vector(), "bodies": [a, b], "contacts": [c]}
                if kind == "point":
                    scene.update(contacts=[], joints=[{"type": "point", "bodies": ["a", second], "point": p}])
                if kind == "plane":
                    for x in (a, b):
                        x.update({key: x[key][:2] for key in ("position", "velocity", "force")},
                                 inertia=rng.uniform(0.5, 1),
                                 **{key: x[key][2] for key in ("rotation", "spin", "torque")})
                    c.update(point=p[:2], normal=n[:2])
                    if not slips:
                        turn = lambda x: [-x["spin"] * (p[1] - x["position"][1]), x["spin"] * (p[0] - x["position"][0])]
                        still = along(b["velocity"], 1, turn(b)) if second == "b" else [0, 0]
                        a["velocity"] = along(still, -1, turn(a))
                    scene.update(plane=True, gravity=scene["gravity"][:2])
                found.append((kind, scene, slips))
    return found


def steep(mu, shape):
    """A slope of sin 0.6, down to the left, under a body that touches it with its side or as a disc of 0.1 m."""
    scene = {**S, "gravity": [0, -10], "fixed": [{"name": "slope", "mu": mu, "shapes": [{"plane": [-0.6, 0.8]}]}],
             "bodies": [body("k", inertia=0.01, position=[-0.06, 0.08], rotation=0.6435011087932844, mu=mu,
                             shapes=[shape])]}
    del scene["contacts"]
    return scene


def painleve_slip(k):
    """A rod whose end a belt draws: at a large mu no forces exist, at a small one they do."""
    return {"kind": "scene", "plane": True, "gravity": [0, -9.75], "dt": 1 / 64,
            "bodies": [body("b", mass=1, inertia=0.25, position=[0.5, 1])],
            "contacts": [contact(["b", "world"], [0, 0], [0, 1], mu=k, gap=0, belt=[1, 0]) | {"mu_kinetic": k}]}


def changed(scene, where, index=0, **fields):
    """The scene with fields of one entry of a list changed; None takes a field away."""
    entry = {**scene[where][index], **fields}
    entry = {key: value for key, value in entry.items() if value is not None}
    return {**scene, where: [*scene[where][:index], entry, *scene[where][index + 1:]]}


def joined(scene=S, **fields):
    return {**scene, "joints": [{"bodies": ["b", "world"], **fields}]}


def shaped(shape):
    return changed(S, "bodies", shapes=[shape])


def without(scene, field):
    return {key: value for key, value in scene.items() if key != field}


STOP = joined(type="stop", least=0)
MOTOR = joined(type="motor", rate=1, torque=1)
STAR = [[1, 0], [-0.8, 0.6], [0.3, -0.95], [0.3, 0.95], [-0.8, -0.6]]  # turns left at each corner, twice around
BAD = {
    "unknown body": (changed(S, "contacts", bodies=["b", "c"]), "cone", "contacts[0].bodies[1]: "),
    "one body twice": (changed(S, "contacts", bodies=["b", "b"]), "cone", "contacts[0].bodies: "),
    "first does not move": (changed(S, "contacts", bodies=["world", "b"]), "cone", "contacts[0].bodies[0]: "),
    "no such face": (changed(S, "contacts", face="c"), "cone", "contacts[0].face: "),
    "face of a third": ({**changed(S, "contacts", face="f"), "fixed": [{"name": "f"}]}, "cone", "contacts[0].face: "),
    "mass 0": (changed(S, "bodies", mass=0), "cone", "bodies[0].mass: "),
    "inertia": (changed(S, "bodies", inertia=-1), "cone", "bodies[0].inertia: "),
    "moments": (changed(S3, "bodies", inertia=[1, 0, 1]), "cone", "bodies[0].inertia[1]: "),
    "indefinite": (changed(S3, "bodies", inertia=[[1, 2, 0], [2, 1, 0], [0, 0, 1]]), "cone", "bodies[0].inertia: "),
    "clockwise": (shaped({"polygon": [[0, 0], [0, 1], [1, 0]]}), "cone", "bodies[0].shapes[0].polygon: "),
    "not convex": (shaped({"polygon": [[0, 0], [2, 0], [0.5, 0.5], [0, 2]]}), "cone", "bodies[0].shapes[0].polygon: "),
    "star": (shaped({"polygon": STAR}), "cone", "bodies[0].shapes[0].polygon: "),
    "two shapes in one": (shaped({"circle": 1, "polygon": [[0, 0], [1, 0], [0, 1]]}), "cone", "bodies[0].shapes[0]"),
    "box in the plane": (shaped({"box": [1, 1, 1]}), "cone", "bodies[0].shapes[0]"),
    "position of three": (changed(S, "bodies", position=[0, 1, 2]), "cone", "bodies[0].position: "),
    "spin as a vector": (changed(S, "bodies", spin=[0, 0, 1]), "cone", "bodies[0].spin: "),
    "normal of three": (changed(S, "contacts", normal=[0, 0, 1]), "cone", "contacts[0].normal: "),
    "normal of zeros": (changed(S, "contacts", normal=[0, 0]), "cone", "contacts[0].normal: "),
    "gravity": ({**S, "gravity": [0, 0, -9.81]}, "cone", "gravity: "),
    "name twice": ({**S, "bodies": [B, B]}, "cone", "bodies[1].name: "),
    "name world": (changed(S, "bodies", name="world"), "cone", "bodies[0].name: "),
    "name of a fixed thing": ({**S, "fixed": [{"name": "b"}]}, "cone", ""),
    "parallel edges": (changed(S3, "contacts", edges=[[1, 0, 0], [-2, 0, 0]]), "cone", "contacts[0].edges"),
    "edges along n": (changed(S3, "contacts", edges=[[1, 0, 0], [0, 0, 1]]), "cone", "contacts[0].normal"),
    "65 contacts": ({**S, "contacts": [C] * 65}, "cone", "contacts: "),
    "33 bodies": ({**S, "bodies": [body(str(i)) for i in range(33)], "contacts": []}, "cone", "bodies: "),
    "not a number": (json.dumps(changed(S, "contacts", gap=7)).replace("7", "NaN"), "cone", "line 1, column "),
    "beyond doubles": (json.dumps(changed(S, "contacts", gap=7)).replace("7", "1e999"), "cone", "line 1, column "),
    "mu below 0": (changed(S, "contacts", mu=-1), "cone", "contacts[0].mu: "),
    "dt 0": ({**S, "dt": 0}, "cone", "dt: "),
    "stop beyond pi": (joined(type="stop", most=4), "cone", "joints[0].most: "),
    "stop of both sides": (joined(type="stop", most=1, least=0), "cone", "joints[0]"),
    "joint type": (joined(type="weld"), "cone", "joints[0].type: "),
    "hinge without axis": (joined(S3, type="hinge", point=[0, 0, 0]), "cone", "joints[0].axis: "),
    "unsymmetric": ({**D, "G": [[2, 1], [0, 2]]}, "cone", "G[0][1]: "),
    "rows": ({**D, "G": [[2]]}, "cone", "G: "),
    "free": ({**D, "free": [1]}, "cone", "free: "),
    "tangents": ({**D, "tangents": 3}, "cone", "tangents: "),
    "no dt": (without(D, "dt"), "cone", "dt: "),
    "bounds": ({**D, "G": [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "free": [1, 1, 1], "joints": [{"lower": 2, "upper": 1}]},
               "cone", "joints[0].lower: "),
    "level of cone": ({**D, "level": "acceleration"}, "cone", "not solved: cone takes level"),
    "level of baraff": (D, "baraff", "not solved: baraff takes level"),
    "no bodies for mixed": (D, "mixed", "not solved: mixed "),
    "hinge by trefny": (joined(type="hinge", point=[0, 1]), "trefny", "not solved: trefny takes no joints"),
    "round by trefny": (changed(S, "contacts", first_center=[0.5, 1]), "trefny", "not solved: trefny takes flat"),
    **{f"missing {key} of {where}": (changed(S, where, **{key: None}), "cone", f"{where}[0].{key}: missing")
       for where, key in (("bodies", "mass"), ("bodies", "inertia"), ("bodies", "position"), ("bodies", "name"),
                          ("contacts", "bodies"), ("contacts", "point"), ("contacts", "normal"))},
    **{f"stop by {s}": (STOP, s, f"not solved: {s} takes no stop")
       for s in ("dantzig", "newton-polyhedral", "lemke", "mixed", "baraff", "berard")},
    **{f"motor by {s}": (MOTOR, s, f"not solved: {s} takes no stop, and no motor")
       for s in ("dantzig", "lemke", "baraff")},
}
NOTES = [
    ({**{key: S[key] for key in S if key != "gravity"}, "gravitiy": [0, -1]}, "gravitiy", "gravity"),
    ({**S, "error_reducton": 0.1}, "error_reducton", "error_reduction"),
    (changed(S, "bodies", velocty=[1, 0]), "bodies[0].velocty", "velocity"),
    (changed(S, "contacts", first_centre=[0.5, 1]), "contacts[0].first_centre", "first_center"),
    ({**S, "fixed": [{"name": "f", "shape": []}]}, "fixed[0].shape", "shapes"),
    (shaped({"circle": 1, "centre": [0, 0]}), "bodies[0].shapes[0].centre", "center"),
    (joined(type="motor", rate=1, torque=1, gian=1), "joints[0].gian", "gain"),
    ({**D, "contacts": [{"mu": 0.5, "normal_bais": 1}]}, "contacts[0].normal_bais", "normal_bias"),
]
