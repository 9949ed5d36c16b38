package io.github.roboreel.recorder.bench;

import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.transform.Episodes;
import io.github.roboreel.recordings.transform.NStep;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.flow.Batch;
import io.github.roboreel.recordings.transform.flow.BatchReader;
import io.github.roboreel.recordings.transform.flow.Prefetch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/** What a training job does with a folder, by {@link Recordings}; the same as {@code read_recordings_h5py.py}. */
final class RecordingsReads {
    private static final String ACTIONS = "actions";
    private static final String OBSERVATIONS = "obs/arm_joint_pos";
    private static final String SCORE = "subtask/score";
    private static final int BATCH_STEPS = 256;
    private static final int SHUFFLE_STEPS = 10_000;

    private final Path folder;
    private final int accesses;

    RecordingsReads(Path folder, int accesses) {
        this.folder = folder;
        this.accesses = accesses;
    }

    /** What {@code read_recordings_h5py.py} measures, too, by the same names. */
    void measure(int seed, Rounds samples) throws Exception {
        samples.add("scan_mb_per_s", scan(1));
        samples.add("scan_2_threads_mb_per_s", scan(2));
        try (Recordings recordings = Recordings.open(folder)) {
            Random random = new Random(seed);
            samples.add("random_row_by_path_per_s", perSecond(() -> anyRow(recordings, random)));
            scanEpisodes(recordings.episodes(), new AtomicInteger());
            samples.add("random_row_per_s", perSecond(() -> anyRow(recordings, random)));
            samples.add(
                    "random_step_per_s",
                    perSecond(() -> recordings
                            .step(random.nextLong(recordings.numSteps()))
                            .get(ACTIONS)));
        }
        samples.add("shuffled_nstep_samples_per_s", nStepSamples(seed));
    }

    /** Opens the folder, goes through it with one thread, and reads random rows; returns the MB of all values. */
    double inPlace(int seed, Rounds samples) throws Exception {
        long start = System.nanoTime();
        try (Recordings recordings = Recordings.open(folder)) {
            long opened = System.nanoTime();
            double megabytes = scanEpisodes(recordings.episodes(), new AtomicInteger()) / 1e6;
            long scanned = System.nanoTime();
            Random random = new Random(seed);
            samples.add("open_s", (opened - start) / 1e9);
            samples.add("scan_mb_per_s", megabytes * 1e9 / (scanned - opened));
            samples.add("random_row_per_s", perSecond(() -> anyRow(recordings, random)));
            return megabytes;
        }
    }

    /** Transitions of three steps in an order that looks random, in batches, after the first ones. */
    private double nStepSamples(int seed) throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            Steps steps = new Prefetch(2, 64 << 20)
                    .steps(Episodes.of(recordings, ACTIONS, OBSERVATIONS, SCORE)
                            .shuffle(recordings.episodes().size(), seed)
                            .mapSteps(RecordingsReads::transitions))
                    .shuffle(SHUFFLE_STEPS, seed);
            Batch batch = Batch.like(steps.take(1).toList().get(0), BATCH_STEPS, false);
            long samples = 0;
            try (BatchReader reader = BatchReader.open(steps)) {
                reader.next(batch);
                long start = System.nanoTime();
                for (int rows = reader.next(batch); rows > 0; rows = reader.next(batch)) {
                    samples += rows;
                }
                return samples * 1e9 / (System.nanoTime() - start);
            }
        }
    }

    private static Steps transitions(Steps steps) {
        Steps rewarded =
                steps.map(step -> step.with(Steps.REWARD, step.get(SCORE)).without(SCORE));
        return NStep.of(3, 0.99).apply(rewarded);
    }

    /** The sum that the peer must find, too. */
    double actionsSum() throws IOException {
        double sum = 0;
        try (Recordings recordings = Recordings.open(folder)) {
            for (Episode episode : recordings.episodes()) {
                for (double value : episode.read(ACTIONS).doubles()) {
                    sum += value;
                }
            }
        }
        return sum;
    }

    private static NdArray anyRow(Recordings recordings, Random random) throws IOException {
        Episode episode =
                recordings.episode(random.nextInt(recordings.episodes().size()));
        long step = random.nextInt((int) episode.steps());
        return episode.read(ACTIONS, step, step + 1);
    }

    private double perSecond(Callable<NdArray> read) throws Exception {
        for (int i = 0; i < accesses / 5; i++) {
            read.call();
        }
        long start = System.nanoTime();
        for (int i = 0; i < accesses; i++) {
            if (read.call().elements() == 0) {
                throw new IllegalStateException("an empty row was read");
            }
        }
        return accesses * 1e9 / (System.nanoTime() - start);
    }

    /** Megabytes of values per second, from the opening of the folder on. */
    private double scan(int threads) throws IOException, InterruptedException, ExecutionException {
        AtomicInteger next = new AtomicInteger();
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        long start = System.nanoTime();
        try (Recordings recordings = Recordings.open(folder)) {
            List<Future<Long>> reading = new ArrayList<>();
            for (int thread = 0; thread < threads; thread++) {
                reading.add(pool.submit(() -> scanEpisodes(recordings.episodes(), next)));
            }
            long bytes = 0;
            for (Future<Long> future : reading) {
                bytes += future.get();
            }
            return bytes * 1e3 / (System.nanoTime() - start);
        } finally {
            pool.shutdownNow();
        }
    }

    private static long scanEpisodes(List<Episode> episodes, AtomicInteger next) throws IOException {
        long bytes = 0;
        for (int i = next.getAndIncrement(); i < episodes.size(); i = next.getAndIncrement()) {
            Episode episode = episodes.get(i);
            List<String> paths = episode.arrays().values().stream()
                    .filter(ArraySpec::isPerStep)
                    .map(ArraySpec::path)
                    .toList();
            for (NdArray values :
                    episode.block(0, episode.steps(), paths).values().values()) {
                bytes += values.buffer().remaining();
            }
        }
        return bytes;
    }
}
