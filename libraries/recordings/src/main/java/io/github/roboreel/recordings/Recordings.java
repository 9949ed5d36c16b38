package io.github.roboreel.recordings;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.spi.EpisodeCatalogue;
import io.github.roboreel.recordings.spi.RecordingFormat;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Recorded episodes, open to be read: those of one or more places, in the order given, whatever {@link RecordingFormat}
 * each place has. A picture of the moment it was opened: of an episode that is being recorded, the steps that it had.
 *
 * <p>Any thread may use it and what it hands out, until it is closed; as many threads as there are processors read at
 * once, others wait. What is read is the caller's. Damaged data are an
 * {@link io.github.roboreel.recordings.episodes.UnreadableEpisodeException}, which names file, episode and array.
 */
public final class Recordings implements AutoCloseable {
    private final List<Part> parts;
    private final List<Episode> episodes;
    /** Steps of all episodes before each, and of all. */
    private final long[] firstSteps;

    private Recordings(List<Part> parts, List<Episode> episodes, long[] firstSteps) {
        this.parts = List.copyOf(parts);
        this.episodes = episodes;
        this.firstSteps = firstSteps;
    }

    /**
     * Opens files or folders.
     *
     * @throws RoboReelException of kind BAD_ARGUMENT, when a place is none that a format on the class path reads
     * @throws IOException when one cannot be read at all; what else cannot be read is among the {@link #problems}
     */
    public static Recordings open(Path first, Path... more) throws IOException {
        return open(Stream.concat(Stream.of(first), Arrays.stream(more)).toList());
    }

    /**
     * Opens places of the file system, as {@link #open(Path, Path...)} does.
     *
     * @param place with scheme {@code file}, or of a file system provider of this JVM
     */
    public static Recordings open(URI place) throws IOException {
        try {
            return open(Path.of(place));
        } catch (IllegalArgumentException | java.nio.file.FileSystemNotFoundException e) {
            throw RoboReelException.badArgument(
                    "%s cannot be opened (%s); expected a file: URI, as no other storage is on the class path",
                    place, Sentence.reasonOf(e));
        }
    }

    /**
     * Opens an output folder whose run files are read by other readers than the native one.
     *
     * @throws IOException when it cannot be listed; what else cannot be read is among the {@link #problems}
     */
    public static Recordings open(Path folder, RunReaders readers) throws IOException {
        return of(List.of(new Part(folder, RunFolderFormat.open(folder, readers))));
    }

    /** Opens files or folders, as {@link #open(Path, Path...)} does. */
    public static Recordings open(Collection<Path> places) throws IOException {
        List<Part> parts = new ArrayList<>();
        try {
            for (Path place : places) {
                parts.add(new Part(place, catalogue(place)));
            }
            return of(parts);
        } catch (IOException | RuntimeException e) {
            closeAll(parts);
            throw e;
        }
    }

    private static EpisodeCatalogue catalogue(Path place) throws IOException {
        List<RecordingFormat> formats = RecordingFormat.all();
        for (RecordingFormat format : formats) {
            if (format.recognises(place)) {
                return format.open(place);
            }
        }
        String known = formats.stream().map(RecordingFormat::description).collect(Collectors.joining(", or "));
        throw RoboReelException.badArgument(
                "%s %s; expected %s",
                place, Files.exists(place) ? "holds no recorded episodes" : "does not exist", known);
    }

    private static Recordings of(List<Part> parts) throws IOException {
        List<Episode> episodes = new ArrayList<>();
        for (Part part : parts) {
            for (int i = 0; i < part.catalogue().episodes(); i++) {
                episodes.add(new Episode(part, i, part.catalogue().steps(i)));
            }
        }
        long[] firstSteps = new long[episodes.size() + 1];
        for (int i = 0; i < episodes.size(); i++) {
            firstSteps[i + 1] = firstSteps[i] + episodes.get(i).steps();
        }
        return new Recordings(parts, List.copyOf(episodes), firstSteps);
    }

    /** All episodes, in the order of the places and in each place's own. */
    public List<Episode> episodes() {
        return episodes;
    }

    /**
     * One episode.
     *
     * @param index from 0; from -1 backwards counted from the end
     * @throws IndexOutOfBoundsException when there is none
     */
    public Episode episode(int index) {
        return episodes.get(Math.toIntExact(place(index, episodes.size(), "episode")));
    }

    /** Number of steps of all episodes. */
    public long numSteps() {
        return firstSteps[episodes.size()];
    }

    /**
     * One step of all: the steps of the first episode come first, then those of the second.
     *
     * @param index from 0; from -1 backwards counted from the end
     * @throws IndexOutOfBoundsException when there is none
     * @throws IOException when it cannot be read
     */
    public Step step(long index) throws IOException {
        long at = place(index, numSteps(), "step");
        Episode episode = episodes.get(episodeOf(at));
        return episode.step(at - firstSteps[episodeOf(at)]);
    }

    /** The episode that a step of all belongs to, by its index from 0. */
    public Episode episodeOfStep(long index) {
        return episodes.get(episodeOf(place(index, numSteps(), "step")));
    }

    private int episodeOf(long step) {
        int found = Arrays.binarySearch(firstSteps, step);
        int episode = found >= 0 ? found : -found - 2;
        while (firstSteps[episode + 1] == step) {
            episode++; // the one found has no steps
        }
        return episode;
    }

    /**
     * Steps of all, each read when it is asked for.
     *
     * @param from first index; negative ones are counted from the end
     * @param to index after the last; likewise
     * @param stride distance of one to the next, at least 1
     */
    public List<Step> steps(long from, long to, long stride) {
        if (stride < 1) {
            throw new IllegalArgumentException("stride " + stride + " goes nowhere; expected at least 1");
        }
        long first = bound(from);
        long last = bound(to) - 1;
        long count = first > last ? 0 : (last - first) / stride + 1;
        return new StepList(first, stride, Math.toIntExact(count));
    }

    private long bound(long index) {
        long at = index < 0 ? index + numSteps() : index;
        return Math.max(0, Math.min(numSteps(), at));
    }

    static long place(long index, long size, String what) {
        long at = index < 0 ? index + size : index;
        if (at < 0 || at >= size) {
            throw new IndexOutOfBoundsException(Sentence.of("there is no %s %s; there are %s", what, index, size));
        }
        return at;
    }

    /** What is there but cannot be read, and what is doubtful. */
    public List<FileFault> problems() {
        return parts.stream()
                .flatMap(part -> part.catalogue().problems().stream())
                .toList();
    }

    /** Closes all; what was handed out reads nothing afterwards. A second call does nothing. */
    @Override
    public void close() throws IOException {
        closeAll(parts);
    }

    private static void closeAll(List<Part> parts) throws IOException {
        IOException failure = null;
        for (Part part : parts) {
            try {
                part.close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private final class StepList extends AbstractList<Step> implements RandomAccess {
        private final long first;
        private final long stride;
        private final int count;

        StepList(long first, long stride, int count) {
            this.first = first;
            this.stride = stride;
            this.count = count;
        }

        @Override
        public Step get(int index) {
            try {
                return step(first + place(index, count, "step") * stride);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        }

        @Override
        public int size() {
            return count;
        }
    }
}
