package com.example;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.BitSet;

/** Records cart-poles that are stepped together: an array of all envs per field, two cameras, meters of its own. */
public final class Vectorised {
    private static final int ENVS = 32;
    private static final int STEPS = 100;
    private static final String UNITS = "m, m/s, rad, rad/s";
    private static final FieldSpec RAIL_CAMERA =
            FieldSpec.image("obs/rail_camera", Cameras.HEIGHT, Cameras.WIDTH).withoutNoise();
    private static final FieldSpec POLE_CAMERA =
            FieldSpec.image("obs/pole_camera", Cameras.HEIGHT, Cameras.WIDTH).withoutNoise();
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 1).withUnit("N"),
            FieldSpec.initial("initial_state/cart_pole", DType.FLOAT32, CartPoles.STATE).withUnit(UNITS),
            FieldSpec.step("states/cart_pole", DType.FLOAT32, CartPoles.STATE).withUnit(UNITS),
            RAIL_CAMERA,
            POLE_CAMERA,
            RAIL_CAMERA.finalObservation(),
            POLE_CAMERA.finalObservation());
    private static final Field ACTIONS = SCHEMA.field("actions");
    private static final Field START = SCHEMA.field("initial_state/cart_pole");
    private static final Field STATES = SCHEMA.field("states/cart_pole");
    private static final Field RAIL = SCHEMA.field("obs/rail_camera");
    private static final Field POLE = SCHEMA.field("obs/pole_camera");
    private static final Field LAST_RAIL = SCHEMA.field("final_obs/rail_camera");
    private static final Field LAST_POLE = SCHEMA.field("final_obs/pole_camera");

    private final CartPoles carts = new CartPoles(ENVS, 7);
    private final Cameras cameras = new Cameras(ENVS);
    private final float[] actions = new float[ENVS];
    private final BitSet running = new BitSet();
    private final Timer simulation;

    private Vectorised(MeterRegistry meters) {
        simulation = meters.timer("cartpoles.step");
    }

    public static void main(String[] args) {
        MeterRegistry meters = new SimpleMeterRegistry();
        RunSpec run = RunSpec.builder(Path.of(args[0]), "BalanceTask")
                .envs(ENVS, "Balance the pole")
                .policy("linear")
                .seed(7)
                .dtSeconds(CartPoles.DT_SECONDS)
                .build();
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, SCHEMA).meters(meters).open()) {
            new Vectorised(meters).record(recorder);
        }
        System.out.printf(
                "%d simulator calls, %.0f recorded steps, %.0f episodes that failed%n",
                meters.get("cartpoles.step").timer().count(),
                meters.get("roboreel.steps").counter().count(),
                meters.get("roboreel.episodes").tag("status", "failure").counter().count());
    }

    /** The pictures of a row are those from before its action, so the next ones are drawn when it is published. */
    private void record(EpisodeRecorder recorder) {
        recorder.envs().forEach(env -> env.begin(row -> row.put(START, carts.state(env.envId()))));
        running.set(0, ENVS);
        cameras.render(carts.states());
        for (int step = 0; step < STEPS && !running.isEmpty(); step++) {
            act();
            simulation.record(() -> carts.step(actions));
            recorder.stepAll()
                    .put(ACTIONS, actions)
                    .put(STATES, carts.states())
                    .put(RAIL, cameras.rail())
                    .put(POLE, cameras.pole())
                    .publish();
            cameras.render(carts.states());
            running.stream().filter(carts::hasFallen).forEach(env -> end(recorder.env(env), false));
        }
        running.stream().forEach(env -> end(recorder.env(env), true));
    }

    /** Balances in the even envs and gives way in the odd ones. */
    private void act() {
        for (int env = 0; env < ENVS; env++) {
            int at = env * CartPoles.STATE;
            float hold = 25 * carts.states()[at + 2] + 4 * carts.states()[at + 3];
            actions[env] = env % 2 == 0 ? hold : -hold;
        }
    }

    private void end(EnvRecorder env, boolean balanced) {
        running.clear(env.envId());
        env.end(
                balanced ? EpisodeOutcome.success("the pole stands") : EpisodeOutcome.failure("the pole fell"),
                row -> row.put(LAST_RAIL, cameras.rail(env.envId())).put(LAST_POLE, cameras.pole(env.envId())));
    }
}
