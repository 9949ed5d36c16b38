package io.github.roboreel.bridge;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
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

/**
 * One recording that clients share: its recorder, run after run, and who records which envs. Where episodes are not
 * continuous, an env that begins again turns all of them to the next run. A ring's thread calls what is about its envs.
 */
final class BridgedRecording {
    private final OpenRequest request;
    private final RecorderConfig config;
    private final RingFields fields;
    private final Set<Integer> taken = new HashSet<>();
    private final Set<Integer> runs = new TreeSet<>();
    private volatile RunSpec spec;
    private volatile EpisodeRecorder recorder;
    private int users;
    private Closing closing;

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

    private BridgedRecording(OpenRequest request, RecorderConfig config, RunSpec spec) {
        this.request = request;
        this.config = config;
        this.spec = spec;
        fields = request.fields();
        recorder = open(spec);
    }

    /** Opens the run that is asked for, or the next free one. */
    static BridgedRecording open(OpenRequest request, RecorderConfig config) throws IOException {
        int run = request.run().isPresent() ? request.run().getAsInt() : request.nextRun();
        return new BridgedRecording(request, config, request.spec(run));
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

    RingFields fields() {
        return fields;
    }

    RunSpec spec() {
        return spec;
    }

    Path folder() {
        return spec.folder();
    }

    int numEnvs() {
        return spec.numEnvs();
    }

    boolean isContinuous() {
        return request.isContinuous();
    }

    /** Gives envs to a client, all or none. */
    synchronized void take(int[] envs) {
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

    /**
     * The env that is to begin an episode, in the next run if it has had the one of this run.
     *
     * @param own envs of the same ring, none of which can end while its thread waits here
     */
    synchronized EnvRecorder toBegin(int env, int[] own) {
        if (request.isContinuous()) {
            return env(env);
        }
        while (env(env).isFrozen()) {
            for (int other : own) {
                if (env(other).isRecording()) {
                    throw ProtocolException.state(
                            "env %s has ended its episode of run %s, and env %s has not; begin all envs together, or"
                                    + " open a recording whose episodes are continuous",
                            env, spec.run(), other);
                }
            }
            if (recorder.envs().stream().anyMatch(EnvRecorder::isRecording)) {
                awaitOthers();
            } else {
                turnToNextRun();
            }
        }
        return env(env);
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
        recorder.close();
        spec = spec.toBuilder().run(spec.run() + 1).build();
        recorder = open(spec);
    }

    /** After an end: an env that waits to begin may go on. */
    synchronized void ended() {
        notifyAll();
    }

    /**
     * Takes a client's envs back and aborts what is open of them; the last client to leave closes the recording, and
     * recovers the runs of daemons that died.
     *
     * @param unclosed runs that earlier daemons of this client left
     */
    synchronized Closing leave(
            int[] envs, String reason, Map<Integer, EpisodeOutcome> openEnds, List<Integer> unclosed) {
        List<String> problems = new ArrayList<>();
        for (int env : envs) {
            abort(env, openEnds.getOrDefault(env, EpisodeOutcome.aborted(reason)), problems);
            taken.remove(env);
        }
        notifyAll();
        if (--users > 0) {
            return new Closing(List.copyOf(runs), List.of(), problems);
        }
        closeRecorder(problems);
        List<Integer> recovered = recover(unclosed, problems);
        closing = new Closing(List.copyOf(runs), recovered, List.copyOf(problems));
        return closing;
    }

    private void abort(int env, EpisodeOutcome outcome, List<String> problems) {
        try {
            if (env(env).isRecording()) {
                env(env).end(outcome);
            }
        } catch (RuntimeException e) {
            problems.add(ErrorKind.sentence(e));
        }
    }

    private void closeRecorder(List<String> problems) {
        try {
            recorder.close();
            if (request.isContinuous()) {
                addContinuousRuns();
            }
        } catch (RuntimeException | IOException e) {
            problems.add(ErrorKind.sentence(e));
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

    private List<Integer> recover(List<Integer> unclosed, List<String> problems) {
        if (unclosed.isEmpty()) {
            return unclosed;
        }
        List<Path> runFiles = unclosed.stream()
                .map(run -> spec.envFolder().resolve(RunFolder.runFile(run)))
                .toList();
        try {
            FolderRecoveryReport report = FolderRecovery.recoverRuns(
                    runFiles, MetricSets.onClassPath(config), RecoveryPlace.BESIDE, RecoveryProgress.NONE);
            report.runs().forEach(found -> problems.addAll(found.findings()));
            problems.addAll(report.losses());
            return unclosed;
        } catch (IOException | RuntimeException e) {
            problems.add(ErrorKind.sentence(e));
            return List.of();
        }
    }

    /** Whether all clients have left and it was closed. */
    synchronized boolean isClosed() {
        return closing != null;
    }
}
