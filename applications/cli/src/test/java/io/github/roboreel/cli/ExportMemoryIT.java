package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** An episode whose pictures are larger than the heap is exported all the same. */
class ExportMemoryIT {
    @TempDir
    static Path takes;

    @TempDir
    Path temp;

    static Stream<String> formats() {
        return Stream.of(
                "minari --root {} --id robolab/long-v0",
                "minari --root {} --id robolab/arrow-v0 --data-format=arrow",
                "rlds --out {} --name long",
                "lerobot --out {} --repo-id lab/long",
                "robomimic --out {}/long.hdf5");
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aThousandStepsNeedFewMebibytes(String line) throws Exception {
        export(line, 1000, 72, 60);
    }

    @Test
    @Tag("slow")
    @Timeout(3600)
    void tenThousandStepsNeedHalfAGibibyte() throws Exception {
        List<String> lines = new ArrayList<>(formats().toList());
        lines.add("minari --root {} --id robolab/obs-v0 --observations=obs");
        lines.add("lerobot --out {} --repo-id lab/exact --images=png");
        for (String line : lines) {
            export(line, 10_000, 512, 600);
        }
    }

    private void export(String line, int steps, int heapMebibytes, int seconds) throws Exception {
        assertTrue(LongTake.pictureBytes(steps) > (long) heapMebibytes << 20);
        List<String> words = List.of(line.replace("{}", temp.toString()).split(" "));
        List<String> arguments = new ArrayList<>(List.of("export", words.get(0), "--json"));
        arguments.addAll(List.of("--quiet", take(steps).toString()));
        arguments.addAll(words.subList(1, words.size()));

        ChildJvm child =
                ChildJvm.startWith(temp, List.of("-Xmx" + heapMebibytes + "m"), arguments.toArray(String[]::new));

        assertEquals(0, child.exitCode(seconds), child.err());
        JsonNode summary = new ObjectMapper().readTree(child.out());
        assertEquals(steps, summary.get("steps").asInt());
        assertEquals(1, summary.get("episodes").asInt());
    }

    /** Recorded when it is first needed. */
    private static Path take(int steps) {
        Path folder = takes.resolve("steps_" + steps);
        return folder.toFile().exists() ? folder : LongTake.record(folder, steps);
    }
}
