package io.github.roboreel.recorder.hdf5.crash;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.hdf5.staging.StagedRun;
import io.github.roboreel.recorder.hdf5.staging.StagingLayout;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A recording in a JVM of its own that writes what it stored into mapped memory, and what it was promised, into a
 * journal after each call, so that strace sees both among the other writes.
 */
final class LoggedRecording {
    static final String STAGING = "run_0.staging";
    static final String RUN_FILE = "run_0.hdf5";
    static final byte STORE = 'S';

    /** Steps between the events of an episode. */
    static final int EVENT_STEPS = 9;

    private final CrashMode mode;
    private final SinkHarness run;
    private final FileChannel journal;
    private final int[] steps;
    private final long[] durable;
    private final long[] forced;
    private long journalEnd;
    private FileChannel staging;
    private long areasStart;
    private byte[] areas = {};

    private LoggedRecording(CrashMode mode, Path output, FileChannel journal) {
        this.mode = mode;
        this.journal = journal;
        run = mode.harness(output);
        steps = new int[mode.numDemos()];
        durable = new long[steps.length];
        forced = new long[steps.length];
    }

    static Path runFolder(Path output) {
        return output.resolve("TestTask");
    }

    static Path journal(Path output) {
        return output.resolve("journal");
    }

    /** Arguments: output folder, mode. */
    public static void main(String[] args) throws Exception {
        Path output = Path.of(args[0]);
        try (FileChannel journal =
                FileChannel.open(journal(output), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            new LoggedRecording(CrashMode.valueOf(args[1]), output, journal).record();
        }
    }

    static EpisodeEvent event(int demo, long number) {
        return EpisodeEvent.of("touched", (int) number * EVENT_STEPS + 1, "demo " + demo, number % 4 / 4.0);
    }

    /** How the episode of a demo ends. */
    static EpisodeOutcome outcome(int demo) {
        EpisodeOutcome outcome = switch (demo % 4) {
            case 1 -> EpisodeOutcome.success("done");
            case 2 -> EpisodeOutcome.discarded("bad start");
            case 3 -> EpisodeOutcome.failure("fell");
            default -> EpisodeOutcome.truncated("too long");
        };
        return outcome.withMetadata(Map.of("own", demo));
    }

    private void record() throws Exception {
        run.open();
        openAreas();
        if (mode.isContinuous()) {
            recordContinuous();
        } else {
            recordEachEnv();
        }
        for (int demo = 0; demo < steps.length; demo++) {
            promise("ending", demo, "aborted");
        }
        run.close();
        promise("closed");
        if (run.context.failure().get() != null) {
            throw new IllegalStateException(run.context.failure().get());
        }
    }

    private void openAreas() throws IOException {
        try (StagedRun staged = StagedRun.open(
                        run.staging(), run.staging().getParent().getParent())
                .orElseThrow()) {
            StagingLayout layout = staged.layout();
            areasStart = layout.area(0);
            areas = new byte[Math.toIntExact(layout.ledger() - areasStart)];
        }
        staging = FileChannel.open(run.staging(), StandardOpenOption.READ);
    }

    /** Env 0 is aborted by the close, env 1 succeeds, env 2, if any, is discarded. */
    private void recordEachEnv() throws Exception {
        for (int env = 0; env < mode.numEnvs(); env++) {
            begin(env, env);
        }
        for (int step = 0; step < mode.steps(); step++) {
            step(0);
            if (step < mode.steps() * 2 / 3) {
                step(1);
            } else if (step == mode.steps() * 2 / 3) {
                end(1);
            }
            if (mode.numEnvs() > 2 && step < mode.steps() / 2) {
                step(2);
            } else if (mode.numEnvs() > 2 && step == mode.steps() / 2) {
                end(2);
            }
        }
    }

    private void recordContinuous() throws Exception {
        Random random = new Random(7);
        int[] demoOf = new int[mode.numEnvs()];
        int[] lastStep = new int[demoOf.length];
        Arrays.fill(demoOf, -1);
        for (int begun = 0; begun < mode.numDemos(); ) {
            for (int env = 0; env < demoOf.length; env++) {
                if (demoOf[env] >= 0 && steps[demoOf[env]] == lastStep[env]) {
                    end(demoOf[env]);
                    demoOf[env] = -1;
                } else if (demoOf[env] >= 0) {
                    step(demoOf[env]);
                } else if (begun < mode.numDemos()) {
                    demoOf[env] = begun++;
                    lastStep[env] = begun % 10 == 3 ? 9 * mode.steps() : random.nextInt(mode.steps());
                    begin(demoOf[env], env);
                }
            }
        }
    }

    private void begin(int demo, int simEnv) throws IOException {
        promise("beginning", demo, simEnv);
        if (mode.isContinuous()) {
            run.begin(demo, simEnv);
        } else {
            run.begin(demo);
        }
        promise("begun", demo);
    }

    private void step(int demo) throws IOException {
        if (steps[demo] % EVENT_STEPS == 0) {
            int number = steps[demo] / EVENT_STEPS;
            promise("happening", demo, number + 1);
            run.sink.onEvent(demo, event(demo, number));
            promise("happened", demo, number + 1);
        }
        promise("stepping", demo, steps[demo] + 1);
        run.steps(demo, 1);
        steps[demo]++;
        noteStores();
        promise("stored", demo, steps[demo]);
        notePromises();
    }

    private void end(int demo) throws IOException {
        EpisodeOutcome outcome = outcome(demo);
        promise("ending", demo, outcome.status().label());
        run.end(demo, outcome).whenComplete((report, failure) -> promise("ended", demo));
        notePromises();
    }

    private void notePromises() {
        for (int demo = 0; demo < steps.length; demo++) {
            long steady = run.sink.forcedSteps(demo);
            if (steady != forced[demo]) {
                forced[demo] = steady;
                promise("forced", demo, steady);
            }
            long survives = steps[demo] == 0 ? 0 : run.sink.durableSteps(demo);
            if (survives != durable[demo]) {
                durable[demo] = survives;
                promise("durable", demo, survives);
            }
        }
    }

    private void promise(Object... words) {
        StringBuilder line = new StringBuilder();
        for (Object word : words) {
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        write(line.toString().getBytes(StandardCharsets.US_ASCII));
    }

    /** What differs in the mapped areas since the last call. */
    private void noteStores() throws IOException {
        ByteBuffer now = ByteBuffer.allocate(areas.length);
        while (now.hasRemaining() && staging.read(now, areasStart + now.position()) >= 0) {
            // Until all is read.
        }
        byte[] bytes = now.array();
        ByteArrayOutputStream changes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(changes);
        out.writeByte(STORE);
        for (int at = Arrays.mismatch(areas, bytes); at >= 0; ) {
            int end = at;
            while (end < bytes.length && areas[end] != bytes[end]) {
                end++;
            }
            out.writeLong(areasStart + at);
            out.writeInt(end - at);
            out.write(bytes, at, end - at);
            int next = Arrays.mismatch(areas, end, areas.length, bytes, end, bytes.length);
            at = next < 0 ? -1 : end + next;
        }
        areas = bytes;
        if (changes.size() > 1) {
            write(changes.toByteArray());
        }
    }

    private synchronized void write(byte[] entry) {
        ByteBuffer bytes = ByteBuffer.allocate(Integer.BYTES + entry.length);
        bytes.putInt(entry.length).put(entry).flip();
        try {
            journalEnd += journal.write(bytes, journalEnd);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Entries of a journal that are whole. */
    static List<byte[]> entries(byte[] journal) {
        List<byte[]> entries = new ArrayList<>();
        ByteBuffer left = ByteBuffer.wrap(journal);
        while (left.remaining() > Integer.BYTES && left.getInt(left.position()) <= left.remaining() - Integer.BYTES) {
            byte[] entry = new byte[left.getInt()];
            left.get(entry);
            entries.add(entry);
        }
        return entries;
    }
}
