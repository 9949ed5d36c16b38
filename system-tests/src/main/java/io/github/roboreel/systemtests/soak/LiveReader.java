package io.github.roboreel.systemtests.soak;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.systemtests.formula.Formula;
import io.github.roboreel.systemtests.formula.Tally;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that opens a run file while it is recorded, compares some of its rows with the formula, and closes it; again
 * and again until it is stopped.
 */
final class LiveReader {
    private static final int MAX_ROWS = 64;

    private final RunPlan plan;
    private final Path file;
    private final Random random;
    private final Tally counts;
    private final Violations violations;
    private final Thread thread = new Thread(this::loop, "soak-reader");
    private volatile boolean stopping;

    LiveReader(RunPlan plan, Path file, Tally counts, Violations violations) {
        this.plan = plan;
        this.file = file;
        this.counts = counts;
        this.violations = violations;
        random = new Random(plan.number());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    void stop() throws InterruptedException {
        stopping = true;
        thread.join(TimeUnit.SECONDS.toMillis(60));
        if (thread.isAlive()) {
            violations.add(plan.label() + ": a reader of this process hangs");
        }
    }

    private void loop() {
        while (!stopping) {
            try (Hdf5RunReader run = Hdf5RunReader.open(file)) {
                for (int look = 0; look < 4 && !stopping; look++) {
                    look(run);
                }
                counts.add("live_reads", 1);
            } catch (IOException | RuntimeException e) {
                violations.add(plan.label() + ": a reader of this process failed: " + e);
                return;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1 + random.nextInt(30)));
        }
    }

    private void look(Hdf5RunReader run) throws IOException {
        int env = random.nextInt(plan.numEnvs());
        EpisodeReader demo = run.demo(DemoPaths.demo(env));
        long samples = demo.numSamples();
        List<String> paths = demo.paths().stream()
                .filter(p -> !p.matches("(timestamps|initial_state|final_obs)/.*"))
                .toList();
        String path = paths.get(random.nextInt(paths.size()));
        long rows = demo.info(path).rows();
        if (rows < samples) {
            // A discarded one's rows go before its status changes.
            if (plan.envs().get(env).ending() != Ending.DISCARDED) {
                violations.add(Sentence.of(
                        "%s: a live reader saw num_samples %s but %s rows of demo_%s/%s",
                        plan.label(), samples, rows, env, path));
            }
            return;
        }
        if (plan.envs().get(env).ending() != Ending.DISCARDED && samples > 0) {
            long from = Math.max(0, samples - 1 - random.nextInt(MAX_ROWS));
            ValueCheck check = new ValueCheck(demo, Formula.key(plan.number(), env));
            check.rows(path, from, samples, from).ifPresent(this::violated);
            counts.add("live_values_checked", check.values());
        }
    }

    private void violated(String what) {
        violations.add(plan.label() + ": a live reader saw that " + what);
    }
}
