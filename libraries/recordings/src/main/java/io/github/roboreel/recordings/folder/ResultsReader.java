package io.github.roboreel.recordings.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recordings.folder.StoredLine.Kind;
import io.github.roboreel.recordings.folder.StoredLine.Place;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Reads the results of a folder; what is no episode is reported and skipped. */
final class ResultsReader {
    /** What is wrong with a last line that is not whole. */
    static final String TORN = "is torn: its recorder died while it wrote it";

    private static final String OR_REBUILD = ", or delete it and re-create it (" + Operation.REBUILD.command() + ")";

    private final Path file;
    private final Map<String, EnvFolder> envs;
    private final List<FileFault> problems = new ArrayList<>();
    private final Repetitions repetitions = new Repetitions();
    private Consumer<EpisodeRecord> visitor = episode -> {};
    private Object newestVersion = RunHeader.VERSION;
    private long next;
    private int number;
    private Optional<StoredLine> unfinished = Optional.empty();

    /**
     * Of a file of which nothing has been read.
     *
     * @param envs env folders by name
     */
    ResultsReader(Path file, Map<String, EnvFolder> envs) {
        this.file = file;
        this.envs = envs;
    }

    /**
     * All results in the order of the file.
     *
     * @param envs env folders by name
     * @param problems where what cannot be read is added
     * @throws NewerFormatException when a line is of a newer version
     */
    static List<EpisodeRecord> read(Path file, Map<String, EnvFolder> envs, List<FileFault> problems)
            throws NewerFormatException {
        ResultsReader reader = new ResultsReader(file, envs);
        List<EpisodeRecord> records = new ArrayList<>();
        reader.readOn(records::add);
        reader.readUnfinished(records::add);
        reader.requireKnownVersion();
        problems.addAll(reader.problems());
        return records;
    }

    /** Refuses lines of a newer version. */
    void requireKnownVersion() throws NewerFormatException {
        NewerFormatException.requireKnown(file, newestVersion, RunHeader.VERSION);
    }

    private boolean isArray() {
        return file.endsWith(RunFolder.LEGACY_RESULTS);
    }

    /** Visits the lines that have been ended since the last time; of a JSON array everything, once. */
    void readOn(Consumer<EpisodeRecord> onEpisode) {
        visitor = onEpisode;
        unfinished = Optional.empty();
        try {
            if (isArray()) {
                readArray();
            } else {
                ResultLines.visitFrom(file, next, number, this::addTerminated);
            }
        } catch (IOException e) {
            problems.add(FileFault.leftOut(
                    file, "cannot be read (" + Sentence.reasonOf(e) + ")", "check the file and its disk"));
        }
    }

    private void addTerminated(StoredLine line) {
        Place place = line.place();
        if (place.isTerminated()) {
            add(line);
            next = place.next();
            number = place.number();
        } else {
            unfinished = Optional.of(line);
        }
    }

    boolean hasUnfinished() {
        return unfinished.isPresent();
    }

    /** Reads the line that has no end, for the last time. */
    void readUnfinished(Consumer<EpisodeRecord> onEpisode) {
        visitor = onEpisode;
        unfinished.ifPresent(this::add);
        unfinished = Optional.empty();
    }

    private void add(StoredLine line) {
        switch (line.kind()) {
            case EPISODE -> addEpisode(line);
            case NO_EPISODE ->
                leftOut(
                        line,
                        "is no episode: expected an object whose env_name is the name of a folder",
                        "mend or delete the line");
            case NO_JSON -> addGarbage(line);
            case NOT_UTF8 -> leftOut(line, "has bytes that are not UTF-8", "mend the line" + OR_REBUILD);
            case TOO_LONG ->
                leftOut(
                        line,
                        "is longer than " + (ResultLines.MAX_BYTES >> 20) + " MiB",
                        "shorten the line" + OR_REBUILD);
        }
    }

    private void addGarbage(StoredLine line) {
        if (line.place().isTerminated()) {
            leftOut(
                    line,
                    "is not JSON (" + line.fault() + ")",
                    "mend or delete the line, or re-create the file (" + Operation.REBUILD.command() + ")");
        } else {
            leftOut(
                    line,
                    TORN,
                    "re-create the line from the run file (" + Operation.REBUILD.command() + "), or delete it");
        }
    }

    private void addEpisode(StoredLine line) {
        EnvFolder env = envs.get(line.envName().orElseThrow());
        EpisodeRecord episode =
                new EpisodeRecord(line, env == null ? 1 : env.demosPerRun().orElse(1));
        repetitions.add(episode);
        visitor.accept(episode);
        if (line.others().get(AttributeNames.FORMAT_VERSION) instanceof Number version
                && version.longValue() > RunHeader.VERSION) {
            newestVersion = version;
        }
        Object verdict = line.others().get("success");
        if (verdict != null) {
            doubtful(line, "has success " + verdict + "; expected true, false or null, so it counts as not judged");
        }
        if (line.repeatsKey()) {
            doubtful(line, "has a field twice; the last one counts");
        }
    }

    private void leftOut(StoredLine line, String problem, String advice) {
        problems.add(FileFault.leftOut(file, line.place().number(), problem, advice));
    }

    private void doubtful(StoredLine line, String problem) {
        problems.add(FileFault.doubtful(file, line.place().number(), problem, "mend the line"));
    }

    /** What follows a broken element cannot be read. */
    private void readArray() {
        try (MappingIterator<JsonNode> elements = LenientJson.trees().readValues(Files.newInputStream(file))) {
            while (elements.hasNextValue()) {
                JsonNode element = elements.nextValue();
                number++;
                add(element(number, element));
            }
        } catch (IOException e) {
            problems.add(FileFault.leftOut(
                    file,
                    "cannot be read after episode " + number + " of its array (" + LenientJson.reason(e) + ")",
                    "mend it, or re-create it from the run files (" + Operation.REBUILD.command() + ")"));
        }
    }

    private StoredLine element(int number, JsonNode json) {
        Map<String, Object> others = new LinkedHashMap<>();
        Optional<ObjectNode> object = StoredLine.isEpisode(json) ? Optional.of((ObjectNode) json) : Optional.empty();
        Optional<ResultLine> episode = object.map(element -> LenientJson.bind(element, ResultLine.class, others));
        Kind kind = episode.isPresent() ? Kind.EPISODE : Kind.NO_EPISODE;
        return new StoredLine(new Place(file, number, 0, 0, 0), kind, episode, others, object, false, "");
    }

    /** What could not be read, or is doubtful. */
    List<FileFault> problems() {
        return Stream.concat(problems.stream(), repetitions.complaint(file).stream())
                .toList();
    }

    /** Episodes that stand in the file more than once. */
    private static final class Repetitions {
        private final Map<String, Map<Integer, Integer>> firstLines = new HashMap<>();
        private EpisodeRecord first;
        private int count;

        void add(EpisodeRecord record) {
            Map<Integer, Integer> ofEnv = firstLines.computeIfAbsent(record.envName(), name -> new HashMap<>());
            record.episode().ifPresent(episode -> {
                if (ofEnv.putIfAbsent(episode, record.line()) != null) {
                    first = first == null ? record : first;
                    count++;
                }
            });
        }

        /** One complaint for all, so that a folder that was resumed often is still readable. */
        Optional<FileFault> complaint(Path file) {
            if (first == null) {
                return Optional.empty();
            }
            int episode = first.episode().getAsInt();
            String problem = Sentence.of(
                    "repeats episode %d of %s, which line %d holds too (lines that repeat an episode: %d); all are counted",
                    episode, first.envName(), firstLines.get(first.envName()).get(episode), count);
            return Optional.of(FileFault.doubtful(
                    file, first.line(), problem, "keep the first of each with: " + Operation.COMPILE.command()));
        }
    }
}
