package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.recover.DemoRecovery;
import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.FrameChunk;
import io.github.roboreel.recorder.hdf5.write.RunFile;
import io.github.roboreel.recorder.schema.Field;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Completes one demo of a run file from staging: replays rows, cuts every dataset to the same length, and settles how
 * the episode ended. Doing it again changes nothing.
 *
 * <p>Of the file, rows below {@code num_samples} are relied on, and later ones only in chunks that are finished: an
 * extent can reach the disk before the chunk below it. What the file no longer shows as finished is in staging, since a
 * bank and the frame log are used again only after the flush that made their chunks reachable.
 */
final class DemoReplay {
    private static final int NONE = -1;

    private final RunFile file;
    private final LegacyRun run;
    private final List<FrameChunk> frameChunks;
    private final List<TrackReplay> tracks;
    private final int env;
    private final LegacyEnv staged;
    private final long inFile;
    private final DemoEnd stored;
    private final long storedSimEnv;
    private boolean changed;
    private String finding;

    DemoReplay(RunFile file, LegacyRun run, List<TrackReplay> tracks, int env) throws IOException {
        this.file = file;
        this.run = run;
        this.tracks = tracks;
        this.env = env;
        frameChunks = run.frameChunks().all();
        staged = run.env(env);
        Map<String, Object> attributes = file.attributes(env);
        inFile = attributes.get(AttributeNames.NUM_SAMPLES) instanceof Long n ? n : 0;
        stored = storedEnd(attributes);
        storedSimEnv = attributes.get(AttributeNames.SIM_ENV_ID) instanceof Long n ? n : NONE;
    }

    private DemoEnd storedEnd(Map<String, Object> attributes) {
        String label = String.valueOf(attributes.get(AttributeNames.STATUS));
        String json = String.valueOf(attributes.get(AttributeNames.EPISODE_METADATA));
        byte[] metadata = json.getBytes(StandardCharsets.UTF_8);
        return DemoEnd.status(label)
                .filter(status -> status != EpisodeStatus.RECORDING)
                .map(status -> new DemoEnd(status, inFile, 0, metadata))
                .orElse(new DemoEnd(EpisodeStatus.RECORDING, -1, 0, metadata));
    }

    /** Whether anything in the file had to be changed. */
    boolean hasChanged() {
        return changed;
    }

    /** Whether an episode has taken the demo's place. */
    boolean hasBegun() throws IOException {
        return storedSimEnv != NONE || inFile > 0 || staged.hasBegun() || initialRowsInFile();
    }

    /** What is lost of the demo when nobody can say how many steps that are. */
    Optional<String> finding() {
        return Optional.ofNullable(finding);
    }

    DemoRecovery run() throws IOException {
        putSimEnv();
        // The file's verdict and its number of samples can be of different flushes.
        DemoEnd known =
                staged.hasEnded() || !hasEnded(stored) ? staged.episode().orElse(stored) : stored;
        if (known.discarded()) {
            return discard(known);
        }
        long steps = completeSteps();
        DemoEnd end = settled(known, steps);
        writeSteps(steps);
        boolean initialLost = end.status() != EpisodeStatus.DISCARDED && !hasInitialState();
        writeFinalRow(end.equals(known));
        publish(steps, end);
        return report(end, known, steps, initialLost);
    }

    private static boolean hasEnded(DemoEnd end) {
        return end.status() != EpisodeStatus.RECORDING;
    }

    /** The recorder may have died between the verdict's flush and that of the empty datasets. */
    private DemoRecovery discard(DemoEnd end) throws IOException {
        if (!hasEnded(stored) || inFile > 0 || !file.isEmpty(env)) {
            file.putProgress(env, 0, null);
            file.flush();
            file.clear(env);
            file.putProgress(env, 0, end);
            changed = true;
        }
        return new DemoRecovery(name(), end.status(), 0, 0, 0, 0, false, List.of(), 0);
    }

    private String name() {
        return RunFile.demoName(env);
    }

    /** An episode that was cut loses its verdict: it was given for steps that are not all there. */
    private DemoEnd settled(DemoEnd known, long steps) throws IOException {
        if (hasEnded(known)) {
            return steps == known.numSamples() ? known : known.recovered(steps);
        }
        if (steps == 0 && !hasBegun()) {
            return DemoEnd.neverBegun();
        }
        if (run.isWithoutArea(env)) {
            finding = name() + " had begun, and no area of the staging file is known to be its; what was staged of it"
                    + " is lost";
        }
        return known.recovered(steps);
    }

    private void putSimEnv() throws IOException {
        OptionalInt simEnv = staged.simEnv();
        if (simEnv.isPresent() && simEnv.getAsInt() != storedSimEnv) {
            file.putSimEnv(env, simEnv.getAsInt());
            changed = true;
        } else if (run.run().isContinuous() && storedSimEnv == NONE && staged.hasBegun()) {
            finding = name() + ": nothing readable says which of the simulator's envs it comes from";
        }
    }

    private boolean initialRowsInFile() throws IOException {
        for (ColumnGroup.Column column : run.layout().initialRow().columns()) {
            if (file.rows(env, column.field()) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Steps from the first on of which every field is there. */
    private long completeSteps() throws IOException {
        long steps = inFile;
        while (hasTracks(steps) && hasFrames(steps)) {
            steps++;
        }
        return steps;
    }

    private boolean hasTracks(long step) throws IOException {
        for (TrackReplay track : tracks) {
            if (!track.has(env, staged, step)) {
                return false;
            }
        }
        return true;
    }

    private boolean hasFrames(long step) throws IOException {
        for (FrameChunk chunk : frameChunks) {
            if (run.frames().find(env, chunk, step).isEmpty() && !isInFile(chunk, step)) {
                return false;
            }
        }
        return true;
    }

    private boolean isInFile(FrameChunk chunk, long step) throws IOException {
        return step < file.rows(env, chunk.image()) && file.hasFrameChunk(env, chunk, step);
    }

    private void writeSteps(long steps) throws IOException {
        for (TrackReplay track : tracks) {
            changed |= track.write(env, staged, inFile, steps);
        }
        for (FrameChunk chunk : frameChunks) {
            writeFrames(chunk, steps);
        }
        file.flush();
    }

    private void writeFrames(FrameChunk chunk, long steps) throws IOException {
        Field field = chunk.image();
        if (file.rows(env, field) != steps) {
            file.setRows(env, field, steps);
            changed = true;
        }
        for (long step = inFile; step < steps; step++) {
            Optional<LegacyFrames.Packed> packed = run.frames().find(env, chunk, step);
            if (packed.isPresent()) {
                int at = packed.get().at();
                int size = packed.get().size();
                file.writeFrameChunk(env, chunk, step, run.frames().memory(), at, size);
                changed = true;
            }
        }
    }

    /** Puts the INITIAL row where it is missing, and says whether it is there then. */
    private boolean hasInitialState() throws IOException {
        boolean there = true;
        ColumnGroup row = run.layout().initialRow();
        for (ColumnGroup.Column column : row.columns()) {
            int at = row.value(column, 0);
            if (!hasSingle(column, at, staged.hasInitialRow())) {
                there &= writeSingle(column, at, staged.hasInitialRow());
            }
        }
        return there;
    }

    /** A single row has no checksum in the file, so it must be what a good staged one is. */
    private boolean hasSingle(ColumnGroup.Column column, int at, boolean good) throws IOException {
        Field field = column.field();
        if (file.rows(env, field) != 1 || !file.hasFinishedChunk(env, field, 0)) {
            return false;
        }
        byte[] stored = new byte[column.rowBytes()];
        byte[] expected = new byte[column.rowBytes()];
        file.readRows(env, field, 0, 1, stored);
        staged.area().get(at, expected);
        return !good || Arrays.equals(expected, stored);
    }

    /** An extent without a value behind it is taken back. */
    private boolean writeSingle(ColumnGroup.Column column, int at, boolean good) throws IOException {
        if (good) {
            file.writeSingle(env, column.field(), staged.area(), at);
            changed = true;
        } else if (file.rows(env, column.field()) > 0) {
            file.setRows(env, column.field(), 0);
            changed = true;
        }
        return good;
    }

    /** The observation after the last action belongs to an episode only when it is whole. */
    private void writeFinalRow(boolean whole) throws IOException {
        boolean good = whole && staged.hasFinalRow();
        ColumnGroup row = run.layout().finalRow();
        for (ColumnGroup.Column column : row.columns()) {
            int at = row.value(column, 0);
            if (!hasSingle(column, at, good)) {
                writeSingle(column, at, good);
            }
        }
    }

    private void publish(long steps, DemoEnd end) throws IOException {
        if (steps != inFile) {
            file.putProgress(env, steps, null);
            changed = true;
        }
        if (end.status() != stored.status() || !Arrays.equals(end.metadata(), stored.metadata())) {
            file.putProgress(env, steps, end);
            changed = true;
        }
        file.flush();
    }

    private DemoRecovery report(DemoEnd end, DemoEnd known, long steps, boolean initialLost) {
        long acknowledged = Long.MAX_VALUE;
        long seen = Math.max(steps, known.numSamples());
        for (LegacyRows rows : staged.groups()) {
            long rowsEnd = Math.max(steps, rows.evidenceEnd());
            acknowledged = Math.min(acknowledged, rowsEnd);
            seen = Math.max(seen, rowsEnd);
        }
        for (FrameChunk chunk : frameChunks) {
            long frameEnd = Math.max(steps, run.frames().end(env, chunk));
            acknowledged = Math.min(acknowledged, frameEnd);
            seen = Math.max(seen, frameEnd);
        }
        return new DemoRecovery(
                name(),
                end.status(),
                steps,
                steps - inFile,
                acknowledged - steps,
                seen - acknowledged,
                initialLost,
                List.of(),
                0);
    }
}
