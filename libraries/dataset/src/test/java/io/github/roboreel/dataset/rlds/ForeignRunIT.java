package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs as RoboLab itself leaves them: sparse subtask rows, two reset rows, no final observation. */
class ForeignRunIT {
    @TempDir
    Path folder;

    @Test
    void exportsWhatRoboLabRecorded() throws Exception {
        Path recorded = folder.resolve("foreign");
        Python.output(Python.CONFORMANCE.resolve("make_example.py"), recorded, "--foreign");
        List<Path> files;
        try (Stream<Path> all = Files.walk(recorded)) {
            files = all.filter(f -> f.toString().endsWith(".hdf5")).sorted().toList();
        }
        RldsOptions options = new RldsOptions(
                folder.resolve("tfds"),
                "robolab",
                Optional.of("foreign"),
                "1.0.0",
                ImageFormat.PNG,
                RewardPolicy.SUCCESS,
                false);
        ExportSummary summary = new RldsExporter(options).export(source(files), ExportProgress.NONE);
        assertTrue(summary.target().endsWith("robolab/foreign/1.0.0"));
        assertTrue(summary.notes().get(0).contains("T actions are T steps"));
        Python.Result checked = Python.run(
                Python.CONFORMANCE.resolve("check_rlds.py"),
                summary.target(),
                "--expect-episodes",
                summary.episodes(),
                "--expect-steps",
                summary.steps());
        assertEquals(0, checked.exitCode(), checked.output());
        int compared = ExportChecks.compared(summary.target(), recorded, source(files));
        Set<String> declared = FeaturesFile.read(summary.target()).keySet();
        assertTrue(declared.contains("arrays/subtask/score"), declared.toString());
        long recordedArrays = declared.stream()
                .filter(key -> key.startsWith("arrays/") || isRecordedStep(key))
                .count();
        assertEquals(summary.episodes() * recordedArrays, compared);
        assertEquals(
                "foreign",
                new ObjectMapper()
                        .readTree(summary.target().resolve("dataset_info.json").toFile())
                        .get("configName")
                        .asText());
    }

    private static boolean isRecordedStep(String key) {
        return key.equals("steps/action") || key.startsWith("steps/observation/") || key.startsWith("steps/next/");
    }

    private static EpisodeSource source(List<Path> files) {
        return visitor -> {
            for (Path file : files) {
                try (Hdf5RunReader run = Hdf5RunReader.open(file)) {
                    for (String demo : run.demoNames()) {
                        visitor.visit(facts(file, demo), run.demo(demo));
                    }
                }
            }
        };
    }

    private static EpisodeFacts facts(Path file, String demo) throws IOException {
        String run = file.getFileName().toString().replaceAll("run_(\\d+).*", "$1");
        int env = Integer.parseInt(demo.replaceAll("\\D", ""));
        return new EpisodeFacts(
                file,
                demo,
                file.getParent().getFileName().toString(),
                Integer.parseInt(run),
                env,
                env,
                "stack them",
                Optional.empty(),
                Ending.TRUNCATED,
                Optional.empty(),
                OptionalDouble.empty(),
                OptionalLong.empty(),
                1 / 15.0,
                Map.of(),
                Map.of(),
                Map.of(),
                "");
    }
}
