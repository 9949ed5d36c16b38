package io.github.roboreel.tools.merge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.ResultLines;
import io.github.roboreel.recordings.folder.StoredLine;
import io.github.roboreel.tools.merge.MergePlan.Lines;
import io.github.roboreel.tools.merge.MergePlan.Renumbering;
import io.github.roboreel.tools.recompute.FieldSplice;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The result lines of a folder as bytes that can be appended to another's.
 *
 * @param bytes whole lines, byte for byte as they stood where the file has lines
 * @param counts how many; those that cannot be read are not among the bytes
 * @param envNames the env of each line that can be read
 */
record SourceLines(byte[] bytes, Lines counts, List<String> envNames) {
    static SourceLines none() {
        return new SourceLines(new byte[0], new Lines(0, 0, 0), List.of());
    }

    /**
     * The same lines with other numbers of runs and episodes in those of some envs.
     *
     * @throws IOException when a line of such an env cannot be read
     */
    SourceLines renumbered(List<Renumbering> renumberings) throws IOException {
        if (renumberings.isEmpty()) {
            return this;
        }
        Map<String, Renumbering> byEnv =
                renumberings.stream().collect(Collectors.toMap(Renumbering::env, numbers -> numbers));
        ByteArrayOutputStream result = new ByteArrayOutputStream(bytes.length + bytes.length / 8);
        int start = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                result.writeBytes(renumbered(Arrays.copyOfRange(bytes, start, i), byEnv));
                result.write('\n');
                start = i + 1;
            }
        }
        return new SourceLines(result.toByteArray(), counts, envNames);
    }

    private static byte[] renumbered(byte[] line, Map<String, Renumbering> byEnv) throws IOException {
        JsonNode read = LenientJson.trees().readTree(line);
        Renumbering numbers = byEnv.get(read.path("env_name").asText(""));
        return numbers == null ? line : RenumberedJson.ofLine(line, read, numbers);
    }

    /** Reads {@code episode_results.jsonl} or the older array. */
    static SourceLines read(Path file) throws IOException {
        return file.toString().endsWith(RunFolder.JSON_LINES_SUFFIX) ? ofLines(file) : ofArray(file);
    }

    /** Reads lines, whatever the file is called. */
    static SourceLines ofLines(Path file) throws IOException {
        List<String> envNames = new ArrayList<>();
        int unreadable = 0;
        int doubtful = 0;
        for (StoredLine line : ResultLines.of(file)) {
            line.envName().ifPresent(envNames::add);
            unreadable += line.isKept() ? 0 : 1;
            doubtful += line.isKept() && line.episode().isEmpty() ? 1 : 0;
        }
        byte[] kept = ResultLines.kept(file);
        return new SourceLines(kept, new Lines(envNames.size() + doubtful, unreadable, doubtful), envNames);
    }

    private static SourceLines ofArray(Path file) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        List<String> envNames = new ArrayList<>();
        int unreadable = 0;
        for (JsonNode element : LenientJson.read(file)) {
            if (StoredLine.isEpisode(element)) {
                bytes.writeBytes(FormatJson.utf8(LenientJson.ascii(element)));
                bytes.write('\n');
                envNames.add(element.path("env_name").textValue());
            } else {
                unreadable++;
            }
        }
        return new SourceLines(bytes.toByteArray(), new Lines(envNames.size(), unreadable, 0), envNames);
    }

    /** JSON objects whose numbers of run and episode are replaced; every other byte stays. */
    static final class RenumberedJson {
        private static final Pattern TRAILING_RUN = Pattern.compile("(?s)(.*_)(\\d{1,9})");

        private RenumberedJson() {}

        /** A result line: {@code run}, {@code episode} and the number that ends {@code run_name}. */
        static byte[] ofLine(byte[] line, JsonNode read, Renumbering numbers) throws IOException {
            byte[] result = ofLog(line, read, numbers);
            JsonNode episode = read.path("episode");
            if (episode.isInt()) {
                result = FieldSplice.with(result, "episode", String.valueOf(numbers.episode(episode.intValue())));
            }
            Matcher runName = TRAILING_RUN.matcher(read.path("run_name").asText(""));
            if (runName.matches()) {
                int run = numbers.run(Integer.parseInt(runName.group(2)));
                result = FieldSplice.with(result, "run_name", FormatJson.ascii(runName.group(1) + run));
            }
            return result;
        }

        /** An event log: {@code run}. A legacy list of steps has none. */
        static byte[] ofLog(byte[] log, JsonNode read, Renumbering numbers) throws IOException {
            JsonNode run = read.path("run");
            return run.isInt() ? FieldSplice.with(log, "run", String.valueOf(numbers.run(run.intValue()))) : log;
        }
    }
}
