package io.github.roboreel.recorder.hdf5.file;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import io.github.roboreel.recorder.hdf5.lib.ChunkPlace;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.hdf5.lib.StoredChunks;
import io.github.roboreel.recorder.hdf5.staging.DemoEnd;
import io.github.roboreel.recorder.hdf5.staging.RunAttributes;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A run's HDF5 file while it is written, in single-writer/multiple-reader mode. For one thread at a time. */
public final class RunFile implements AutoCloseable {
    /** Filter mask of a chunk that passed neither shuffle nor deflate. */
    public static final int ALL_FILTERS_SKIPPED = 0b11;

    /** Metadata of one dataset, in the file and in the library, as measured with 100,000. */
    private static final long DATASET_BYTES = 3000;

    /** Each flush visits the open ones, which costs more than opening when a run has tens of thousands. */
    private static final int MAX_OPEN = 512;

    /** For datasets that are all open, whose metadata is written at a flush only. */
    private static final long CACHE_BYTES = 2 << 20;

    /** For more of them: what envs in lockstep do not come back to soon is looked at in vain by each flush. */
    private static final long MIN_CACHE_BYTES = 256 << 10;

    /** One block of the index of a camera's chunks and what leads to it. */
    private static final long CAMERA_CACHE_BYTES = 32 << 10;

    private static final long HANDLE_BYTES = 15_000;

    private final FieldSchema schema;
    private final H5File file;
    private final AttributeTypes types;
    private final OpenDatasets datasets;

    private RunFile(FieldSchema schema, H5File file, AttributeTypes types) {
        this.schema = schema;
        this.file = file;
        this.types = types;
        this.datasets = new OpenDatasets(file.root(), schema, MAX_OPEN);
    }

    /**
     * Creates the file under a name of its own and renames it when it is complete: a run file that exists can always be
     * recovered.
     */
    public static RunFile create(
            RunSpec run, FieldSchema schema, RunAttributes attributes, ChunkFormat format, StopRequest stopRequest)
            throws IOException {
        Path creating = creatingPath(run);
        RunFile file = build(creating, run, schema, attributes, format, stopRequest);
        try {
            Files.move(creating, path(run));
            return file;
        } catch (IOException | RuntimeException e) {
            Undo.after(e, file.file::close, () -> Files.deleteIfExists(creating));
            throw e;
        }
    }

    private static RunFile build(
            Path path,
            RunSpec run,
            FieldSchema schema,
            RunAttributes attributes,
            ChunkFormat format,
            StopRequest stopRequest)
            throws IOException {
        H5File file = H5File.create(path, cacheBytes(run, schema));
        try {
            AttributeTypes types = new AttributeTypes();
            new RunFileBuilder(file, types, format, stopRequest).build(run, schema, attributes, run.numDemos());
            file.startSwmrWrite();
            file.flush();
            return new RunFile(schema, file, types);
        } catch (IOException | RuntimeException e) {
            Undo.after(e, file::close, () -> Files.deleteIfExists(path));
            throw e;
        }
    }

    private static long cacheBytes(RunSpec run, FieldSchema schema) {
        long cameras = (long) run.numEnvs()
                * schema.storedSpecs().stream().filter(FieldSpec::image).count();
        boolean areAllOpen = (long) run.numDemos() * schema.storedSpecs().size() <= MAX_OPEN;
        return (areAllOpen ? CACHE_BYTES : MIN_CACHE_BYTES) + cameras * CAMERA_CACHE_BYTES;
    }

    /**
     * Creates a file that takes up what an earlier one held, without room to spare.
     *
     * @param numDemos places for demos, from the first on
     */
    public static RunFile rebuild(
            Path path, RunSpec run, FieldSchema schema, RunAttributes attributes, ChunkFormat format, int numDemos)
            throws IOException {
        H5File file = H5File.createTight(path);
        try {
            AttributeTypes types = new AttributeTypes();
            new RunFileBuilder(file, types, format, new StopRequest()).build(run, schema, attributes, numDemos);
            return new RunFile(schema, file, types);
        } catch (IOException | RuntimeException e) {
            Undo.after(e, file::close, () -> Files.deleteIfExists(path));
            throw e;
        }
    }

    /** Opens a file that was closed for reading. */
    public static RunFile openToRead(Path path, FieldSchema schema) throws IOException {
        return new RunFile(schema, H5File.openClosed(path), new AttributeTypes());
    }

    /** Opens a file for reading as its recorder left it. */
    public static RunFile openAsLeft(Path path, FieldSchema schema) throws IOException {
        Hdf5.load();
        RunFileProbe probe = RunFileProbe.of(path);
        boolean isUnfinished = probe.isMarked() || probe.truncated();
        return new RunFile(schema, H5File.openAsLeft(path, isUnfinished), new AttributeTypes());
    }

    /** Opens a file that was closed, or whose superblock was repaired, to be completed. */
    public static RunFile openToRepair(Path path, FieldSchema schema) throws IOException {
        Hdf5.load();
        return new RunFile(schema, H5File.openToRepair(path), new AttributeTypes());
    }

    /**
     * Refuses an open file of a newer version. Where no version can be read there is none: reading the rest reports the
     * damage.
     */
    public static void requireKnownVersion(Path path, H5File file) throws NewerFormatException {
        Object version;
        try (H5Group data = file.root().group(DemoPaths.DATA)) {
            version = data.attribute(AttributeNames.FORMAT_VERSION).orElse("");
        } catch (IOException e) {
            return;
        }
        NewerFormatException.requireKnown(path, version, RunSpec.FORMAT_VERSION);
    }

    /** As above for a file as its recorder left it, closed or not; nothing in it is changed. */
    public static void requireKnownVersion(Path path) throws IOException {
        H5File file;
        try {
            file = H5File.openAsLeft(path, RunFileProbe.of(path).markedSwmr());
        } catch (IOException e) {
            return;
        }
        try (file) {
            requireKnownVersion(path, file);
        }
    }

    /** Where the finished file stands. */
    public static Path path(RunSpec run) {
        return run.envFolder().resolve(RunFolder.runFile(run.run()));
    }

    private static Path creatingPath(RunSpec run) {
        return new RunPaths(path(run)).creating();
    }

    /** Where the run's staging file stands. */
    public static Path stagingPath(RunSpec run) {
        return run.envFolder().resolve(RunFolder.stagingFile(run.run()));
    }

    /** Refuses a run of which anything is there already. */
    public static void requireAbsent(RunSpec run) {
        Path copy = new RunPaths(path(run)).compacting();
        for (Path file : new Path[] {path(run), creatingPath(run), stagingPath(run), copy}) {
            if (Files.exists(file)) {
                throw new RoboReelException(
                        Kind.CONFLICT,
                        file + " already exists and is never overwritten; choose another output folder or run index");
            }
        }
    }

    /** About what the library and the page cache hold of a run file, as measured. */
    public static long memoryBytes(FieldSchema schema, int numDemos) {
        long numDatasets = (long) numDemos * schema.storedSpecs().size();
        return numDatasets * DATASET_BYTES + Math.min(numDatasets, MAX_OPEN) * HANDLE_BYTES;
    }

    /** Where the demo of an env stands in the file. */
    public static String demoPath(int env) {
        return DemoPaths.inData(demoName(env));
    }

    /** Name of an env's demo. */
    public static String demoName(int env) {
        return new EpisodeId(0, env, env + 1).demoName();
    }

    /** How many datasets each demo has. */
    public int datasetsPerDemo() {
        return schema.storedSpecs().size();
    }

    private H5Dataset dataset(int env, FieldSpec field) throws IOException {
        return datasets.get(env, field);
    }

    /** Sets the number of rows of a field. */
    public void setRows(int env, Field field, long rows) throws IOException {
        setRows(dataset(env, field.spec()), field.spec(), rows);
    }

    private static void setRows(H5Dataset dataset, FieldSpec field, long rows) throws IOException {
        long[] dims = new long[field.storedShape().size() + 1];
        dims[0] = rows;
        for (int i = 1; i < dims.length; i++) {
            dims[i] = field.storedShape().get(i - 1);
        }
        dataset.setExtent(dims);
    }

    /**
     * Stores a ready-made chunk whose first row is {@code row}; the rows must exist.
     *
     * @return where its bytes stand in the file
     */
    public long writeChunk(int env, Field field, long row, int skipped, ByteBuffer bytes, int start, int size)
            throws IOException {
        return write(dataset(env, field.spec()), offset(field, row), skipped, bytes, start, size);
    }

    /** Stores a finished chunk of a frame, likewise. */
    public long writeFrameChunk(int env, FrameChunk chunk, long row, ByteBuffer bytes, int start, int size)
            throws IOException {
        return write(dataset(env, chunk.image().spec()), offset(chunk, row), 0, bytes, start, size);
    }

    /**
     * A new chunk stands at the end of the file as it was before, with nothing else behind it; see
     * {@link H5File#create}. Anything else is rare, and asking the library takes time with the number of chunks.
     */
    private long write(H5Dataset dataset, long[] offset, int skipped, ByteBuffer bytes, int start, int size)
            throws IOException {
        long before = file.endOfAllocation();
        dataset.writeChunk(offset, skipped, bytes, start, size);
        if (file.endOfAllocation() - before == size) {
            return before;
        }
        return dataset.chunkPlace(offset).map(ChunkPlace::address).orElse(before);
    }

    private static long[] offset(Field field, long row) {
        long[] offset = new long[field.spec().storedShape().size() + 1];
        offset[0] = row;
        return offset;
    }

    private static long[] offset(FrameChunk chunk, long row) {
        return new long[] {row, 0, 0, chunk.plane()};
    }

    /** Stores the only row of an INITIAL or FINAL field. */
    public void writeSingle(int env, Field field, ByteBuffer bytes, int start) throws IOException {
        H5Dataset dataset = dataset(env, field.spec());
        setRows(dataset, field.spec(), 1);
        dataset.writeChunk(offset(field, 0), 0, bytes, start, field.spec().rowBytes());
    }

    /** Releases what is open of a demo that will hardly change any more. */
    public void release(int env) throws IOException {
        datasets.close(env);
    }

    /** Empties every dataset of the demo. */
    public void clear(int env) throws IOException {
        for (FieldSpec field : schema.storedSpecs()) {
            setRows(dataset(env, field), field, 0);
        }
    }

    /** The chunk of a field that a row is in, as it is stored; null when there is none. */
    public StoredChunks.Chunk storedChunk(int env, Field field, long row, StoredChunks chunks) throws IOException {
        return chunks.read(dataset(env, field.spec()), offset(field, row));
    }

    /** The chunk of a frame, likewise. */
    public StoredChunks.Chunk storedChunk(int env, FrameChunk chunk, long row, StoredChunks chunks) throws IOException {
        return chunks.read(dataset(env, chunk.image().spec()), offset(chunk, row));
    }

    /** Number of rows of a field. */
    public long rows(int env, Field field) throws IOException {
        return dataset(env, field.spec()).rows();
    }

    /** Where the chunk with this row lies; empty when there is none. */
    public Optional<ChunkPlace> chunkPlace(int env, Field field, long row) throws IOException {
        return dataset(env, field.spec()).chunkPlace(offset(field, row));
    }

    /** Where that chunk of a frame lies, likewise. */
    public Optional<ChunkPlace> chunkPlace(int env, FrameChunk chunk, long row) throws IOException {
        return dataset(env, chunk.image().spec()).chunkPlace(offset(chunk, row));
    }

    /** Whether the file has this demo. */
    public boolean hasDemo(int env) throws IOException {
        return file.root().hasGroup(demoPath(env));
    }

    /** All attributes of the demo. */
    public Map<String, Object> attributes(int env) throws IOException {
        try (H5Group demo = file.root().group(demoPath(env))) {
            return demo.attributes();
        }
    }

    /** Notes the simulator's env of a continuous episode. */
    public void putSimEnv(int env, int simEnv) throws IOException {
        try (H5Group demo = file.root().group(demoPath(env))) {
            types.rewriteInt64(demo, AttributeNames.SIM_ENV_ID, simEnv);
        }
    }

    /** Notes the seed of an episode that has one of its own. */
    public void putSeed(int env, long seed) throws IOException {
        try (H5Group demo = file.root().group(demoPath(env))) {
            types.rewriteInt64(demo, AttributeNames.SEED, seed);
        }
    }

    /** Notes the instruction and policy of one that has its own; not while live readers may have the file open. */
    public void putTexts(int env, EpisodeInfo info) throws IOException {
        putTexts(file, types, env, info);
    }

    /** Notes them in a file that was closed, by demo; it is being written meanwhile. */
    public static void putTexts(Path path, Map<Integer, EpisodeInfo> infos) throws IOException {
        try (H5File file = H5File.openToCorrect(path);
                AttributeTypes types = new AttributeTypes()) {
            for (Map.Entry<Integer, EpisodeInfo> info : infos.entrySet()) {
                putTexts(file, types, info.getKey(), info.getValue());
            }
        }
    }

    private static void putTexts(H5File file, AttributeTypes types, int env, EpisodeInfo info) throws IOException {
        try (H5Group demo = file.root().group(demoPath(env))) {
            types.rewriteText(demo, AttributeNames.INSTRUCTION, info.instruction());
            types.rewriteText(demo, AttributeNames.POLICY, info.policy());
        }
    }

    /**
     * Notes how far a demo is, in an order in which a live reader never sees a verdict for fewer samples.
     *
     * @param end null while its episode continues
     */
    public void putProgress(int env, long numSamples, DemoEnd end) throws IOException {
        try (H5Group demo = file.root().group(demoPath(env))) {
            types.rewriteInt64(demo, AttributeNames.NUM_SAMPLES, numSamples);
            if (end != null) {
                types.rewriteVerdict(demo, end);
            }
        }
    }

    public void putTotal(long total) throws IOException {
        try (H5Group data = file.root().group(DemoPaths.DATA)) {
            types.rewriteInt64(data, AttributeNames.TOTAL, total);
        }
    }

    /** Removes the demos of a range of numbers, in which nothing was stored, the last one first. */
    public void removeDemos(int from, int to) throws IOException {
        try (H5Group data = file.root().group(DemoPaths.DATA)) {
            for (int demo = to - 1; demo >= from; demo--) {
                data.remove(demoName(demo));
            }
        }
    }

    /** Makes everything written so far visible to live readers and safe from process death. */
    public void flush() throws IOException {
        file.flush();
    }

    @Override
    public void close() throws IOException {
        try {
            datasets.close();
            types.close();
        } finally {
            file.close();
        }
    }
}
