package io.github.roboreel.systemtests.soak;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recorder.video.file.VideoProbe;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.systemtests.formula.Formula;
import io.github.roboreel.systemtests.formula.Tally;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Holds a closed run against its plan: every value, every result line, every video, every log. */
final class RunCheck {
    private final RunPlan plan;
    private final RunSpec spec;
    private final Tally counts;
    private final Violations violations;

    RunCheck(RunPlan plan, Path folder, Tally counts, Violations violations) {
        this.plan = plan;
        this.counts = counts;
        this.violations = violations;
        spec = plan.spec(folder);
    }

    /**
     * Reads all of it.
     *
     * @param lines all result lines of the folder
     */
    void check(List<EpisodeRecord> lines) {
        checkRunFile();
        for (int env = 0; env < plan.numEnvs(); env++) {
            checkLine(env, lines);
            checkLog(env);
            checkVideo(env, VideoKind.SENSOR, plan.schema().hasSensorVideo());
            checkVideo(env, VideoKind.VIEWPORT, plan.schema().hasViewportVideo());
        }
        Path staging = spec.envFolder().resolve("run_" + spec.run() + ".staging");
        if (Files.exists(staging)) {
            violated("its staging file is still there");
        }
    }

    private void requireSame(String what, Object expected, Object found) {
        if (!expected.equals(found)) {
            violated(what + " " + found + "; expected " + expected);
        }
    }

    private void violated(String what) {
        violations.add(plan.label() + ": " + what);
    }

    private void checkRunFile() {
        Path file = spec.envFolder().resolve("run_" + spec.run() + ".hdf5");
        try (Hdf5RunReader run = Hdf5RunReader.open(file)) {
            if (run.isLive()) {
                violated("the file is still marked as being written after the run was closed");
            }
            for (int env = 0; env < plan.numEnvs(); env++) {
                checkDemo(run.demo(DemoPaths.demo(env)), env);
            }
        } catch (IOException | RuntimeException e) {
            violated("the file cannot be read: " + e);
        }
    }

    private void checkDemo(EpisodeReader demo, int env) throws IOException {
        EnvPlan envPlan = plan.envs().get(env);
        Object status = demo.attributes().get(AttributeNames.STATUS);
        requireSame(demo.name() + " has status", envPlan.ending().status().label(), status);
        requireSame(demo.name() + " has num_samples", (long) envPlan.storedSteps(), demo.numSamples());
        ValueCheck values = new ValueCheck(demo, Formula.key(plan.number(), env));
        for (String path : demo.paths()) {
            checkDataset(demo, path, envPlan, values);
        }
        counts.add("values_checked", values.values());
    }

    private void checkDataset(EpisodeReader demo, String path, EnvPlan env, ValueCheck values) throws IOException {
        long rows = demo.info(path).rows();
        boolean isDiscarded = env.ending() == Ending.DISCARDED;
        long expected = env.storedSteps();
        long firstStep = 0;
        if (path.startsWith("initial_state/")) {
            expected = isDiscarded ? 0 : 1;
        } else if (DemoPaths.isIn(DemoPaths.FINAL_OBS, path)) {
            expected = env.storesFinal() ? 1 : 0;
            firstStep = env.steps();
        }
        if (rows != expected) {
            violated(demo.name() + "/" + path + " has " + rows + " rows; expected " + expected);
        } else if (!path.startsWith("timestamps/")) {
            values.rows(path, 0, rows, firstStep).ifPresent(this::violated);
        }
    }

    private void checkLine(int env, List<EpisodeRecord> all) {
        EnvPlan envPlan = plan.envs().get(env);
        List<EpisodeRecord> lines = all.stream()
                .filter(l -> l.envName().equals(spec.envName()))
                .filter(l -> l.run().orElse(-1) == spec.run())
                .filter(l -> l.envId().orElse(-1) == env)
                .toList();
        int expected = envPlan.ending() == Ending.DISCARDED ? 0 : 1;
        if (lines.size() != expected) {
            violated("env " + env + " has " + lines.size() + " result lines; expected " + expected);
            return;
        }
        for (EpisodeRecord line : lines) {
            String status = line.status().orElse("none");
            if (!status.equals(envPlan.ending().status().label())
                    || line.episodeStep().orElse(-1) != envPlan.steps()) {
                violated(Sentence.of(
                        "the result line of env %s says status %s after %s steps; expected %s after %s",
                        env,
                        status,
                        line.episodeStep().orElse(-1),
                        envPlan.ending().status().label(),
                        envPlan.steps()));
            }
        }
    }

    private void checkLog(int env) {
        Path log = spec.envFolder().resolve("log_" + spec.run() + "_env" + env + ".json");
        Path lone = spec.envFolder().resolve("log_" + spec.run() + ".json");
        boolean isThere = Files.exists(log) || plan.numEnvs() == 1 && Files.exists(lone);
        EnvPlan envPlan = plan.envs().get(env);
        // The first step has an event; an episode without events has no log.
        boolean isExpected = envPlan.ending() != Ending.DISCARDED && envPlan.steps() > 0;
        if (isThere != isExpected) {
            violated("env " + env + (isThere ? " has a log; expected none" : " has no log"));
        }
    }

    /** Without a final observation the last frame may be missing. */
    private void checkVideo(int env, VideoKind kind, boolean hasVideo) {
        EnvPlan envPlan = plan.envs().get(env);
        String name = VideoNames.fileName(spec.episodes().get(env).instruction(), spec.id(env), kind);
        Path video = spec.envFolder().resolve(name);
        boolean isDiscarded = envPlan.ending() == Ending.DISCARDED;
        if (!hasVideo || isDiscarded) {
            if (Files.exists(video)) {
                violated("there is a video " + name + "; expected none");
            }
            return;
        }
        int most = envPlan.steps();
        if (most > 1) {
            checkFrames(video, most - 1, most).ifPresent(this::violated);
            counts.add("videos", 1);
        }
    }

    private static Optional<String> checkFrames(Path video, int fewest, int most) {
        try {
            int frames = VideoProbe.read(video).frames();
            return frames >= fewest && frames <= most
                    ? Optional.empty()
                    : Optional.of(video + " has " + frames + " frames for " + most + " steps");
        } catch (IOException e) {
            return Optional.of("a video cannot be read: " + e);
        }
    }
}
