package io.github.roboreel.tools.resume;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.LenientJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.WholeFile;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Takes the lines of one run out of {@code episode_results.jsonl}, all others as they were. */
final class RunLines {
    private static final Pattern LINE_END = Pattern.compile("(?<=\n)");

    /** Keeps every byte as it is, also those of a line that is no UTF-8. */
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    private RunLines() {}

    /** Afterwards the lines are in a file of the same name in {@code aside}. */
    static void moveOut(Path folder, String envName, int run, Path aside) throws IOException {
        Path results = folder.resolve(RunFolder.RESULTS);
        if (!Files.exists(results)) {
            return;
        }
        StringBuilder kept = new StringBuilder();
        StringBuilder moved = new StringBuilder();
        for (String line : LINE_END.split(Files.readString(results, BYTES))) {
            (isOf(line, envName, run) ? moved : kept).append(line);
        }
        if (moved.isEmpty()) {
            return;
        }
        Files.writeString(aside.resolve(RunFolder.RESULTS), moved, BYTES);
        WholeFile.write(results, kept.toString().getBytes(BYTES));
    }

    private static boolean isOf(String line, String envName, int run) {
        try {
            JsonNode json = LenientJson.trees().readTree(line.getBytes(BYTES));
            return json.path("env_name").asText().equals(envName)
                    && json.path("run").isInt()
                    && json.path("run").asInt() == run;
        } catch (IOException e) {
            return false;
        }
    }
}
