package io.github.roboreel.systemtests.soak;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.systemtests.formula.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;

/** Records one planned run with all sinks on the class path, and readers that come and go. */
final class SoakRun {
    private static final long TIMEOUT_SECONDS = 300;

    private final RunPlan plan;
    private final RunSpec spec;
    private final Tally counts;
    private final Violations violations;
    private final List<PythonReader> pythons = new ArrayList<>();

    SoakRun(RunPlan plan, Path folder, Tally counts, Violations violations) {
        this.plan = plan;
        this.counts = counts;
        this.violations = violations;
        spec = plan.spec(folder);
    }

    /**
     * Records and closes it.
     *
     * @throws IllegalStateException when it hangs
     */
    void record() throws IOException, InterruptedException {
        LiveReader reader = null;
        Map<Integer, CompletableFuture<EpisodeSummary>> ends = Map.of();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(spec, plan.fields())
                .config(plan.config())
                .sinks(sinks())
                .open()) {
            if (plan.disturbance().liveReader()) {
                reader = new LiveReader(plan, runFile(), counts, violations);
                reader.start();
            }
            if (plan.disturbance().livePython()) {
                pythons.add(PythonReader.start(plan, runFile(), PythonReader.Manner.SWMR));
                pythons.add(PythonReader.start(plan, runFile(), PythonReader.Manner.PLAIN));
            }
            Producers producers = new Producers(plan, recorder, violations);
            if (!producers.drive(TIMEOUT_SECONDS)) {
                throw new IllegalStateException(
                        plan.label() + " hangs: after " + TIMEOUT_SECONDS + " s steps still wait");
            }
            ends = producers.ends();
        } catch (RecorderException e) {
            violations.add(plan.label() + " failed: " + e.getMessage());
        }
        stop(reader);
        checkSummaries(ends);
        counts.add("runs", 1);
        for (EnvPlan env : plan.envs()) {
            counts.add("episodes", 1)
                    .add("discarded_episodes", env.ending() == Ending.DISCARDED ? 1 : 0)
                    .add("steps", env.steps());
        }
    }

    private Path runFile() {
        return spec.envFolder().resolve("run_" + spec.run() + ".hdf5");
    }

    private List<EpisodeSink> sinks() {
        List<EpisodeSink> sinks = new ArrayList<>();
        ServiceLoader.load(EpisodeSinkProvider.class).forEach(p -> sinks.add(p.create(plan.config(), spec)));
        if (plan.disturbance().trouble() != TroubledSink.Trouble.NONE) {
            sinks.add(new TroubledSink(
                    plan.disturbance().trouble(), plan.disturbance().troublePeriod()));
        }
        return sinks;
    }

    private void stop(LiveReader reader) throws IOException, InterruptedException {
        if (reader != null) {
            reader.stop();
        }
        if (plan.disturbance().livePython()) {
            pythons.add(PythonReader.start(plan, runFile(), PythonReader.Manner.WHOLE));
        }
        for (PythonReader python : pythons) {
            python.finish(counts, violations);
        }
    }

    private void checkSummaries(Map<Integer, CompletableFuture<EpisodeSummary>> ends) {
        ends.forEach((env, end) -> {
            if (!end.isDone() || end.isCompletedExceptionally()) {
                violations.add(plan.label() + ": env " + env + " got no summary");
            } else {
                check(env, end.join());
            }
        });
    }

    private void check(int env, EpisodeSummary summary) {
        int steps = plan.envs().get(env).steps();
        if (summary.numSamples() != steps) {
            violations.add(Sentence.of(
                    "%s: the summary of env %s says %s steps; expected %s",
                    plan.label(), env, summary.numSamples(), steps));
        }
        boolean meant = plan.disturbance().trouble() == TroubledSink.Trouble.THROWS;
        List<String> failed = summary.failedSinks();
        if (!failed.isEmpty() && !(meant && failed.equals(List.of(TroubledSink.NAME)))) {
            violations.add(plan.label() + ": in env " + env + " these sinks failed: " + failed);
        } else if (!failed.isEmpty()) {
            counts.add("failed_side_sinks", 1);
        }
    }
}
