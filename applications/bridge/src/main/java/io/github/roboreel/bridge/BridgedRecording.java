package io.github.roboreel.bridge;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.DurableMark;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.file.RunPaths;
import io.github.roboreel.recorder.hdf5.recover.RecoveryPlace;
import io.github.roboreel.recorder.hdf5.recover.RecoveryProgress;
import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.tools.recover.FolderRecovery;
import io.github.roboreel.tools.recover.FolderRecovery.FolderRecoveryReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * One recording that clients share: its recorder, run after run, and who records which envs. Where episodes are not
 * continuous, an env that begins again turns all of them to the next run. A ring's thread calls what is about its envs.
 */
final class BridgedRecording implements SharedRun {
    private final OpenRequest request;
    private final RecorderConfig config;
    private final RingFields fields;
    private final Set<Integer> taken = new HashSet<>();
    private final Set<Integer> runs = new TreeSet<>();
    private volatile RunSpec spec;
    private volatile EpisodeRecorder recorder;
    private final Set<Integer> unclosed = new TreeSet<>();
    private int users;
    // Of the turn to another run; null while none has failed.
    private RuntimeException failure;
    private volatile Closing closing;

    /** What a client is told when the recording is closed; what it has not left is null. */
    record Closing(List<Integer> runs, List<Integer> recovered, List<String> problems) {
        Map<String, Object> message() {
            Map<String, Object> message = new LinkedHashMap<>();
            message.put("type", "closed");
            message.put("runs", runs);
            message.put("recovered", recovered);
            message.put("problems", problems);
            return message;
        }
    }

    /** Opens a run. */
    BridgedRecording(OpenRequest request, RecorderConfig config, RingFields fields, RunSpec spec) {
        this.request = request;
        this.config = config;
        this.fields = fields;
        this.spec = spec;
        recorder = open(spec);
    }

    private EpisodeRecorder open(RunSpec run) {
        EpisodeRecorderBuilder builder =
                EpisodeRecorder.builder(run, fields.schema()).config(config);
        if (request.isContinuous()) {
            builder.continuous();
        }
        if (!request.takesVideos()) {
            builder.withoutVideos();
        }
        if (!request.takesMetrics()) {
            builder.withoutMetrics();
        }
        EpisodeRecorder opened = builder.open();
        runs.add(run.run());
        return opened;
    }

    @Override
    public RingFields fields() {
        return fields;
    }

    @Override
    public RunSpec spec() {
        return spec;
    }

    Path folder() {
        return spec.folder();
    }

    boolean isContinuous() {
        return request.isContinuous();
    }

    @Override
    public synchronized BridgedRecording take(int[] envs) {
        if (closing != null) {
            throw ProtocolException.state("the recording in %s is being closed; open a run of your own", folder());
        }
        for (int env : envs) {
            if (taken.contains(env)) {
                throw ProtocolException.state(
                        "env %s of the recording in %s has a client; join with another one", env, folder());
            }
        }
        for (int env : envs) {
            taken.add(env);
        }
        users++;
        return this;
    }

    /** Runs that daemons before have left, which are to be recovered when this one is closed. */
    synchronized void addUnclosed(List<Integer> left) {
        unclosed.addAll(left);
    }

    /** The recorder of this moment. */
    EpisodeRecorder recorder() {
        return recorder;
    }

    EnvRecorder env(int env) {
        return recorder.env(env);
    }

    /** What was handed over by now, by all clients; what earlier runs have is durable, since they were closed. */
    DurableMark mark() {
        return recorder.mark();
    }

    /** Throws when the recording has failed; waits while another client's thread turns to the next run. */
    synchronized void requireHealthy() {
        requireTurning();
        recorder.requireHealthy();
    }

    /**
     * Begins an episode of an env, in the next run if it has had the one of this run. No other client turns to the next
     * run meanwhile.
     *
     * @param own envs of the same ring, none of which can end while its thread waits here
     */
    synchronized void begin(int env, int[] own, Consumer<EnvRecorder> beginning) {
        while (!request.isContinuous() && env(env).isFrozen()) {
            requireTurning();
            requireEnded(env, own);
            if (isAnyRecording()) {
                awaitOthers();
            } else {
                turnToNextRun();
            }
        }
        beginning.accept(env(env));
    }

    private void requireTurning() {
        if (failure != null) {
            throw failure;
        }
    }

    private void requireEnded(int env, int[] own) {
        for (int other : own) {
            if (env(other).isRecording()) {
                throw ProtocolException.state(
                        "env %s has ended its episode of run %s, and env %s has not; begin all envs together, or"
                                + " open a recording whose episodes are continuous",
                        env, spec.run(), other);
            }
        }
    }

    /** One that has no client any more could not be ended: the recording has failed. */
    private boolean isAnyRecording() {
        return taken.stream().anyMatch(env -> env(env).isRecording());
    }

    /** Others end their episodes, or leave. */
    private void awaitOthers() {
        try {
            wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RoboReelException(Kind.INTERRUPTED, "interrupted while other envs were in their episodes", e);
        }
    }

    private void turnToNextRun() {
        try {
            recorder.close();
            spec = spec.toBuilder().run(spec.run() + 1).build();
            recorder = open(spec);
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    /** After an end: an env that waits to begin may go on. */
    synchronized void ended() {
        notifyAll();
    }

    /**
     * Takes a client's envs back and aborts what is open of them; the last client to leave closes the recording, and
     * recovers the runs of daemons that died.
     */
    synchronized Closing leave(int[] envs, String reason) {
        List<String> problems = new ArrayList<>();
        for (int env : envs) {
            abort(env, EpisodeOutcome.aborted(reason), problems);
            taken.remove(env);
        }
        notifyAll();
        if (--users > 0) {
            return new Closing(List.copyOf(runs), List.of(), problems);
        }
        if (failure != null) {
            problems.add(Sentence.reasonOf(failure));
        }
        closeRecorder(problems);
        closing = new Closing(List.copyOf(runs), recover(problems), List.copyOf(problems));
        return closing;
    }

    private void abort(int env, EpisodeOutcome outcome, List<String> problems) {
        try {
            if (env(env).isRecording()) {
                env(env).end(outcome);
            }
        } catch (RuntimeException e) {
            problems.add(Sentence.reasonOf(e));
        }
    }

    private void closeRecorder(List<String> problems) {
        try {
            recorder.close();
            if (request.isContinuous()) {
                addContinuousRuns();
            }
        } catch (RuntimeException | IOException | Error e) {
            problems.add(Sentence.reasonOf(e));
        }
    }

    /** The recorder turns to further runs by itself. */
    private void addContinuousRuns() throws IOException {
        for (Path runFile : RunPaths.in(spec.envFolder())) {
            RunFolder.runOf(runFile.getFileName().toString()).stream()
                    .filter(run -> run >= spec.run())
                    .forEach(runs::add);
        }
    }

    private List<Integer> recover(List<String> problems) {
        if (unclosed.isEmpty()) {
            return List.of();
        }
        List<Path> runFiles = unclosed.stream()
                .map(run -> spec.envFolder().resolve(RunFolder.runFile(run)))
                .toList();
        try {
            FolderRecoveryReport report = FolderRecovery.recoverRuns(
                    runFiles, MetricSets.onClassPath(config), RecoveryPlace.BESIDE, RecoveryProgress.NONE);
            report.runs().forEach(found -> problems.addAll(found.findings()));
            problems.addAll(report.losses());
            return List.copyOf(unclosed);
        } catch (IOException | RuntimeException | Error e) {
            problems.add(Sentence.reasonOf(e));
            return List.of();
        }
    }

    /** Whether all clients have left and it was closed. */
    boolean isClosed() {
        return closing != null;
    }
}
