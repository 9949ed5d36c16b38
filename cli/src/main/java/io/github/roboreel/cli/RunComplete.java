package io.github.roboreel.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;

/** The file that says that all runs of a recording are there. */
final class RunComplete {
    private static final int FORMAT_VERSION = 1;
    private static final String FILE = "run_complete.json";

    private RunComplete() {}

    /** Written beside the run files, whole or not at all. */
    static void write(RecordPlan plan) throws IOException {
        Map<String, Object> content = new LinkedHashMap<>();
        content.put("format_version", FORMAT_VERSION);
        content.put("num_envs", plan.batch().numEnvs());
        content.put("num_runs", plan.numRuns());
        content.put("video_mode", "none");
        content.put("seed", plan.batch().seed());
        content.put("instruction_type", plan.batch().instructionType());
        Path written = plan.envFolder().resolve(FILE + ".creating");
        Files.writeString(written, Json.document(content));
        Files.move(
                written,
                plan.envFolder().resolve(FILE),
                StandardCopyOption.ATOMIC_MOVE,
                StandardCopyOption.REPLACE_EXISTING);
    }
}
