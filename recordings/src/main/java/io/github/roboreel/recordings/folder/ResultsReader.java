package io.github.roboreel.recordings.folder;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.RunHeader;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.recorder.files.NewerFormatException;
import io.github.roboreel.recordings.folder.StoredLine.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the results of a folder; what is no episode is reported and skipped. */
final class ResultsReader {
    /** What is wrong with a last line that is not whole. */
    static final String TORN = "is torn: its recorder died while it wrote it";

    private static final String OR_REBUILD = ", or delete it and re-create it (" + Operation.REBUILD.command() + ")";

    private final Path file;
    private final Map<String, EnvFolder> envs;
    private final List<FileFault> problems;
    private final List<EpisodeRecord> records = new ArrayList<>();
    private Object newestVersion = RunHeader.VERSION;

    private ResultsReader(Path file, Map<String, EnvFolder> envs, List<FileFault> problems) {
        this.file = file;
        this.envs = envs;
        this.problems = problems;
    }

    /**
     * The results in the order of the file.
     *
     * @param envs env folders by name
     * @param problems where what cannot be read is added
     * @throws NewerFormatException when a line is of a newer version
     */
    static List<EpisodeRecord> read(Path file, Map<String, EnvFolder> envs, List<FileFault> problems)
            throws NewerFormatException {
        ResultsReader reader = new ResultsReader(file, envs, problems);
        try {
            if (file.endsWith(RunFolder.LEGACY_RESULTS)) {
                reader.readArray();
            } else {
                ResultLines.visit(file, reader::add);
            }
        } catch (IOException e) {
            problems.add(FileFault.leftOut(file, "cannot be read (" + e + ")", "check the file and its disk"));
        }
        NewerFormatException.requireKnown(file, reader.newestVersion, RunHeader.VERSION);
        reader.complainAboutRepeated();
        return reader.records;
    }

    private void add(StoredLine line) {
        int number = line.number();
        switch (line.kind()) {
            case EPISODE -> addEpisode(line);
            case NO_EPISODE ->
                leftOut(
                        number,
                        "is no episode: expected an object whose env_name is the name of a folder",
                        "mend or delete the line");
            case NO_JSON -> addGarbage(line);
            case NOT_UTF8 -> leftOut(number, "has bytes that are not UTF-8", "mend the line" + OR_REBUILD);
            case TOO_LONG ->
                leftOut(
                        number,
                        "is longer than " + (ResultLines.LONGEST_BYTES >> 20) + " MiB",
                        "shorten the line" + OR_REBUILD);
        }
    }

    private void addGarbage(StoredLine line) {
        if (line.isTerminated()) {
            leftOut(
                    line.number(),
                    "is not JSON (" + line.fault() + ")",
                    "mend or delete the line, or re-create the file (" + Operation.REBUILD.command() + ")");
        } else {
            leftOut(
                    line.number(),
                    TORN,
                    "re-create the line from the run file (" + Operation.REBUILD.command() + "), or delete it");
        }
    }

    private void addEpisode(StoredLine line) {
        EnvFolder env = envs.get(line.envName().orElseThrow());
        EpisodeRecord episode =
                new EpisodeRecord(line, env == null ? 1 : env.demosPerRun().orElse(1));
        records.add(episode);
        if (line.others().get(AttributeNames.FORMAT_VERSION) instanceof Number version
                && version.longValue() > RunHeader.VERSION) {
            newestVersion = version;
        }
        Object verdict = line.others().get("success");
        if (verdict != null) {
            doubtful(
                    line.number(),
                    "has success " + verdict + "; expected true, false or null, so it counts as not judged");
        }
        if (line.repeatsKey()) {
            doubtful(line.number(), "has a field twice; the last one counts");
        }
    }

    private void leftOut(int line, String problem, String advice) {
        problems.add(FileFault.leftOut(file, line, problem, advice));
    }

    private void doubtful(int line, String problem) {
        problems.add(FileFault.doubtful(file, line, problem, "mend the line"));
    }

    /** What follows a broken element cannot be read. */
    private void readArray() {
        int number = 0;
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
        return new StoredLine(file, number, 0, 0, 0, kind, episode, others, object, false, "");
    }

    /** One complaint for all, so that a folder that was resumed often is still readable. */
    private void complainAboutRepeated() {
        Map<String, Map<Integer, Integer>> firstLines = new HashMap<>();
        List<EpisodeRecord> repeated = new ArrayList<>();
        for (EpisodeRecord record : records) {
            Map<Integer, Integer> ofEnv = firstLines.computeIfAbsent(record.envName(), name -> new HashMap<>());
            record.episode().ifPresent(episode -> {
                if (ofEnv.putIfAbsent(episode, record.line()) != null) {
                    repeated.add(record);
                }
            });
        }
        if (!repeated.isEmpty()) {
            EpisodeRecord one = repeated.get(0);
            int episode = one.episode().getAsInt();
            problems.add(FileFault.doubtful(
                    file,
                    one.line(),
                    Sentence.of(
                            "repeats episode %d of %s, which line %d holds too (lines that repeat an episode: %d); all"
                                    + " are counted",
                            episode,
                            one.envName(),
                            firstLines.get(one.envName()).get(episode),
                            repeated.size()),
                    "keep the first of each with: " + Operation.COMPILE.command()));
        }
    }
}
