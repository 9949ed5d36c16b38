package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.binding.Hdf5Binding;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/** Every comparison of {@code bench peers}. */
final class Comparisons {
    private static final String OURS = "roboreel";
    private static final String SPEED = "env_steps_per_s";
    private static final String PIECE_SPEED = "mb_per_s";
    private static final String AT_MOST =
            "without any compression 'roboreel none' is the most that staging, HDF5 and the"
                    + " benchmark's own producer leave of these processors";
    private static final String NO_WORK =
            "the limit writes bytes that are ready: no one made, checked, staged, compressed or indexed them";
    private static final String COPIES =
            "a frame is copied into the pool, into staging and into the file's pages, and summed"
                    + " twice, and the run is opened and closed; the limit copies it once";
    private static final double GIB_MB = 1073.741824;
    private static final int PACE_HZ = 100;
    private static final int CAMERA_ENVS = 2;
    private static final int CAMERAS = 2;
    /** Of each camera in the recordings. */
    private static final int DISTINCT_FRAMES = 8;
    /** Each takes a minute of the peer's. */
    private static final int MAX_CAMERA_ROUNDS = 3;

    private static final int ANY_ROUNDS = Integer.MAX_VALUE;
    private static final int PIECE_ENVS = 16;
    /** With the two timestamps, 8 bytes each, 640 bytes a row. */
    private static final int PIECE_FLOATS = 156;

    private static final long PIECE_ROW_BYTES = 640;

    private final boolean quick;
    private final int rounds;
    private final int envs;
    private final int steps;
    private final FrameSize images;
    private final int cameraSteps;

    /**
     * @param quick as small as everything still runs
     * @param rounds inside of comparisons that are measured once
     */
    Comparisons(boolean quick, int rounds) {
        this.quick = quick;
        this.rounds = rounds;
        envs = quick ? 2 : 16;
        steps = quick ? 30 : 10_000;
        images = quick ? new FrameSize(32, 24) : new FrameSize(1280, 720);
        cameraSteps = quick ? 4 : 150;
    }

    /** In the order of the table of targets. */
    List<PeerComparison> all() {
        return List.of(
                proprio(),
                staging(),
                chunks(),
                paced(),
                cameras(),
                cameras(ImageKind.TEXTURE),
                cameras(ImageKind.RENDERED),
                memory(),
                manyEnvs(),
                read(),
                end(),
                metrics(),
                bindings(
                        "bindings",
                        "record --rounds 2" + size(envs, steps),
                        SPEED,
                        "open_s",
                        "close_s",
                        "slowest_flush_ms"),
                bindingsRead(),
                video());
    }

    private static String size(int numEnvs, int numSteps) {
        return " --num-envs " + numEnvs + " --steps " + numSteps;
    }

    private static Target ratio(String what, String figure, Contender ours, Contender peer, double least) {
        return Target.least(what, peer.name(), ours.ratio(figure, peer), least, "x");
    }

    private static Target most(String what, Contender ours, String figure, double most, String unit) {
        return Target.most(what, ours.median(figure), most, unit);
    }

    /** Proprioception of 16 envs, as fast as it goes. */
    private PeerComparison proprio() {
        RecordSpec spec = RecordSpec.proprio(envs, steps);
        Contender ours = Contender.ours(OURS, spec);
        Contender peer = Contender.h5py("gzip", envs, steps);
        Contender sameSize = Contender.fileChannel(
                "file channel, same file size",
                () -> Math.max(1, Math.round(ours.last("file_mb") * 1e6)),
                spec.envSteps());
        String what = envs + " envs proprio, compressed";
        return new PeerComparison(
                        "proprio",
                        ANY_ROUNDS,
                        ours,
                        peer,
                        Contender.ours("roboreel balanced", spec.withCompression("balanced")),
                        Contender.ours("roboreel none", spec.withCompression("none")),
                        Contender.h5py("none", envs, steps),
                        sameSize,
                        Contender.fileChannel(
                                "file channel, raw rows",
                                () -> spec.fields().rowBytes() * spec.envSteps(),
                                spec.envSteps()),
                        Contender.mcap("none", envs, steps),
                        Contender.mcap("zstd", envs, steps))
                .asking(() -> ratio(what, SPEED, ours, peer, 8).profiling(spec))
                .asking(() -> ratio(what + " (wanted)", SPEED, ours, peer, 15)
                        .with(AT_MOST)
                        .profiling(spec))
                .asking(() -> Target.most("its file", peer.name(), ours.ratio("file_mb", peer), 1, "x"))
                .asking(() -> ratio(what + ", of the bytes written once", SPEED, ours, sameSize, 0.25)
                        .with(NO_WORK)
                        .profiling(spec));
    }

    /** Rows of 640 bytes to where they survive the death of the process. */
    private PeerComparison staging() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, PIECE_FLOATS));
        int rows = quick ? 20_000 : 2_000_000;
        long bytes = PIECE_ROW_BYTES * rows;
        Contender ring = Contender.piece(
                "ring to staging",
                bytes,
                folder -> StagingPiece.seconds(RecordSpec.run(folder, PIECE_ENVS), schema, rows));
        Contender pipeline = Contender.piece(
                "producer, ring, staging",
                bytes,
                folder -> pipelineSeconds(RecordSpec.run(folder, PIECE_ENVS), schema, rows));
        Contender aeron = Contender.aeron("aeron archive", rows);
        String what = "raw rows through the ring into staging";
        return new PeerComparison("staging", ANY_ROUNDS, ring, pipeline, aeron)
                .asking(() -> Target.least(what, "aeron archive, warm", pipeline.ratio(PIECE_SPEED, aeron), 0.5, "x"))
                .asking(() -> Target.least(what, "", pipeline.median(PIECE_SPEED), 1000, "MB/s"));
    }

    /** One vectorised producer; wall time until the last row is staged. */
    private static double pipelineSeconds(RunSpec run, FieldSchema schema, int rows) {
        Field field = schema.field("actions");
        float[] values = new float[PIECE_ENVS * PIECE_FLOATS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.sin(i);
        }
        try (EpisodeRecorder recorder =
                RecordSpec.begin(EpisodeRecorder.builder(run, schema).sink(new StagingPiece(run)))) {
            long start = System.nanoTime();
            for (int row = 0; row < rows; row += PIECE_ENVS) {
                BatchWriter batch = recorder.stepAll();
                batch.put(field, values);
                batch.publish();
            }
            while (recorder.ringBacklog() > 0) {
                Thread.onSpinWait();
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            RecordSpec.end(recorder);
            return seconds;
        }
    }

    /** Ready-made frames into the run file. */
    private PeerComparison chunks() {
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera_0", images.height(), images.width()));
        int chunks = quick ? 8 : 400;
        long bytes = (long) chunks * images.bytes();
        Contender ours = Contender.piece(
                "run file", bytes, folder -> ChunkPiece.runFileSeconds(RecordSpec.run(folder, 1), schema, chunks));
        Contender bare = Contender.piece(
                "H5Dwrite_chunk alone",
                bytes,
                folder -> ChunkPiece.bareSeconds(folder.resolve("bare.hdf5"), schema, chunks));
        return new PeerComparison("chunks", ANY_ROUNDS, ours, bare)
                .asking(() -> ratio("ready-made chunks into the run file", PIECE_SPEED, ours, bare, 0.8));
    }

    /**
     * How long each vector step holds the producer while it runs at a simulator's pace. The peer stalls at a flush
     * whatever the pace, so it is measured without one.
     */
    private PeerComparison paced() {
        List<String> figures = new ArrayList<>();
        for (String percentile : Figures.PERCENTILES) {
            figures.add("stall_us/" + percentile);
            figures.add("own_stall_us_" + percentile + "=stall_own_us/" + percentile);
        }
        figures.addAll(List.of("above_2ms=count_above_2ms", "gc_pause_ms", "allocated_bytes_per_step"));
        Contender ours = Contender.child(
                OURS,
                "record --rounds 1 --pace-hz " + PACE_HZ + size(envs, (quick ? 1 : 60) * PACE_HZ),
                figures.toArray(String[]::new));
        String what = "producer per vector step, " + PACE_HZ + " Hz x " + envs;
        return new PeerComparison("paced", 1, ours, Contender.h5py("gzip", envs, steps))
                .asking(() -> most(what + ", p99.9", ours, "stall_us_99.9", 100, "us"))
                .asking(() -> most(what + ", max", ours, "stall_us_100", 2000, "us"))
                .asking(() -> most("that max without waiting for a core", ours, "own_stall_us_100", 2000, "us"))
                .asking(() ->
                        most("producer allocation", ours, "allocated_bytes_per_step", 0, "bytes per vector step"));
    }

    /** Two cameras' frames of two envs, stored in the run file, also without compression. */
    private PeerComparison cameras() {
        RecordSpec spec = cameraSpec(ImageKind.GRADIENT);
        RecordSpec rawSpec = spec.withCompression("none");
        Contender ours = Contender.ours(OURS, spec);
        Contender peer = cameraPeer("gzip", ImageKind.GRADIENT);
        Contender raw = Contender.ours("roboreel none", rawSpec);
        Contender rawPeer = cameraPeer("none", ImageKind.GRADIENT);
        Contender limit = Contender.fileChannel(
                "file channel",
                () -> spec.fields().rowBytes() * spec.envSteps(),
                spec.envSteps(),
                DISTINCT_FRAMES * CAMERAS * images.bytes());
        String what = seen(ImageKind.GRADIENT) + ", uncompressed";
        return compressed(new PeerComparison("cameras", ANY_ROUNDS, ours, peer, raw, rawPeer, limit), spec, ours, peer)
                .asking(() -> ratio(what, SPEED, raw, rawPeer, 3).profiling(rawSpec))
                .asking(() -> ratio(what, SPEED, raw, limit, 0.7).with(COPIES).profiling(rawSpec));
    }

    /** The same, compressed, with cameras that see something else. */
    private PeerComparison cameras(ImageKind kind) {
        RecordSpec spec = cameraSpec(kind);
        Contender ours = Contender.ours(OURS, spec);
        Contender peer = cameraPeer("gzip", kind);
        return compressed(
                new PeerComparison("cameras-" + kind.label(), MAX_CAMERA_ROUNDS, ours, peer), spec, ours, peer);
    }

    private RecordSpec cameraSpec(ImageKind kind) {
        return RecordSpec.of(CAMERA_ENVS, cameraSteps, BenchFields.proprio().withCameras(images, CAMERAS, kind));
    }

    private Contender cameraPeer(String compression, ImageKind kind) {
        Object[] cameras = {"--images", images, "--cameras", CAMERAS, "--image-kind", kind.label()};
        return Contender.h5py(compression, CAMERA_ENVS, cameraSteps, cameras);
    }

    private String seen(ImageKind kind) {
        return "2 cameras " + images + ", 2 envs, " + kind.label();
    }

    private PeerComparison compressed(PeerComparison cameras, RecordSpec spec, Contender ours, Contender peer) {
        String what = seen(spec.fields().imageKind());
        return cameras.asking(
                        () -> ratio(what + ", compressed", SPEED, ours, peer, 8).profiling(spec))
                .asking(() -> Target.most(what + ", its file", peer.name(), ours.ratio("file_mb", peer), 1.1, "x"));
    }

    /** Most memory with many cameras, and whether it grows with the episodes. */
    private PeerComparison memory() {
        int few = Math.max(1, cameraSteps / 8);
        String command = "record --rounds 1 --cameras 2 --images " + images;
        Contender shorter = Contender.child("short episodes", command + size(envs, few), "peak_rss_mb", SPEED);
        Contender longer = Contender.child("three times as long", command + size(envs, 3 * few), "peak_rss_mb", SPEED);
        String what = "peak RSS, " + envs + " envs x 2 cameras " + images;
        return new PeerComparison("memory", 1, shorter, longer)
                .asking(() -> {
                    double most = Math.max(shorter.median("peak_rss_mb"), longer.median("peak_rss_mb"));
                    return Target.most(what, most, 1.5 * GIB_MB, "MB");
                })
                .asking(() -> Target.most(
                        "the same, episodes three times as long",
                        "shorter ones",
                        longer.ratio("peak_rss_mb", shorter),
                        1.15,
                        "x"));
    }

    /** A run of very many envs against one of a few. */
    private PeerComparison manyEnvs() {
        int manyEnvs = quick ? 8 : 1024;
        int manySteps = Math.min(600, steps);
        RecordSpec spec = RecordSpec.proprio(manyEnvs, manySteps);
        Contender many = recorded(manyEnvs, manySteps);
        Contender few = recorded(envs, steps);
        String what = many.name();
        return new PeerComparison("many-envs", 1, many, few)
                .asking(() -> Target.least(what, "our own " + few.name(), many.ratio(SPEED, few), 0.2, "x")
                        .profiling(spec))
                .asking(() -> most(what + ", slowest flush", many, "slowest_flush_ms", 500, "ms")
                        .profiling(spec))
                .asking(() -> most(what + ", open", many, "open_s", 5, "s").profiling(spec))
                .asking(() -> most(what + ", peak RSS", many, "peak_rss_mb", 3 * GIB_MB, "MB"));
    }

    private Contender recorded(int numEnvs, int numSteps) {
        String command = "record --rounds " + rounds + size(numEnvs, numSteps);
        return Contender.child(
                numEnvs + " envs", command, SPEED, "open_s", "close_s", "slowest_flush_ms", "peak_rss_mb");
    }

    /** What a training job waits for. */
    private PeerComparison read() {
        Contender ours = Contender.child(
                "our file, times faster",
                "read --rounds " + rounds + size(envs, steps) + " --images " + images + " --camera-steps "
                        + cameraSteps,
                "times_faster/random_frame_ms",
                "times_faster/frame_window_ms",
                "times_faster/row_window_ms",
                "times_faster/scan_mb_per_s");
        return new PeerComparison("read", 1, ours)
                .asking(() -> Target.least(
                        "random frame read with h5py", "h5py gzip's file", ours.median("random_frame_ms"), 4, "x"));
    }

    /** From the end of an episode to its result line. */
    private PeerComparison end() {
        Contender ours = Contender.child(
                OURS,
                "end --runs " + (quick ? 1 : 4) + size(envs, Math.min(1000, steps)),
                "end_ms/50",
                "end_ms/99",
                "end_ms/100",
                "others_us_50=stall_us_while_ending/50",
                "others_us_99=stall_us_while_ending/99",
                "otherwise_us_99=stall_us_otherwise/99");
        return new PeerComparison("end", 1, ours)
                .asking(() -> most("end of an episode to its result line, p99", ours, "end_ms_99", 50, "ms"))
                .asking(() -> most("vector step of the others meanwhile, p99", ours, "others_us_99", 1000, "us"));
    }

    /** Metrics of stored episodes. */
    private PeerComparison metrics() {
        Contender both = Contender.child(
                "roboreel against numpy",
                "metrics --episodes " + (quick ? 6 : 10_000),
                "episodes_ratio",
                "ours/metrics_per_s",
                "numpy_metrics_per_s=numpy/metrics_per_s");
        return new PeerComparison("metrics", 1, both);
    }

    /** Reading random rows and everything in order, by each binding of the HDF5 library. */
    private PeerComparison bindingsRead() {
        int episodes = quick ? 2 : 200;
        return bindings(
                "bindings-read",
                "recordings --rounds 1 --camera-episodes 2 --episodes " + episodes + " --accesses " + episodes,
                "scan_mb_per_s=scan_mb_per_s/ours",
                "random_row_per_s=random_row_per_s/ours",
                "random_step_per_s=random_step_per_s/ours");
    }

    private static PeerComparison bindings(String name, String command, String... figures) {
        Contender[] bindings = ServiceLoader.load(Hdf5Binding.class).stream()
                .map(provider -> provider.get().name())
                .sorted()
                .map(binding -> Contender.child(
                        binding, List.of("-D" + Hdf5.BINDING_PROPERTY + "=" + binding), command, figures))
                .toArray(Contender[]::new);
        return new PeerComparison(name, ANY_ROUNDS, bindings);
    }

    /** Video encoders. */
    private PeerComparison video() {
        Contender both = Contender.child(
                "openh264 against ffmpeg",
                "video --peer --encoder openh264 --rounds " + rounds + " --frames " + (quick ? 10 : 300),
                "openh264/fps_ratio",
                "openh264/bytes_ratio",
                "openh264/psnr_diff_db");
        return new PeerComparison("video", 1, both);
    }
}
