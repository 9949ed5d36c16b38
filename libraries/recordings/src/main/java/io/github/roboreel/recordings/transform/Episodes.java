package io.github.roboreel.recordings.transform;

import io.github.roboreel.format.fault.IoSupplier;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * A lazy sequence of episodes, that can be gone through several times. Each operation gives a new one and reads
 * nothing. Immutable; any thread may open it, if its source may be read by any.
 */
@FunctionalInterface
public interface Episodes {
    /** Gives an episode by its index; its steps are read later. */
    @FunctionalInterface
    interface Source {
        /**
         * One episode.
         *
         * @param index from 0
         * @throws IOException when its facts cannot be read
         */
        EpisodeSteps episode(int index) throws IOException;
    }

    /**
     * Begins to go through it.
     *
     * @throws IOException when it cannot be read
     */
    Cursor<EpisodeSteps> open() throws IOException;

    /**
     * Those of open recordings, which must stay open meanwhile. Holds a block of steps for each episode that is gone
     * through: up to 500 steps, or 1 MiB, at least one step.
     *
     * @param paths arrays, or groups of them, that steps have; all that have a row for each step without any. Videos
     *     only by name, such as {@code videos/sensor}
     */
    static Episodes of(Recordings recordings, String... paths) {
        return RecordedSteps.of(recordings, List.of(paths));
    }

    /** Those of a list. */
    static Episodes of(List<EpisodeSteps> episodes) {
        List<EpisodeSteps> copy = List.copyOf(episodes);
        return () -> Cursors.of(copy.iterator());
    }

    /** So many of a source, by their index; none is asked for before its turn. */
    static Episodes of(int count, Source source) {
        return () -> new Cursor<>() {
            private int at;

            @Override
            public EpisodeSteps next() throws IOException {
                return at < count ? source.episode(at++) : null;
            }
        };
    }

    /** Each changed. */
    default Episodes map(EpisodeTransform transform) {
        return () -> Cursors.map(open(), transform::apply);
    }

    /** The steps of each changed, as {@link EpisodeSteps#through} does. */
    default Episodes mapSteps(StepsTransform transform) {
        return map(transform.ofEpisodes());
    }

    /** Those whose facts pass a test; no step of the others is read. */
    default Episodes filter(Predicate<EpisodeFacts> test) {
        return () -> Cursors.filter(open(), episode -> test.test(episode.facts()));
    }

    /** The first ones. */
    default Episodes take(long count) {
        return () -> Cursors.between(open(), 0, atLeastZero("take", count));
    }

    /** All but the first ones. */
    default Episodes skip(long count) {
        return () -> Cursors.between(open(), atLeastZero("skip", count), Long.MAX_VALUE);
    }

    /** These, then others. */
    default Episodes concat(Episodes others) {
        List<IoSupplier<Cursor<EpisodeSteps>>> both = List.of(this::open, others::open);
        return () -> Cursors.oneAfterAnother(Cursors.of(both.iterator()));
    }

    /**
     * The same ones in an order that looks random, as {@link Steps#shuffle} says. An episode in the buffer is its facts
     * and a way to its steps, so that a buffer for all of them is cheap.
     */
    default Episodes shuffle(int buffer, long seed) {
        Shuffle shuffle = new Shuffle(buffer, seed);
        return () -> shuffle.cursor(open());
    }

    /** The steps of all, one episode after the other. Holds one episode open. */
    default Steps steps() {
        return () -> Cursors.oneAfterAnother(
                Cursors.<EpisodeSteps, IoSupplier<Cursor<Step>>>map(open(), episode -> episode.steps()::open));
    }

    /**
     * Steps of several episodes in turn, as {@code tf.data.Dataset.interleave} takes them: a block of each, and where
     * one is over, the next episode takes its place. Holds so many episodes open, and no step.
     *
     * @param episodes that are gone through at once, at least 1
     * @param block steps taken of one before the next one's turn, at least 1
     */
    default Steps interleave(int episodes, int block) {
        Interleave interleave = new Interleave(episodes, block);
        return () -> interleave.cursor(open());
    }

    /**
     * All of them; for few, or lazy ones.
     *
     * @throws IOException when one cannot be read
     */
    default List<EpisodeSteps> toList() throws IOException {
        List<EpisodeSteps> all = new ArrayList<>();
        try (Cursor<EpisodeSteps> cursor = open()) {
            for (EpisodeSteps next = cursor.next(); next != null; next = cursor.next()) {
                all.add(next);
            }
        }
        return all;
    }

    private static long atLeastZero(String what, long count) {
        if (count < 0) {
            throw new IllegalArgumentException(
                    Sentence.of("%s %s episodes is not possible; expected 0 or more", what, count));
        }
        return count;
    }
}
