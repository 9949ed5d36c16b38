package io.github.roboreel.runner;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.RecordedStep;
import io.github.roboreel.simulation.Restores;
import io.github.roboreel.simulation.Simulation;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import io.github.roboreel.simulation.StepResult;
import io.github.roboreel.simulation.TaskInfo;
import io.github.roboreel.simulation.VectorEnv;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Envs that add their action to a sum, all in one call: sum and action are exact, so that every recorded value is
 * predictable. Env with seed s starts at sum s, and the option {@code more}, and is over when it has taken 3 + s steps.
 */
final class Counters implements SimulationProvider {
    static final String SUM = "states/sum";
    static final String TICKS = "states/ticks";
    static final String SEEN = "obs/sum";
    static final String LABEL = "obs/label";
    static final String START = "initial_state/sum";
    static final String LAST = "final_obs/sum";
    static final double CHANGE = 0.25;

    private final FieldSchema schema;
    private final Fault fault;
    private final Restores restores;
    private final int changedStep;

    /** Whether resets take options. */
    boolean takesOptions = true;

    String version = "1";

    /** What goes wrong in an env. */
    interface Fault {
        /** Nothing does. */
        Fault NONE = (env, step) -> {};

        void strike(int env, int step);
    }

    Counters() {
        this(Fault.NONE, DType.FLOAT64);
    }

    /** Of each vector that was closed, whether the thread that opened it did that. */
    final List<Boolean> closedByOpener = new CopyOnWriteArrayList<>();

    /** Whether vectors cannot be closed. */
    boolean failsToClose;

    Counters(Fault fault, DType actions) {
        this(fault, actions, Restores.SEED, -1);
    }

    /** @param changedStep index of a step that adds {@link #CHANGE} more; -1 for none */
    Counters(Restores restores, int changedStep) {
        this(Fault.NONE, DType.FLOAT64, restores, changedStep);
    }

    private Counters(Fault fault, DType actions, Restores restores, int changedStep) {
        this.fault = fault;
        this.restores = restores;
        this.changedStep = changedStep;
        schema = FieldSchema.of(
                FieldSpec.step("actions", actions, 2).withUnit("1"),
                FieldSpec.step(SEEN, DType.INT64, 1),
                FieldSpec.text(LABEL, 16),
                FieldSpec.step(SUM, DType.FLOAT64, 1),
                FieldSpec.step(TICKS, DType.INT64),
                FieldSpec.step("timestamps/sim_time_s", DType.FLOAT64),
                FieldSpec.initial(START, DType.FLOAT64, 1),
                FieldSpec.finalObservation(LAST, DType.INT64, 1));
    }

    @Override
    public String name() {
        return "counters";
    }

    @Override
    public String description() {
        return "Sums.";
    }

    @Override
    public List<String> taskNames(Path configFolder) {
        return List.of("CountTask");
    }

    @Override
    public TaskInfo task(String task, Path configFolder) {
        return new TaskInfo("Count", List.of("default", "vague"));
    }

    @Override
    public String defaultPolicy() {
        return "ones";
    }

    @Override
    public boolean takesResetOptions() {
        return takesOptions;
    }

    @Override
    public String simulatorVersion() {
        return version;
    }

    @Override
    public Simulation create(SimulationRequest request) {
        return new Counting(request);
    }

    private final class Counting implements Simulation {
        private final SimulationRequest request;

        Counting(SimulationRequest request) {
            this.request = request;
        }

        @Override
        public String taskName() {
            return request.task();
        }

        @Override
        public String instruction() {
            return "Count";
        }

        @Override
        public FieldSchema schema() {
            return schema;
        }

        @Override
        public ActionSpace actionSpace() {
            return ActionSpace.box(2, "1", -1, 1);
        }

        @Override
        public double dtSeconds() {
            return 0.25;
        }

        @Override
        public int maxSteps() {
            return request.maxSteps() == 0 ? 100 : request.maxSteps();
        }

        @Override
        public Restores restores() {
            return restores;
        }

        @Override
        public String envConfigJson() {
            String recorded = request.recordedConfigJson();
            return recorded == null ? "{\"seed\":77,\"gravity\":9.81}" : recorded;
        }

        @Override
        public int vectorSize(int numEnvs) {
            return 4;
        }

        @Override
        public VectorEnv open(int numEnvs) {
            JsonNode options = FormatJson.readOrMissing(request.resetOptionsJson());
            return new Vector(numEnvs, options.path("more").asDouble());
        }
    }

    private final class Vector implements VectorEnv {
        private final Thread opener = Thread.currentThread();
        private final double more;
        private final double[] sums;
        private final long[] ends;
        // Odd and beyond 2^53, so that no float64 holds one.
        private final long[] ticks;
        private final Field seen = schema.field(SEEN);
        private final Field label = schema.field(LABEL);

        Vector(int numEnvs, double more) {
            this.more = more;
            sums = new double[numEnvs];
            ends = new long[numEnvs];
            ticks = new long[numEnvs];
        }

        @Override
        public void reset(int env, long seed) {
            sums[env] = seed + more;
            ends[env] = 3 + seed;
            ticks[env] = (1L << 60) + 1;
        }

        @Override
        public void step(int[] envs, double[][] actions, StepResult[] results) {
            for (int env : envs) {
                StepResult result = results[env];
                fault.strike(env, result.step());
                ticks[env] += 2;
                sums[env] += actions[env][0] + actions[env][1] + (result.step() == changedStep ? CHANGE : 0);
                if (result.step() == 1) {
                    result.event(EpisodeEvent.of("second step", 2, "sum " + sums[env], 0.5));
                }
                if (result.step() + 1 == ends[env]) {
                    result.end(EpisodeOutcome.success("counted to " + sums[env]));
                }
            }
        }

        @Override
        public void observe(int env, Observation out) {
            out.longs(seen)[0] = (long) sums[env];
            out.text(label)[0] = "sum " + (long) sums[env];
        }

        @Override
        public void record(int env, FieldPhase phase, StepWriter row) {
            switch (phase) {
                case INITIAL -> row.put(schema.field(START), sums[env]);
                case STEP -> row.put(schema.field(SUM), sums[env]).put(schema.field(TICKS), ticks[env]);
                case FINAL -> {}
            }
        }

        @Override
        public void restore(int env, RecordedStep step) {
            sums[env] = step.values(schema.field(SUM))[0];
            long recorded = step.longs(schema.field(TICKS))[0];
            if (recorded != ticks[env]) {
                throw new IllegalStateException("recorded are " + recorded + " ticks, simulated " + ticks[env]);
            }
        }

        @Override
        public void close() {
            closedByOpener.add(Thread.currentThread() == opener);
            if (failsToClose) {
                throw new IllegalStateException("cannot be closed");
            }
        }
    }
}
