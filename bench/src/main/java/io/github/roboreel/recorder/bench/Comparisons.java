package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.binding.Hdf5Binding;
import io.github.roboreel.recorder.hdf5.lib.Hdf5;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicLong;

/** Every comparison of {@code bench peers}. */
final class Comparisons {
    private static final String OURS = "roboreel";
    private static final String OURS_RAW = "roboreel none";
    private static final String PEER = "h5py gzip";
    private static final String PEER_RAW = "h5py none";
    private static final String LIMIT = "file channel";
    private static final String SAME_SIZE = "file channel, same file size";
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
    /** Rows into staging. */
    private final int rows;

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
        rows = quick ? 20_000 : 2_000_000;
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
                writingByBindings(),
                readingByBindings(),
                video());
    }

    /** Proprioception of 16 envs, as fast as it goes. */
    private PeerComparison proprio() {
        RecordSpec spec = RecordSpec.proprio(envs, steps);
        AtomicLong fileBytes = new AtomicLong(1);
        List<Contender> contenders = List.of(
                Contender.ours(OURS, spec, fileBytes),
                Contender.h5py("gzip", envs, steps),
                Contender.ours("roboreel balanced", spec.withCompression("balanced")),
                Contender.ours(OURS_RAW, spec.withCompression("none")),
                Contender.h5py("none", envs, steps),
                Contender.fileChannel(SAME_SIZE, fileBytes::get, spec.envSteps()),
                Contender.fileChannel(
                        "file channel, raw rows", () -> spec.fields().rowBytes() * spec.envSteps(), spec.envSteps()),
                Contender.mcap("none", envs, steps),
                Contender.mcap("zstd", envs, steps));
        String what = envs + " envs proprio, compressed";
        return new PeerComparison("proprio", contenders, results -> {
            double speed = results.ratio(SPEED, OURS, PEER);
            double share = results.ratio(SPEED, OURS, SAME_SIZE);
            return List.of(
                    Target.ratio(what, PEER, speed, 8).profiling(spec),
                    Target.ratio(what + " (wanted)", PEER, speed, 15)
                            .with(AT_MOST)
                            .profiling(spec),
                    new Target("its file", PEER, results.ratio("file_mb", OURS, PEER), 1, true, "x"),
                    Target.ratio(what + ", of the bytes written once", SAME_SIZE, share, 0.25)
                            .with(NO_WORK)
                            .profiling(spec));
        });
    }

    /** Rows of 640 bytes to where they survive the death of the process. */
    private PeerComparison staging() {
        FieldSchema schema = FieldSchema.of(FieldSpec.step("actions", DType.FLOAT32, PIECE_FLOATS));
        long bytes = PIECE_ROW_BYTES * rows;
        String pipeline = "producer, ring, staging";
        String aeron = "aeron archive";
        List<Contender> contenders = List.of(
                Contender.piece(
                        "ring to staging",
                        bytes,
                        f -> StagingPiece.seconds(RecordSpec.run(f, PIECE_ENVS), schema, rows)),
                Contender.piece(pipeline, bytes, f -> pipelineSeconds(RecordSpec.run(f, PIECE_ENVS), schema)),
                Contender.aeron(aeron, rows));
        String what = "raw rows through the ring into staging";
        return new PeerComparison(
                "staging",
                contenders,
                results -> List.of(
                        Target.ratio(what, aeron + ", warm", results.ratio(PIECE_SPEED, pipeline, aeron), 0.5),
                        new Target(what, "", results.median(pipeline, PIECE_SPEED), 1000, false, "MB/s")));
    }

    /** One vectorised producer; wall time until the last row is staged. */
    private double pipelineSeconds(RunSpec run, FieldSchema schema) throws IOException {
        Field field = schema.field("actions");
        float[] values = new float[PIECE_ENVS * PIECE_FLOATS];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.sin(i);
        }
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, schema).sink(new StagingPiece(run)).open()) {
            recorder.envs().forEach(EnvRecorder::begin);
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
            recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
            return seconds;
        }
    }

    /** Ready-made frames into the run file. */
    private PeerComparison chunks() {
        FieldSchema schema = FieldSchema.of(FieldSpec.image("obs/camera_0", images.height(), images.width()));
        int chunks = quick ? 8 : 400;
        long bytes = (long) chunks * images.bytes();
        String ours = "run file";
        String bare = "H5Dwrite_chunk alone";
        List<Contender> contenders = List.of(
                Contender.piece(ours, bytes, f -> ChunkPiece.runFileSeconds(RecordSpec.run(f, 1), schema, chunks)),
                Contender.piece(bare, bytes, f -> ChunkPiece.bareSeconds(f.resolve("bare.hdf5"), schema, chunks)));
        return new PeerComparison(
                "chunks",
                contenders,
                results -> List.of(Target.ratio(
                        "ready-made chunks into the run file", bare, results.ratio(PIECE_SPEED, ours, bare), 0.8)));
    }

    /**
     * How long each vector step holds the producer while it runs at a simulator's pace. The peer stalls at a flush
     * whatever the pace, so it is measured without one.
     */
    private PeerComparison paced() {
        int seconds = quick ? 1 : 60;
        String command =
                "record --rounds 1 --pace-hz " + PACE_HZ + " --num-envs " + envs + " --steps " + seconds * PACE_HZ;
        List<String> figures = new ArrayList<>();
        for (String percentile : List.of("50", "99", "99.9", "100")) {
            figures.add("stall_us_" + percentile + "=stall_us/" + percentile);
            figures.add("own_stall_us_" + percentile + "=stall_own_us/" + percentile);
        }
        figures.addAll(List.of("above_2ms=count_above_2ms", "gc_pause_ms", "allocated_bytes_per_step"));
        List<Contender> contenders = List.of(
                Contender.child(OURS, command, figures.toArray(String[]::new)), Contender.h5py("gzip", envs, steps));
        String what = "producer per vector step, " + PACE_HZ + " Hz x " + envs;
        return new PeerComparison(
                "paced",
                contenders,
                1,
                results -> List.of(
                        Target.atMost(what + ", p99.9", results.median(OURS, "stall_us_99.9"), 100, "us"),
                        Target.atMost(what + ", max", results.median(OURS, "stall_us_100"), 2000, "us"),
                        Target.atMost(
                                "that max without waiting for a core",
                                results.median(OURS, "own_stall_us_100"),
                                2000,
                                "us"),
                        Target.atMost(
                                "producer allocation",
                                results.median(OURS, "allocated_bytes_per_step"),
                                0,
                                "bytes per vector step")));
    }

    /** Two cameras' frames of two envs, stored in the run file, also without compression. */
    private PeerComparison cameras() {
        RecordSpec spec = cameraSpec(ImageKind.GRADIENT);
        RecordSpec raw = spec.withCompression("none");
        List<Contender> contenders = new ArrayList<>(cameraContenders(spec));
        contenders.add(Contender.ours(OURS_RAW, raw));
        contenders.add(cameraPeer("none", ImageKind.GRADIENT));
        contenders.add(Contender.fileChannel(
                LIMIT,
                () -> spec.fields().rowBytes() * spec.envSteps(),
                spec.envSteps(),
                DISTINCT_FRAMES * CAMERAS * images.bytes()));
        String what = seen(ImageKind.GRADIENT) + ", uncompressed";
        return new PeerComparison("cameras", contenders, results -> {
            List<Target> targets = new ArrayList<>(compressed(spec, results));
            targets.add(Target.ratio(what, PEER_RAW, results.ratio(SPEED, OURS_RAW, PEER_RAW), 3)
                    .profiling(raw));
            targets.add(Target.ratio(what, LIMIT, results.ratio(SPEED, OURS_RAW, LIMIT), 0.7)
                    .with(COPIES)
                    .profiling(raw));
            return targets;
        });
    }

    /** The same, compressed, with cameras that see something else. */
    private PeerComparison cameras(ImageKind kind) {
        RecordSpec spec = cameraSpec(kind);
        return new PeerComparison(
                "cameras-" + kind.label(),
                cameraContenders(spec),
                MAX_CAMERA_ROUNDS,
                results -> compressed(spec, results));
    }

    private RecordSpec cameraSpec(ImageKind kind) {
        return RecordSpec.proprio(CAMERA_ENVS, cameraSteps)
                .withFields(BenchFields.proprio().withCameras(images, CAMERAS, kind));
    }

    private List<Contender> cameraContenders(RecordSpec spec) {
        return List.of(
                Contender.ours(OURS, spec), cameraPeer("gzip", spec.fields().imageKind()));
    }

    private Contender cameraPeer(String compression, ImageKind kind) {
        return Contender.h5py(
                compression,
                CAMERA_ENVS,
                cameraSteps,
                "--images",
                images,
                "--cameras",
                CAMERAS,
                "--image-kind",
                kind.label());
    }

    private String seen(ImageKind kind) {
        return "2 cameras " + images + ", 2 envs, " + kind.label();
    }

    private List<Target> compressed(RecordSpec spec, PeerComparison.Results results) {
        String what = seen(spec.fields().imageKind());
        return List.of(
                Target.ratio(what + ", compressed", PEER, results.ratio(SPEED, OURS, PEER), 8)
                        .profiling(spec),
                new Target(what + ", its file", PEER, results.ratio("file_mb", OURS, PEER), 1.1, true, "x"));
    }

    /** Most memory with many cameras, and whether it grows with the episodes. */
    private PeerComparison memory() {
        int few = Math.max(1, cameraSteps / 8);
        String command = "record --rounds 1 --cameras 2 --images " + images + " --num-envs " + envs + " --steps ";
        String shorter = "short episodes";
        String longer = "three times as long";
        List<Contender> contenders = List.of(
                Contender.child(shorter, command + few, "peak_rss_mb", SPEED),
                Contender.child(longer, command + 3 * few, "peak_rss_mb", SPEED));
        String what = "peak RSS, " + envs + " envs x 2 cameras " + images;
        return new PeerComparison("memory", contenders, 1, results -> {
            double one = results.median(shorter, "peak_rss_mb");
            double other = results.median(longer, "peak_rss_mb");
            return List.of(
                    Target.atMost(what, Math.max(one, other), 1.5 * GIB_MB, "MB"),
                    new Target("the same, episodes three times as long", "shorter ones", other / one, 1.15, true, "x"));
        });
    }

    /** A run of very many envs against one of a few. */
    private PeerComparison manyEnvs() {
        int manyEnvs = quick ? 8 : 1024;
        int manySteps = Math.min(600, steps);
        String many = manyEnvs + " envs";
        String few = envs + " envs";
        RecordSpec spec = RecordSpec.proprio(manyEnvs, manySteps);
        List<Contender> contenders = List.of(recorded(many, manyEnvs, manySteps), recorded(few, envs, steps));
        return new PeerComparison(
                "many-envs",
                contenders,
                1,
                results -> List.of(
                        Target.ratio(many, "our own " + few, results.ratio(SPEED, many, few), 0.2)
                                .profiling(spec),
                        Target.atMost(many + ", slowest flush", results.median(many, "slowest_flush_ms"), 500, "ms")
                                .profiling(spec),
                        Target.atMost(many + ", open", results.median(many, "open_s"), 5, "s")
                                .profiling(spec),
                        Target.atMost(many + ", peak RSS", results.median(many, "peak_rss_mb"), 3 * GIB_MB, "MB")));
    }

    private Contender recorded(String name, int numEnvs, int numSteps) {
        String command = "record --rounds " + rounds + " --num-envs " + numEnvs + " --steps " + numSteps;
        return Contender.child(name, command, SPEED, "open_s", "close_s", "slowest_flush_ms", "peak_rss_mb");
    }

    /** What a training job waits for. */
    private PeerComparison read() {
        String command = "read --rounds " + rounds + " --num-envs " + envs + " --steps " + steps + " --images " + images
                + " --camera-steps " + cameraSteps;
        String ours = "our file, times faster";
        Contender contender = Contender.child(
                ours,
                command,
                "random_frame_ms=times_faster/random_frame_ms",
                "frame_window_ms=times_faster/frame_window_ms",
                "row_window_ms=times_faster/row_window_ms",
                "scan_mb_per_s=times_faster/scan_mb_per_s");
        return new PeerComparison(
                "read",
                List.of(contender),
                1,
                results -> List.of(Target.ratio(
                        "random frame read with h5py",
                        "h5py gzip's file",
                        results.median(ours, "random_frame_ms"),
                        4)));
    }

    /** From the end of an episode to its result line. */
    private PeerComparison end() {
        String command = "end --runs " + (quick ? 1 : 4) + " --num-envs " + envs + " --steps " + Math.min(1000, steps);
        Contender contender = Contender.child(
                OURS,
                command,
                "end_ms_50=end_ms/50",
                "end_ms_99=end_ms/99",
                "end_ms_100=end_ms/100",
                "others_us_50=stall_us_while_ending/50",
                "others_us_99=stall_us_while_ending/99",
                "otherwise_us_99=stall_us_otherwise/99");
        return new PeerComparison(
                "end",
                List.of(contender),
                1,
                results -> List.of(
                        Target.atMost(
                                "end of an episode to its result line, p99",
                                results.median(OURS, "end_ms_99"),
                                50,
                                "ms"),
                        Target.atMost(
                                "vector step of the others meanwhile, p99",
                                results.median(OURS, "others_us_99"),
                                1000,
                                "us")));
    }

    /** Metrics of stored episodes. */
    private PeerComparison metrics() {
        return unjudged(
                "metrics",
                1,
                Contender.child(
                        "roboreel against numpy",
                        "metrics --episodes " + (quick ? 6 : 10_000),
                        "episodes_ratio",
                        "metrics_per_s=ours/metrics_per_s",
                        "numpy_metrics_per_s=numpy/metrics_per_s"));
    }

    /** Whole recordings by each binding of the HDF5 library. */
    private PeerComparison writingByBindings() {
        String command = "record --rounds 2 --num-envs " + envs + " --steps " + steps;
        return byBindings("bindings", command, SPEED, "open_s", "close_s", "slowest_flush_ms");
    }

    /** Reading random rows and everything in order, by each of them. */
    private PeerComparison readingByBindings() {
        int episodes = quick ? 2 : 200;
        return byBindings(
                "bindings-read",
                "recordings --rounds 1 --camera-episodes 2 --episodes " + episodes + " --accesses " + episodes,
                "scan_mb_per_s=scan_mb_per_s/ours",
                "random_row_per_s=random_row_per_s/ours",
                "random_step_per_s=random_step_per_s/ours");
    }

    private static PeerComparison byBindings(String name, String command, String... figures) {
        return unjudged(
                name,
                Integer.MAX_VALUE,
                ServiceLoader.load(Hdf5Binding.class).stream()
                        .map(provider -> provider.get().name())
                        .sorted()
                        .map(binding -> Contender.child(
                                binding, List.of("-D" + Hdf5.BINDING_PROPERTY + "=" + binding), command, figures))
                        .toArray(Contender[]::new));
    }

    /** Video encoders. */
    private PeerComparison video() {
        String command = "video --peer --encoder openh264 --rounds " + rounds + " --frames " + (quick ? 10 : 300);
        return unjudged(
                "video",
                1,
                Contender.child(
                        "openh264 against ffmpeg",
                        command,
                        "fps_ratio=openh264/fps_ratio",
                        "bytes_ratio=openh264/bytes_ratio",
                        "psnr_diff_db=openh264/psnr_diff_db"));
    }

    private static PeerComparison unjudged(String name, int mostRounds, Contender... contenders) {
        return new PeerComparison(name, List.of(contenders), mostRounds, results -> List.of());
    }
}
