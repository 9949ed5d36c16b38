package io.github.roboreel.systemtests.soak;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.systemtests.formula.FormulaRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** The threads that simulate: one for all envs, or one for each. */
final class Producers {
    private final RunPlan plan;
    private final EpisodeRecorder recorder;
    private final FormulaRows signal;
    private final Violations violations;
    private final Map<Integer, CompletableFuture<EpisodeSummary>> ends = new ConcurrentHashMap<>();

    Producers(RunPlan plan, EpisodeRecorder recorder, Violations violations) {
        this.plan = plan;
        this.recorder = recorder;
        this.violations = violations;
        signal = new FormulaRows(recorder.schema(), plan.number());
    }

    /**
     * Drives all envs as planned.
     *
     * @return whether all threads came to their end in time
     */
    boolean drive(long timeoutSeconds) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        if (plan.producer().isVectorised()) {
            threads.add(thread("soak-vector", this::driveAll));
        } else {
            for (int env = 0; env < plan.numEnvs(); env++) {
                int envId = env;
                threads.add(thread("soak-env" + env, () -> driveOne(envId)));
            }
        }
        threads.forEach(Thread::start);
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(timeoutSeconds);
        for (Thread thread : threads) {
            long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            thread.join(Math.max(1, leftMs));
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }

    private Thread thread(String name, Runnable work) {
        Runnable reporting = () -> {
            try {
                work.run();
            } catch (RuntimeException e) {
                violations.add(plan.label() + ": thread " + name + " was refused: " + e);
            }
        };
        Thread thread = new Thread(reporting, name);
        thread.setDaemon(true);
        return thread;
    }

    private void driveOne(int env) {
        EnvPlan envPlan = plan.envs().get(env);
        begin(env);
        long start = System.nanoTime();
        for (int step = 0; step < envPlan.steps(); step++) {
            pace(start, step);
            StepWriter row = recorder.env(env).step();
            signal.put(row, FieldPhase.STEP, env, step);
            row.publish();
            note(env, step);
        }
        end(env);
    }

    private void driveAll() {
        int[] all = IntStream.range(0, plan.numEnvs()).toArray();
        for (int env : all) {
            begin(env);
        }
        int most = plan.envs().stream().mapToInt(EnvPlan::steps).max().orElse(0);
        long start = System.nanoTime();
        for (int step = 0; step <= most; step++) {
            endThoseOf(step);
            pace(start, step);
            publishAll(step);
        }
    }

    /** An env that never ends shares its thread with others, which would otherwise never end. */
    private void endThoseOf(int steps) {
        for (int env = 0; env < plan.numEnvs(); env++) {
            if (plan.envs().get(env).steps() == steps) {
                end(env);
            }
        }
    }

    /** One claim for all while none has stopped silently; then env by env. */
    private void publishAll(int step) {
        boolean noneStopped = true;
        for (EnvPlan env : plan.envs()) {
            noneStopped &= env.ending() != Ending.UNENDED || step < env.steps();
        }
        if (noneStopped) {
            BatchWriter rows = recorder.stepAll();
            signal.put(rows, plan.numEnvs(), step);
            rows.publish();
        }
        for (int env = 0; env < plan.numEnvs(); env++) {
            if (step < plan.envs().get(env).steps()) {
                if (!noneStopped) {
                    StepWriter row = recorder.env(env).step();
                    signal.put(row, FieldPhase.STEP, env, step);
                    row.publish();
                }
                note(env, step);
            }
        }
    }

    private void begin(int env) {
        recorder.env(env).begin(row -> signal.put(row, FieldPhase.INITIAL, env, 0));
    }

    private void note(int env, int step) {
        if (step % plan.envs().get(env).eventEvery() == 0) {
            String info = "env " + env + " after step " + (step + 1);
            recorder.env(env).event(EpisodeEvent.of("SOAK_EVENT", step + 1, info, 0.5));
        }
    }

    private void end(int env) {
        EnvPlan envPlan = plan.envs().get(env);
        if (envPlan.ending() == Ending.UNENDED) {
            return;
        }
        EnvRecorder handle = recorder.env(env);
        ends.put(
                env,
                envPlan.hasFinal()
                        ? handle.end(
                                envPlan.ending().outcome(),
                                row -> signal.put(row, FieldPhase.FINAL, env, envPlan.steps()))
                        : handle.end(envPlan.ending().outcome()));
    }

    private void pace(long startNanos, int step) {
        if (plan.producer().paceHz() > 0) {
            long due = startNanos + (long) (step / plan.producer().paceHz() * 1e9);
            for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
        }
    }

    /** What the ended episodes' futures hold, by env; all of them settled once a run is closed. */
    Map<Integer, CompletableFuture<EpisodeSummary>> ends() {
        return ends;
    }
}
