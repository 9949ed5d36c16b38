"""Makes damaged copies of an output folder, one per fault: damage.py FOLDER INTO. Prints the faults' names."""
import glob, json, os, shutil, sys
import h5py
import numpy as np

base, into = sys.argv[1:3]
FAULTS = {}


def fault(make):
    FAULTS[make.__name__] = make


def env(folder):
    return os.path.dirname(glob.glob(os.path.join(folder, "*", "env_cfg.json"))[0])


def run(folder, index=0):
    return os.path.join(env(folder), f"run_{index}.hdf5")


def opened(folder, index=0):
    return h5py.File(run(folder, index), "r+")


def patch(path, offset, flip=0xFF):
    with open(path, "r+b") as f:
        f.seek(offset)
        byte = f.read(1)[0]
        f.seek(offset)
        f.write(bytes([byte ^ flip]))


def lines(folder, change):
    path = os.path.join(folder, "episode_results.jsonl")
    old = open(path).read().splitlines()
    open(path, "w").write("".join(line + "\n" for line in change(old)))


def record(folder, change, line=1):
    def rewrite(old):
        r = json.loads(old[line])
        change(r)
        return old[:line] + [json.dumps(r)] + old[line + 1:]
    lines(folder, rewrite)


def log(folder, change):
    path = os.path.join(env(folder), "log_0_env1.json")
    content = json.load(open(path))
    change(content)
    json.dump(content, open(path, "w"))


@fault
def truncate(folder):
    os.truncate(run(folder), os.path.getsize(run(folder)) * 2 // 3)


@fault
def cut_to_a_stub(folder):
    os.truncate(run(folder), 40)


@fault
def empty_file(folder):
    os.truncate(run(folder), 0)


@fault
def flip_in_chunk(folder):
    with opened(folder) as f:
        chunk = f["data/demo_1/actions"].id.get_chunk_info(0)
    patch(run(folder), chunk.byte_offset + chunk.size // 2)


@fault
def drop_line(folder):
    lines(folder, lambda old: old[:1] + old[2:])


@fault
def drop_results(folder):
    os.remove(os.path.join(folder, "episode_results.jsonl"))


@fault
def duplicate_line(folder):
    lines(folder, lambda old: old + old[1:2])


@fault
def torn_line(folder):
    path = os.path.join(folder, "episode_results.jsonl")
    os.truncate(path, os.path.getsize(path) - 30)


@fault
def line_without_end(folder):
    path = os.path.join(folder, "episode_results.jsonl")
    os.truncate(path, os.path.getsize(path) - 1)


@fault
def garbage_line(folder):
    lines(folder, lambda old: old[:1] + ["{]"] + old[1:])


@fault
def line_of_no_demo(folder):
    record(folder, lambda r: r.update(env_id=5, episode=5))


@fault
def other_success(folder):
    record(folder, lambda r: r.update(success=not r["success"]))


@fault
def other_score(folder):
    record(folder, lambda r: r.update(score=0.25))


@fault
def other_metric(folder):
    record(folder, lambda r: r["metrics"].update(ee_path_length=r["metrics"]["ee_path_length"] * 1.001))


@fault
def other_events(folder):
    record(folder, lambda r: r["events"].update(GRIPPER_FULLY_CLOSED=3))


@fault
def other_steps(folder):
    record(folder, lambda r: r.update(episode_step=r["episode_step"] + 1))


@fault
def swap_demos(folder):
    with opened(folder) as f:
        f.move("data/demo_0", "data/aside")
        f.move("data/demo_1", "data/demo_0")
        f.move("data/aside", "data/demo_1")


@fault
def shorten(folder):
    with opened(folder) as f:
        x = f["data/demo_1/ee_pose/orientation"]
        x.resize(x.shape[0] - 5, axis=0)


@fault
def shorten_score(folder):
    with opened(folder) as f:
        x = f["data/demo_1/subtask/score"]
        x.resize(x.shape[0] - 5, axis=0)


@fault
def lose_dataset(folder):
    with opened(folder) as f:
        del f["data/demo_1/ee_pose/position"]


@fault
def extra_demo(folder):
    with opened(folder) as f:
        f.copy("data/demo_1", "data/demo_2")


@fault
def lose_demo(folder):
    with opened(folder) as f:
        del f["data/demo_1"]


@fault
def stray_group(folder):
    with opened(folder) as f:
        f.create_group("data/notes")


@fault
def other_num_samples(folder):
    with opened(folder) as f:
        f["data/demo_1"].attrs.modify("num_samples", np.int64(3))


@fault
def other_success_attribute(folder):
    with opened(folder) as f:
        a = f["data/demo_1"].attrs
        a.modify("success", np.bool_(not a["success"]))


@fault
def other_total(folder):
    with opened(folder) as f:
        f["data"].attrs.modify("total", np.int64(f["data"].attrs["total"] + 1))


@fault
def nan(folder):
    with opened(folder) as f:
        f["data/demo_1/ee_pose/position"][7, 1] = np.nan


@fault
def long_quaternion(folder):
    with opened(folder) as f:
        f["data/demo_1/ee_pose/orientation"][9, 0] = 1.5


@fault
def shifted_box(folder):
    with opened(folder) as f:
        boxes = f["data/demo_1/bbox/bbox_mm"]
        x = boxes[sorted(boxes)[0]]
        x[4] = x[4] + 20


@fault
def lose_run(folder):
    os.remove(run(folder, 1))


@fault
def lose_log(folder):
    os.remove(os.path.join(env(folder), "log_0_env1.json"))


@fault
def garbage_log(folder):
    open(os.path.join(env(folder), "log_0_env1.json"), "w").write("{]")


@fault
def late_event(folder):
    log(folder, lambda c: c["events"][-1].update(step=5000))


@fault
def renamed_event(folder):
    log(folder, lambda c: c["events"][0].update(name="GRIPPER_HIT_TABLE"))


@fault
def other_log_steps(folder):
    log(folder, lambda c: c.update(final_step=7))


@fault
def lose_config(folder):
    os.remove(os.path.join(env(folder), "env_cfg.json"))


@fault
def other_dt(folder):
    path = os.path.join(env(folder), "env_cfg.json")
    c = json.load(open(path))
    c["decimation"] = 4
    json.dump(c, open(path, "w"))


def ours(folder):
    return os.path.exists(os.path.join(env(folder), "run_complete.json"))


def video(folder):
    return os.path.join(env(folder), "Wave_please_0_env1.mp4")


def only_ours(make):
    if ours(base):
        fault(make)


@only_ours
def lose_video(folder):
    os.remove(video(folder))


@only_ours
def cut_video(folder):
    os.truncate(video(folder), os.path.getsize(video(folder)) - 100)


@only_ours
def empty_video(folder):
    os.truncate(video(folder), 0)


@only_ours
def video_of_other_episode(folder):
    shutil.copy(os.path.join(env(folder), "Wave_please_1_env0.mp4"), video(folder))


@only_ours
def renamed_video(folder):
    os.rename(video(folder), video(folder).replace("please", "pleas"))


@only_ours
def flip_in_text_heap(folder):
    content = open(run(folder), "rb").read()
    heap = content.rindex(b"GCOL")
    for offset in range(16, 600, 7):
        patch(run(folder), heap + offset)


@only_ours
def time_stands_still(folder):
    with opened(folder) as f:
        x = f["data/demo_1/timestamps/sim_time_s"]
        x[5] = x[4]


@only_ours
def clock_goes_back(folder):
    with opened(folder) as f:
        x = f["data/demo_1/timestamps/wall_time_ns"]
        x[5] = x[4] - 1_000_000


@only_ours
def other_status(folder):
    with opened(folder) as f:
        a = f["data/demo_1"].attrs
        a.create("status", np.array(b"failure", dtype="S16"), dtype="S16")


@only_ours
def other_policy(folder):
    with opened(folder) as f:
        f["data/demo_1"].attrs["policy"] = "chance"


@only_ours
def other_instruction(folder):
    with opened(folder) as f:
        f["data/demo_1"].attrs["instruction"] = "Stop"


@only_ours
def other_num_envs(folder):
    with opened(folder) as f:
        f["data"].attrs.modify("num_envs", np.int64(4))


@only_ours
def endless_num_envs(folder):
    with opened(folder) as f:
        f["data"].attrs.modify("num_envs", np.int64(2**62))


@only_ours
def endless_num_envs_unpromised(folder):
    with opened(folder) as f:
        f["data"].attrs.modify("num_envs", np.int64(2**62))
    os.remove(os.path.join(env(folder), "run_complete.json"))


@only_ours
def endless_num_samples(folder):
    with opened(folder) as f:
        f["data/demo_1"].attrs.modify("num_samples", np.int64(2**62))


@only_ours
def metadata_no_json(folder):
    with opened(folder) as f:
        f["data/demo_1"].attrs.create("episode_metadata", np.array(b"{]", dtype="S4096"), dtype="S4096")


@only_ours
def two_initial_rows(folder):
    with opened(folder) as f:
        f["data/demo_1/initial_state/rigid_object/box/root_pose"].resize(2, axis=0)


@only_ours
def staging_left(folder):
    open(os.path.join(env(folder), "run_1.staging"), "w").write("rows")


@only_ours
def creating_left(folder):
    open(os.path.join(env(folder), "run_2.hdf5.creating"), "w").write("half")


@only_ours
def not_closed(folder):
    with open(run(folder), "r+b") as f:
        block = bytearray(f.read(48))
        block[11] = 5
        block[44:48] = lookup3(bytes(block[:44])).to_bytes(4, "little")
        f.seek(0)
        f.write(block)


@only_ours
def promised_run_missing(folder):
    path = os.path.join(env(folder), "run_complete.json")
    c = json.load(open(path))
    c["num_runs"] = 3
    json.dump(c, open(path, "w"))


def lookup3(key):
    """Jenkins' hashlittle, the checksum of HDF5's superblock."""
    m = 0xFFFFFFFF
    rot = lambda x, k: ((x << k) | (x >> (32 - k))) & m
    a = b = c = (0xDEADBEEF + len(key)) & m
    while len(key) > 12:
        a, b, c = [(v + int.from_bytes(key[i:i + 4], "little")) & m for v, i in ((a, 0), (b, 4), (c, 8))]
        a = (a - c) & m; a ^= rot(c, 4); c = (c + b) & m
        b = (b - a) & m; b ^= rot(a, 6); a = (a + c) & m
        c = (c - b) & m; c ^= rot(b, 8); b = (b + a) & m
        a = (a - c) & m; a ^= rot(c, 16); c = (c + b) & m
        b = (b - a) & m; b ^= rot(a, 19); a = (a + c) & m
        c = (c - b) & m; c ^= rot(b, 4); b = (b + a) & m
        key = key[12:]
    key = key.ljust(12, b"\0")
    a, b, c = [(v + int.from_bytes(key[i:i + 4], "little")) & m for v, i in ((a, 0), (b, 4), (c, 8))]
    c ^= b; c = (c - rot(b, 14)) & m
    a ^= c; a = (a - rot(c, 11)) & m
    b ^= a; b = (b - rot(a, 25)) & m
    c ^= b; c = (c - rot(b, 16)) & m
    a ^= c; a = (a - rot(c, 4)) & m
    b ^= a; b = (b - rot(a, 14)) & m
    c ^= b; c = (c - rot(b, 24)) & m
    return c


for name, make in FAULTS.items():
    folder = os.path.join(into, name)
    shutil.copytree(base, folder)
    make(folder)
    print(name)
