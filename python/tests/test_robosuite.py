"""robosuite's wrapper, on an env of our own with robosuite 1.5's calls; the real one is in conformance/real/robosuite."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from unittest import mock

import numpy as np

import roboreel as rr
from roboreel import robosuite
from tests.support import BridgeTest, FakeDaemonTest

XML = "<mujoco model='{}'>" + "<body/>" * 20_000 + "</mujoco>"


class Sim:
    """States are (time, x, y, ...); the XML says how many there are, as a model's does."""

    def __init__(self, lift: Lift) -> None:
        self.lift = lift
        self.model = SimpleNamespace(get_xml=lambda: lift.xml)

    def get_state(self) -> Any:
        return SimpleNamespace(flatten=self.lift.state.copy)

    def reset(self) -> None:
        self.lift.calls.append("sim.reset")
        self.lift.state[:] = -1

    def set_state_from_flattened(self, state: np.ndarray) -> None:
        self.lift.calls.append("set_state_from_flattened")
        self.lift.state = np.array(state)

    def forward(self) -> None:
        self.lift.calls.append("forward")


class Lift:
    """An env that adds the action to its state; its state gets wider with the widths of each reset."""

    def __init__(self, widths: list[int], horizon: int = 1000) -> None:
        self.widths, self.horizon = list(widths), horizon
        self.control_freq, self.action_dim, self.robot_names = 20, 2, ["Panda"]
        self.calls: list[str] = []
        self.resets = self.timestep = 0
        self.meta: dict[str, Any] = {}
        self.state = np.zeros(1)
        self.successes: set[int] = set()
        self.is_closed = False
        self.has_absolute = False

    @property
    def sim(self) -> Sim:
        return Sim(self)

    def unset_ep_meta(self) -> None:
        self.calls.append("unset_ep_meta")

    def get_ep_meta(self) -> dict[str, Any]:
        return {"layout": self.resets}

    def set_ep_meta(self, meta: dict[str, Any]) -> None:
        self.calls.append("set_ep_meta")
        self.meta = meta

    def reset(self) -> dict[str, Any]:
        self.calls.append("reset")
        self.resets += 1
        self.timestep = 0
        self.xml = XML.format(self.resets)
        self.state = np.arange(self.widths[min(self.resets, len(self.widths)) - 1]) + self.resets / 4
        return self.observed()

    def reset_from_xml_string(self, xml: str) -> None:
        self.calls.append("reset_from_xml_string")
        self.xml = xml

    def observation_spec(self) -> dict[str, Any]:
        return self.observed()

    def observed(self) -> dict[str, Any]:
        return {"robot0_proprio-state": self.state[:2].copy(), "agentview_image": np.full((8, 8, 3), self.timestep, np.uint8)}

    def step(self, action: Any) -> tuple[Any, float, bool, dict[str, Any]]:
        self.timestep += 1
        self.state[1:3] += action
        action[:] = 77  # as envs that clip in place do
        return self.observed(), self.timestep / 8, self.timestep >= self.horizon, self.info()

    def info(self) -> dict[str, Any]:
        return {"action_abs": self.state[1:3] * 2} if self.has_absolute else {}

    def _check_success(self) -> bool:
        return self.timestep in self.successes

    def close(self) -> None:
        self.is_closed = True


class Plain(Lift):
    """Its steps are robosuite's own."""

    def step(self, action: Any) -> tuple[Any, float, bool, dict[str, Any]]:
        return super().step(action)

    step.__module__ = "robosuite.environments.base"


class RobosuiteTest(BridgeTest):
    def wrap(self, env: Lift, **more: Any) -> robosuite.DataCollectionWrapper:
        return robosuite.DataCollectionWrapper(env, self.folder, **{"videos": False, "metrics": False, "memory_mb": 16, **more})

    def test_states_are_one_more_than_actions_and_the_model_is_kept(self) -> None:
        env = Lift([4])
        env.successes = {2}  # not the last step
        declared = {"actions": rr.f64(2, unit="m"), "obs/robot0_proprio-state": rr.f64(2, unit="rad")}
        env.has_absolute = True
        wrapped = self.wrap(env, observations=True, fields={**declared, "actions_abs": rr.f64(2)}, policy="Ada")
        wrapped.reset()
        wrapped.reset()  # people reset more than they step: no episode
        self.assertFalse(wrapped.has_interaction)
        states = [env.state.copy()]
        for step in range(5):
            wrapped.step(np.array([step, 0.5]))
            states.append(env.state.copy())
        self.assertTrue(wrapped.has_interaction)
        wrapped.reset()
        wrapped.step(np.array([1.0, 1]))
        wrapped.close()
        wrapped.close()
        self.assertTrue(env.is_closed)
        first, second = self.episodes("Lift")
        self.assertEqual(["success", "failure"], [first.status, second.status])
        np.testing.assert_array_equal(states[:-1], first.data["states"])
        np.testing.assert_array_equal(states[-1:], first.data["final_states"])
        np.testing.assert_array_equal([[step, 0.5] for step in range(5)], first.data["actions"])
        np.testing.assert_array_equal(np.array(states[1:])[:, 1:3] * 2, first.data["actions_abs"])
        np.testing.assert_array_equal(np.arange(1, 6) / 8, first.data["rewards"])
        np.testing.assert_array_equal(np.array(states)[:-1, :2], first.data["obs/robot0_proprio-state"])
        np.testing.assert_array_equal(states[-1][None, :2], first.data["final_obs/robot0_proprio-state"])
        pictures = [first.data["obs/agentview_image"][:, 0, 0, 0].tolist(), first.data["final_obs/agentview_image"][0, 0, 0, 0]]
        self.assertEqual([[0, 1, 2, 3, 4], 5], pictures)
        self.assertEqual(XML.format(2), first.data["initial_attributes/model_file"][0].decode())
        self.assertEqual(XML.format(3), second.data["initial_attributes/model_file"][0].decode())
        self.assertEqual({"layout": 2}, json.loads(first.data["initial_attributes/ep_meta"][0]))
        self.assertEqual([0.05, "Ada"], [first.attributes[name] for name in ("dt", "policy")])
        self.assertEqual(["m", "rad"], [first.described[path]["unit"] for path in declared])

    def test_a_state_that_grows_is_padded_within_the_declared_width_and_refused_beyond(self) -> None:
        env = Lift([5, 3, 7, 4])
        wrapped = self.wrap(env, state_width=6)
        for _ in range(2):
            wrapped.reset()
            wrapped.step(np.zeros(2))
        with self.assertRaises(rr.BadArgument) as refusal:
            wrapped.reset()
        self.assertIn("state of Lift has 7 values; expected at most 6, give state_width=7", str(refusal.exception))
        with self.assertRaises(rr.BadState):
            wrapped.step(np.zeros(2))
        wrapped.reset()
        wrapped.step(np.zeros(2))
        wrapped.close()
        episodes = self.episodes("Lift")
        self.assertEqual([5, 3, 4], [e.metadata["episode_attributes"]["state_width"] for e in episodes])
        expected = [[0.25, 1.25, 2.25, 3.25, 4.25, 0], [0.5, 1.5, 2.5, 0, 0, 0], [1, 2, 3, 4, 0, 0]]
        self.assertEqual(expected, [e.data["states"][0].tolist() for e in episodes])

    def test_collect_freq_and_what_playback_reads(self) -> None:
        env = Lift([4], horizon=7)
        info = {"env_name": "Lift", "robots": "Panda", "controller_configs": {"type": "BASIC"}}
        more = {"env_info": json.dumps(info), "env_config": {"operator": "Ada"}}
        wrapped = self.wrap(env, collect_freq=3, flush_freq=2, **more)
        self.assertEqual(2, wrapped.action_dim)
        wrapped.reset()
        states = [env.state.copy()]
        for step in range(7):
            wrapped.step(np.array([step, 0.0]))
            states.append(env.state.copy())
        wrapped.close()
        (episode,) = self.episodes("Lift")
        np.testing.assert_array_equal([states[0], states[3]], episode.data["states"])
        np.testing.assert_array_equal([states[6]], episode.data["final_states"])
        np.testing.assert_array_equal([[2, 0], [5, 0]], episode.data["actions"])
        self.assertEqual(["truncated", 0.15], [episode.metadata["ending"], round(episode.attributes["dt"], 9)])
        with open(f"{self.folder}/Lift/env_cfg.json", encoding="utf-8") as file:
            config = json.load(file)
        self.assertEqual(["Lift", info], [config["robomimic"]["env"], json.loads(config["robomimic"]["env_info"])])
        self.assertEqual(info, json.loads(config["robomimic"]["env_args"])["env_kwargs"])
        self.assertEqual("Ada", config["operator"])

    def test_several_envs_of_one_run(self) -> None:
        env = Lift([4])
        env.reset()
        fields = robosuite.fields(env, state_width=5, observations=True)
        config = robosuite.env_config(env)
        more = {"task": "Lift", "num_envs": 2, "continuous": True, "env_config": config}
        with self.open(fields, envs=[0], **more) as own, rr.Recorder.join(own.address, envs=[1]) as other:
            for number, recorder in enumerate((own, other)):
                one = Lift([4 + number])
                wrapped = robosuite.DataCollectionWrapper(one, recorder, state_width=5, observations=True)
                wrapped.reset()
                for step in range(3 + number):
                    wrapped.step(np.array([step, number]))
                wrapped.close()
        stored = {int(e.attributes["sim_env_id"]): e for e in self.episodes("Lift")}
        self.assertEqual([3, 4], [len(stored[env].data["states"]) for env in range(2)])
        self.assertEqual([[0, 1], [1, 1], [2, 1], [3, 1]], stored[1].data["actions"].tolist())
        self.assertEqual((4, 8, 8, 3), stored[1].data["obs/agentview_image"].shape)
        with self.assertRaisesRegex(rr.BadArgument, "dt, policy is given with a recorder that is open"):
            robosuite.DataCollectionWrapper(env, own, dt=0.1, policy="Ada")


class CallsTest(FakeDaemonTest):
    def test_what_the_env_still_knows_of_how_it_was_made(self) -> None:
        env = Lift([4])
        self.assertEqual({"env_name": "Lift", "robots": ["Panda"]}, self.info(env))
        env.robot_configs = [{"composite_controller_config": {"type": "BASIC", "kp": np.float64(150)}}]
        controllers = [{"type": "BASIC", "kp": 150.0}]
        self.assertEqual({"env_name": "Lift", "robots": ["Panda"], "controller_configs": controllers}, self.info(env))

    def info(self, env: Lift) -> dict[str, Any]:
        return dict(json.loads(robosuite.env_config(env)["robomimic"]["env_info"]))

    def wrap(self, env: Lift, **more: Any) -> robosuite.DataCollectionWrapper:
        with mock.patch("roboreel._recorder.Daemon", return_value=self.daemon):
            wrapped = robosuite.DataCollectionWrapper(env, self.folder, **more)
        self.recorders.append(wrapped._recorder)
        return wrapped

    def test_reset_does_what_makes_a_replay_equal(self) -> None:
        env = Plain([4])
        wrapped = self.wrap(env)
        seen = wrapped.reset()
        expected = ["unset_ep_meta", "reset", "set_ep_meta", "reset_from_xml_string", "sim.reset", "set_state_from_flattened"]
        self.assertEqual([*expected, "forward"], env.calls)
        np.testing.assert_array_equal([0.25, 1.25, 2.25, 3.25], env.state)
        np.testing.assert_array_equal([0.25, 1.25], seen["robot0_proprio-state"])
        self.assertEqual({"layout": 1}, env.meta)
        with self.assertRaisesRegex(rr.BadState, "no env is recording"):
            wrapped._recorder.end()

    def test_the_first_reset_opens_the_run(self) -> None:
        env = Plain([4])
        env.has_absolute = True
        wrapped = self.wrap(env, observations=True, state_width=6, fields={"obs/robot0_proprio-state": rr.f64(2, unit="rad")})
        self.assertEqual([], self.daemon.clients)
        wrapped.reset()
        fields = {f["path"]: (f["dtype"], f["shape"], f["unit"]) for f in self.daemon.client.opening["fields"]}
        self.assertEqual(("float64", [2], ""), fields["actions"])
        self.assertEqual(("float64", [6], ""), fields["final_states"])
        self.assertEqual(("float64", [2], "rad"), fields["final_obs/robot0_proprio-state"])
        with self.refuses(rr.BadArgument, "'actions_abs' is none of this run's step fields", "declare it in fields="):
            wrapped.step(np.ones(2))
        env.has_absolute = False
        wrapped.step(np.ones(2))
        self.assertEqual(
            [[1.0, 1.0]], [s.values["actions"][0].tolist() for s in self.slots(wrapped.recorder) if s.kind == "STEP"]
        )

    def test_the_first_step_of_an_env_of_ones_own_says_whether_there_are_absolute_actions(self) -> None:
        for has_absolute, declared in ((True, {}), (False, {}), (True, {"actions_abs": rr.f64(2, unit="m")})):
            env = Lift([4])
            env.has_absolute = has_absolute
            wrapped = self.wrap(env, fields=declared)
            wrapped.reset()
            self.assertEqual(not declared, wrapped.recorder._is_waiting())
            wrapped.step(np.ones(2))
            opened = self.daemon.clients[-1].opening["fields"]
            fields = {field["path"]: (field["shape"], field["unit"]) for field in opened}
            self.assertEqual(([2], "m" if declared else "") if has_absolute else None, fields.get("actions_abs"))
            (step,) = [slot for slot in self.slots(wrapped.recorder) if slot.kind == "STEP"]
            if has_absolute:
                self.assertEqual([[4.5, 6.5]], step.values["actions_abs"].tolist())
            wrapped.close()

    def test_steps_that_are_refused_leave_the_next_ones_right(self) -> None:
        env = Plain([4])
        wrapped = self.wrap(env)
        wrong, right = np.ones(2, complex), np.ones(2)
        with mock.patch.object(env, "step", side_effect=lambda action: (env.state.__iadd__(1), 0.5, False, {})):
            for action, is_first in ((wrong, True), (right, True), (wrong, False), (right, False)):
                if is_first:
                    wrapped.reset()
                if action is right:
                    wrapped.step(action)
                else:
                    with self.assertRaisesRegex(rr.BadArgument, "'actions' is .* complex128"):
                        wrapped.step(action)
        steps = [one for one in self.slots(wrapped._recorder) if one.kind == "STEP"]
        self.assertEqual([0.5, 2.5], [one.values["states"][0, 0] for one in steps])

    def test_close_closes_the_env_where_the_recording_has_failed(self) -> None:
        env = Lift([4])
        wrapped = self.wrap(env)
        wrapped.reset()
        wrapped.step(np.ones(2))
        recorder = wrapped._recorder
        failed = mock.patch.object(recorder, "end", side_effect=rr.RecorderFailed("the disk is gone"))
        with failed, self.assertRaisesRegex(rr.RecorderFailed, "the disk is gone"):
            wrapped.close()
        self.assertTrue(env.is_closed)
        self.assertTrue(recorder._is_closed)

    def test_without_a_declared_width_that_of_the_first_episode_counts(self) -> None:
        wrapped = self.wrap(Lift([4, 5]))
        wrapped.reset()
        with self.assertRaisesRegex(rr.BadArgument, "expected at most 4"):
            wrapped.reset()
        wrapped.close()

    def test_a_model_that_is_too_long_is_refused(self) -> None:
        wrapped = self.wrap(Lift([4]), model_bytes=100)
        with self.assertRaisesRegex(rr.BadArgument, "'initial_attributes/model_file' takes 140027 bytes.*model_bytes=140027"):
            wrapped.reset()
        wrapped.close()
