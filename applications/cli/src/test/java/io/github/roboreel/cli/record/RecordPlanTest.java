package io.github.roboreel.cli.record;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordPlanTest {
    @TempDir
    Path folder;

    @Test
    void aClockThatGoesBackNeverLeadsIntoAFolderThatIsThere() throws IOException {
        RecordCommand options = new RecordCommand();
        options.outputDir = folder;
        options.instructionType = "vague";
        LocalDateTime twice = LocalDateTime.of(2026, 10, 25, 2, 30, 0);

        Path first = Files.createDirectory(RecordPlan.newFolder(options, "hold", twice));
        Path second = Files.createDirectory(RecordPlan.newFolder(options, "hold", twice));
        Path third = RecordPlan.newFolder(options, "hold", twice);

        assertEquals(folder.resolve("2026-10-25_02-30-00_hold_vague"), first);
        assertEquals(folder.resolve("2026-10-25_02-30-00_hold_vague-2"), second);
        assertEquals(folder.resolve("2026-10-25_02-30-00_hold_vague-3"), third);
    }
}
