package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Tells whether a recorder is at work in a folder, without touching its lock. */
final class RecordingSign {
    private RecordingSign() {}

    /** Whether the process that says it records here is alive on this machine. */
    static boolean isBeingRecorded(Path folder) {
        Path file = folder.resolve(RunFolder.LOCK_HOLDER);
        if (!Files.isRegularFile(file)) {
            return false;
        }
        try {
            JsonNode holder = FormatJson.read(Files.readAllBytes(file));
            Optional<ProcessHandle> process =
                    ProcessHandle.of(holder.path("pid").asLong(-1));
            return process.isPresent() && hasStarted(process.get(), holder);
        } catch (IOException e) {
            return false;
        }
    }

    /** A number may have been given to another process since. */
    private static boolean hasStarted(ProcessHandle process, JsonNode holder) {
        String started = process.info().startInstant().map(Instant::toString).orElse("unknown");
        return holder.path("process_started").asText(started).equals(started);
    }
}
