package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What people noted about the episodes of an output folder, as of the moment it was read. Of an episode's lines that of
 * the highest version counts; of two of one version the first, since the second was written too late. Immutable.
 */
public final class Annotations {
    public static final Annotations NONE = new Annotations(List.of());

    /** An episode, by place or by number. */
    private record Key(String envName, int run, int envId, int episode) {
        static final int ANY = -1;

        static Key ofPlace(String envName, int run, int envId) {
            return new Key(envName, run, envId, ANY);
        }

        static Key ofNumber(String envName, int episode) {
            return new Key(envName, ANY, ANY, episode);
        }
    }

    /**
     * A line that can be read.
     *
     * @param line its number, from 1
     * @param fields its fields as they stand, but for those that a result line has, too
     */
    public record Line(int line, Annotation annotation, Map<String, Object> fields) {}

    private final List<Line> lines;
    private final Map<Key, Annotation> newest = new HashMap<>();

    private Annotations(List<Line> lines) {
        this.lines = List.copyOf(lines);
        lines.forEach(line ->
                key(line.annotation()).ifPresent(key -> newest.merge(key, line.annotation(), Annotations::newer)));
    }

    /** A line that was added by hand needs no version. */
    private static Annotation newer(Annotation earlier, Annotation later) {
        if (later.version() == 0) {
            return later.withVersion(earlier.version() + 1);
        }
        return later.version() > earlier.version() ? later : earlier;
    }

    /**
     * Reads {@code annotations.jsonl}; none where there is no such file.
     *
     * @param problems where what cannot be read is added; the other lines count
     */
    public static Annotations read(Path outputFolder, List<FileFault> problems) {
        Path file = outputFolder.resolve(RunFolder.ANNOTATIONS);
        if (!Files.exists(file)) {
            return NONE;
        }
        List<Line> lines = new ArrayList<>();
        try {
            ResultLines.visit(
                    file,
                    stored -> annotation(stored)
                            .ifPresentOrElse(
                                    annotation ->
                                            lines.add(new Line(stored.place().number(), annotation, stored.others())),
                                    () -> problems.add(fault(stored))));
        } catch (IOException e) {
            problems.add(FileFault.leftOut(file, "cannot be read (" + e.getMessage() + ")", "check the file"));
        }
        return new Annotations(lines);
    }

    private static FileFault fault(StoredLine stored) {
        StoredLine.Place place = stored.place();
        String problem = stored.kind() == StoredLine.Kind.NO_JSON && !place.isTerminated()
                ? "is torn: its writer died while it wrote it"
                : "is no annotation: expected an object with env_name, and run and env_id, or episode";
        return FileFault.leftOut(place.file(), place.number(), problem, "delete the line and annotate again");
    }

    /** A line names its episode as a result line does, and has its own fields among those that a result has not. */
    private static Optional<Annotation> annotation(StoredLine stored) {
        return stored.episode()
                .map(episode -> annotation(episode, stored.others()))
                .filter(annotation -> key(annotation).isPresent());
    }

    private static Annotation annotation(ResultLine episode, Map<String, Object> fields) {
        List<String> tags = new ArrayList<>();
        if (fields.get("tags") instanceof Collection<?> given) {
            given.stream()
                    .filter(String.class::isInstance)
                    .map(String.class::cast)
                    .distinct()
                    .forEach(tags::add);
        }
        return new Annotation(
                episode.envName(),
                episode.run(),
                episode.envId(),
                episode.episode(),
                Boolean.TRUE.equals(fields.get("flag")),
                tags,
                fields.get("note") instanceof String note ? note : "",
                fields.get("version") instanceof Integer version ? version : 0,
                fields.get("at") instanceof String at ? at : "");
    }

    private static Optional<Key> key(Annotation annotation) {
        if (annotation.run() != null && annotation.envId() != null) {
            return Optional.of(Key.ofPlace(annotation.envName(), annotation.run(), annotation.envId()));
        }
        return Optional.ofNullable(annotation.episode()).map(number -> Key.ofNumber(annotation.envName(), number));
    }

    /** The lines that can be read, in the file's order. */
    public List<Line> lines() {
        return lines;
    }

    /** What counts for the episode of a result. */
    public Optional<Annotation> of(EpisodeRecord line) {
        return of(line.envName(), line.run(), line.envId(), line.episode());
    }

    /**
     * What counts for an episode.
     *
     * @param run index of its run; empty where it is not known
     * @param envId number of the demo in its run; empty where it is not known
     * @param episode number in the env folder; empty where it is not known
     */
    public Optional<Annotation> of(String envName, OptionalInt run, OptionalInt envId, OptionalInt episode) {
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        if (run.isPresent() && envId.isPresent()) {
            Annotation ofPlace = newest.get(Key.ofPlace(envName, run.getAsInt(), envId.getAsInt()));
            if (ofPlace != null) {
                return Optional.of(ofPlace);
            }
        }
        return episode.isPresent()
                ? Optional.ofNullable(newest.get(Key.ofNumber(envName, episode.getAsInt())))
                : Optional.empty();
    }
}
