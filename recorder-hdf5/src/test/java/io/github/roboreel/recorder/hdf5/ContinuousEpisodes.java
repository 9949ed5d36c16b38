package io.github.roboreel.recorder.hdf5;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Envs that begin episode after episode in one run file, at random but the same for the same seed. */
public final class ContinuousEpisodes {
    private static final String RECORDING = "recording";

    /**
     * A demo as it has to be.
     *
     * @param status {@code recording} until it ended
     */
    public record Episode(int simEnv, long steps, String status) {
        /** What a recovery makes of it. */
        String recoveredStatus() {
            return status.equals(RECORDING) ? "recovered" : status;
        }

        public long storedSteps() {
            return status.equals("discarded") ? 0 : steps;
        }
    }

    private final SinkHarness run;
    private final Random random;
    private final int places;
    private final int mostSteps;
    private final int[] demoOf;
    private final List<Episode> episodes = new ArrayList<>();

    /** @param mostSteps of one turn of an env */
    public ContinuousEpisodes(SinkHarness run, long seed, int mostSteps) {
        this.run = run;
        this.mostSteps = mostSteps;
        random = new Random(seed);
        places = run.context.run().numDemos();
        demoOf = new int[run.context.run().numEnvs()];
        Arrays.fill(demoOf, -1);
    }

    /** Those that began, in that order. */
    public List<Episode> episodes() {
        return episodes;
    }

    /** An env begins, steps or ends; false when all places are taken and their episodes have ended. */
    public boolean turn() throws IOException {
        int env = random.nextInt(demoOf.length);
        if (demoOf[env] >= 0) {
            goOn(env);
        } else if (episodes.size() < places) {
            demoOf[env] = episodes.size();
            run.begin(demoOf[env], env);
            episodes.add(new Episode(env, 0, RECORDING));
        }
        return episodes.size() < places || Arrays.stream(demoOf).anyMatch(demo -> demo >= 0);
    }

    private void goOn(int env) throws IOException {
        if (random.nextInt(3) > 0) {
            step(env, random.nextInt(mostSteps + 1));
        } else {
            int demo = demoOf[env];
            demoOf[env] = -1;
            Episode recorded = episodes.get(demo);
            episodes.set(demo, new Episode(env, recorded.steps(), end(demo)));
        }
    }

    private String end(int demo) throws IOException {
        switch (random.nextInt(4)) {
            case 0:
                run.end(demo, EpisodeOutcome.discarded("bad start"));
                return "discarded";
            case 1:
                run.endWithoutFinalRow(demo, EpisodeOutcome.failure(""));
                return "failure";
            default:
                run.end(demo, EpisodeOutcome.success("").withMetadata(Map.of("demo", demo)));
                return "success";
        }
    }

    private void step(int env, int count) throws IOException {
        int demo = demoOf[env];
        run.steps(demo, count);
        episodes.set(demo, new Episode(env, episodes.get(demo).steps() + count, RECORDING));
    }

    /** Every env that has an episode continues it. */
    public void stepAll(int count) throws IOException {
        for (int env = 0; env < demoOf.length; env++) {
            if (demoOf[env] >= 0) {
                step(env, count);
            }
        }
    }

    /** Waits until all steps survive the death of the process. */
    public void awaitDurable() {
        for (int demo = 0; demo < episodes.size(); demo++) {
            while (episodes.get(demo).storedSteps() > run.sink.durableSteps(demo)) {
                Thread.onSpinWait();
            }
        }
    }

    /** Every demo of a recovered run is what it has to be. */
    public void assertRecovered(Path file) throws IOException {
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            for (int demo = 0; demo < episodes.size(); demo++) {
                Map<String, Object> attributes = reader.demo("demo_" + demo).attributes();
                Episode episode = episodes.get(demo);
                Episode stored = new Episode(
                        ((Long) attributes.get("sim_env_id")).intValue(),
                        (Long) attributes.get("num_samples"),
                        attributes.get("status").toString());
                Episode expected = new Episode(episode.simEnv(), episode.storedSteps(), episode.recoveredStatus());
                assertEquals(expected, stored, "demo_" + demo);
            }
            for (int place = episodes.size(); place < places; place++) {
                String name = "demo_" + place;
                assertTrue(!reader.hasDemo(name)
                        || Long.valueOf(-1)
                                .equals(reader.demo(name).attributes().get("sim_env_id")));
            }
        }
    }
}
