package com.example;

import io.github.roboreel.format.Provenance;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;
import io.github.roboreel.simulation.StepResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Records MuJoCo from a loop of its own: {@code RecordMujoco TASK ENVS FOLDER}, without RoboReel's command line. */
public final class RecordMujoco {
    private static final long FIRST_SEED = 0;

    private final MujocoSimulation simulation;
    private final Field actions;

    private RecordMujoco(MujocoSimulation simulation) {
        this.simulation = simulation;
        actions = simulation.schema().field(MujocoFields.ACTIONS);
    }

    public static void main(String[] args) {
        if (args.length != 3) {
            System.err.println("usage: RecordMujoco TASK ENVS FOLDER, for example RecordMujoco ArmTask 4 output");
            System.exit(2);
        }
        try {
            MujocoTask task = MujocoTask.of(args[0]);
            MujocoSimulation simulation = new MujocoSimulation(task, task.mjcf(), 0, CameraRequest.NONE);
            new RecordMujoco(simulation).record(Integer.parseInt(args[1]), Path.of(args[2]));
        } catch (RoboReelException e) {
            System.err.println(e.getMessage());
            System.exit(1);
        }
    }

    /** The configuration names the simulator, so that {@code replay --plugin} can simulate the recording again. */
    private void record(int numEnvs, Path folder) {
        RunSpec run = RunSpec.builder(folder, simulation.taskName())
                .envs(numEnvs, simulation.instruction())
                .policy(TaskPolicyProvider.NAME)
                .seeds(FIRST_SEED)
                .dtSeconds(simulation.dtSeconds())
                .envConfigJson(simulation.envConfigJson())
                .provenance(Provenance.ofSimulator(MujocoProvider.NAME, MujocoProvider.VERSION))
                .build();
        List<Episode> episodes = new ArrayList<>();
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run, simulation.schema())) {
            recorder.envs().forEach(env -> episodes.add(new Episode(env)));
            while (!episodes.isEmpty()) {
                episodes.removeIf(Episode::step);
            }
        } finally {
            episodes.forEach(Episode::close);
        }
    }

    /** One env's episode, from its reset to its end. */
    private final class Episode {
        private final EnvRecorder recorder;
        private final MujocoEnv env = simulation.env();
        private final Policy policy = TaskPolicyProvider.policy(simulation);
        private final Observation seen = new Observation(simulation.schema());
        private final double[] action = new double[simulation.actionSpace().size()];
        private final StepResult result = new StepResult();
        private int numSteps;

        Episode(EnvRecorder recorder) {
            this.recorder = recorder;
            long seed = recorder.info().seed();
            env.reset(seed);
            env.observe(seen);
            policy.reset(seen, seed);
            recorder.begin(row -> env.record(FieldPhase.INITIAL, row));
        }

        /**
         * Takes one step. The row has what was seen before the action, and the state after it.
         *
         * @return whether the episode is over
         */
        boolean step() {
            policy.act(seen, action);
            result.begin(numSteps++);
            env.step(action, result);
            recorder.step(this::fill);
            result.events().forEach(recorder::event);
            env.observe(seen);
            boolean isOver = result.outcome() != null || numSteps == simulation.maxSteps();
            if (isOver) {
                recorder.end(outcome(), this::fillFinal);
                close();
            }
            return isOver;
        }

        private void fill(StepWriter row) {
            row.put(actions, action);
            seen.fields().forEach(field -> row.putArray(field, seen.values(field)));
            env.record(FieldPhase.STEP, row);
        }

        private void fillFinal(StepWriter row) {
            for (Field field : seen.fields()) {
                String path = field.spec().finalObservation().path();
                row.putArray(simulation.schema().field(path), seen.values(field));
            }
        }

        private EpisodeOutcome outcome() {
            return result.outcome() != null ? result.outcome() : EpisodeOutcome.truncated("The time is over");
        }

        void close() {
            env.close();
        }
    }
}
