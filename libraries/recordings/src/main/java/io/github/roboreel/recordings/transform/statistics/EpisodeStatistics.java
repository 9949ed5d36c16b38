package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.Episodes;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Statistics of all steps of sequences of episodes. Threads each collect those of an episode; those of a sequence are
 * joined in the order of its episodes, sequences by a {@link JoinTree}: the result is the same, bit by bit, for any
 * number of threads, and also when the statistics of each sequence were made elsewhere. Holds a collector for each of
 * twice as many episodes as there are threads, and one for each level of the tree.
 */
public final class EpisodeStatistics {
    private static final int MAX_THREADS = 256;

    private EpisodeStatistics() {}

    /**
     * Goes through all.
     *
     * @param valid which values count
     * @param threads that read, at least 1; the episodes must bear to be read by several
     * @return by path
     * @throws IOException when an episode cannot be read
     */
    public static Map<String, FieldStatistics> of(Episodes episodes, ValidFields valid, int threads)
            throws IOException {
        return of(List.of(episodes), valid, threads);
    }

    /**
     * Goes through all of several sequences, such as the episodes of each folder, as {@link #of(Episodes, ValidFields,
     * int)}.
     */
    public static Map<String, FieldStatistics> of(List<Episodes> sequences, ValidFields valid, int threads)
            throws IOException {
        if (threads < 1 || threads > MAX_THREADS) {
            throw new IllegalArgumentException(
                    Sentence.of("%s threads are not possible; expected 1 to %s", threads, MAX_THREADS));
        }
        ExecutorService workers = Executors.newFixedThreadPool(threads, task -> {
            Thread thread = new Thread(task, "episode-statistics");
            thread.setDaemon(true);
            return thread;
        });
        try {
            return joined(sequences, valid, workers, 2 * threads);
        } finally {
            workers.shutdownNow();
        }
    }

    private static Map<String, FieldStatistics> joined(
            List<Episodes> sequences, ValidFields valid, ExecutorService workers, int ahead) throws IOException {
        JoinTree<StatisticsCollector> tree = StatisticsCollector.tree(sequences.size());
        for (int i = 0; i < sequences.size(); i++) {
            try (Cursor<EpisodeSteps> cursor = sequences.get(i).open()) {
                tree.take(i, joined(cursor, valid, workers, ahead));
            }
        }
        return tree.joined().orElseGet(() -> new StatisticsCollector(valid)).statistics();
    }

    private static StatisticsCollector joined(
            Cursor<EpisodeSteps> cursor, ValidFields valid, ExecutorService workers, int ahead) throws IOException {
        StatisticsCollector all = new StatisticsCollector(valid);
        Deque<Future<StatisticsCollector>> running = new ArrayDeque<>();
        EpisodeSteps next = cursor.next();
        while (next != null || !running.isEmpty()) {
            while (next != null && running.size() < ahead) {
                EpisodeSteps episode = next;
                running.add(workers.submit(() -> collected(episode, valid)));
                next = cursor.next();
            }
            all.add(result(running.remove()));
        }
        return all;
    }

    private static StatisticsCollector collected(EpisodeSteps episode, ValidFields valid) throws IOException {
        StatisticsCollector collector = new StatisticsCollector(valid);
        episode.steps().forEach(collector::add);
        return collector;
    }

    private static StatisticsCollector result(Future<StatisticsCollector> running) throws IOException {
        try {
            return running.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("the statistics were broken off", e);
        } catch (ExecutionException e) {
            throw thrown(e.getCause());
        }
    }

    private static IOException thrown(Throwable cause) {
        if (cause instanceof RuntimeException failure) {
            throw failure;
        }
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof IOException e ? e : new IOException(cause);
    }
}
