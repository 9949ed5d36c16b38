package io.github.roboreel.tools.merge;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.tools.metrics.FieldSplice;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** JSON objects whose numbers of run and episode are replaced; every other byte stays. */
final class RenumberedJson {
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
            result = FieldSplice.with(result, "run_name", SourceLines.text(runName.group(1) + run));
        }
        return result;
    }

    /** An event log: {@code run}. A legacy list of steps has none. */
    static byte[] ofLog(byte[] log, JsonNode read, Renumbering numbers) throws IOException {
        JsonNode run = read.path("run");
        return run.isInt() ? FieldSplice.with(log, "run", String.valueOf(numbers.run(run.intValue()))) : log;
    }
}
