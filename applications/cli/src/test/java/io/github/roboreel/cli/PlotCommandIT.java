package io.github.roboreel.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.cli.base.Outcome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The plot command on a folder of RoboLab. */
class PlotCommandIT {
    private static final String ENV = "RubiksCubeAndBananaTask";

    @TempDir
    Path temp;

    private Path example;

    @BeforeEach
    void makeExample() throws Exception {
        example = temp.resolve("example");
        ChildJvm.python(InProcess.HOME.resolve("conformance/make_example.py").toString(), example.toString());
    }

    @Test
    void listsThePicturesThatItDrew() throws Exception {
        InProcess plot = InProcess.run("plot", example.toString(), "--episodes=2", "--json");
        assertEquals(Outcome.OK, plot.outcome(), plot.err());
        assertEquals("", plot.err());
        JsonNode document = new ObjectMapper().readTree(plot.out());
        Path plots = example.resolve("plots");
        assertEquals(plots.toString(), document.get("folder").textValue());
        List<String> files = new ArrayList<>();
        document.get("files").forEach(file -> files.add(file.textValue()));
        List<String> expected = List.of(
                "success_rate",
                ENV + "_episode_002_joints",
                ENV + "_episode_002_speed",
                ENV + "_episode_002_score",
                ENV + "_paths");
        assertEquals(
                expected.stream()
                        .map(name -> plots.resolve(name + ".png").toString())
                        .toList(),
                files);
        for (String file : files) {
            assertTrue(ImageIO.read(Path.of(file).toFile()).getWidth() > 1000, file);
        }
    }

    @Test
    void comparesFolders() throws Exception {
        Path other = ExampleFolders.make(temp.resolve("other"));
        Path pictures = temp.resolve("pictures");
        InProcess plot = InProcess.run(
                "plot",
                example.toString(),
                other.toString(),
                "--episodes=2",
                "--format=svg",
                "--no-title",
                "--output-dir=" + pictures);
        assertEquals(Outcome.OK, plot.outcome(), plot.err());
        List<String> expected = new ArrayList<>(List.of("success_rate", "score_and_time"));
        for (String folder : List.of("example_", "other_")) {
            for (String figure : List.of("episode_002_joints", "episode_002_speed", "episode_002_score")) {
                expected.add(folder + ENV + "_" + figure);
            }
            expected.add(folder + ENV + "_paths");
        }
        assertEquals(
                expected.stream()
                        .map(name -> pictures.resolve(name + ".svg").toString())
                        .toList(),
                plot.out().lines().toList());
        String success = Files.readString(pictures.resolve("success_rate.svg"));
        assertTrue(success.contains(">" + ENV + ", other<"), "a row per folder");
        assertTrue(!success.contains(">Success rate<"), "no title");
    }

    @Test
    void neverOverwritesAPicture() throws Exception {
        Path mine = Files.createDirectory(temp.resolve("mine"));
        Path picture = Files.writeString(mine.resolve("success_rate.png"), "my picture");
        InProcess refused = InProcess.run("plot", example.toString(), "--output-dir=" + mine);
        assertEquals(Outcome.BAD_ARGUMENTS, refused.outcome());
        assertTrue(refused.err().contains("holds pictures already"), refused.err());
        assertEquals("my picture", Files.readString(picture));

        Files.createDirectories(example.resolve("plots"));
        Files.writeString(example.resolve("plots").resolve("x.png"), "old");
        InProcess beside = InProcess.run("plot", example.toString(), "--episodes=0");
        assertEquals(Outcome.OK, beside.outcome(), beside.err());
        assertTrue(beside.out().lines().allMatch(l -> l.startsWith(example + "/plots-2/")), beside.out());
    }

    @Test
    void whatCannotBeDrawnIsRefused() {
        String folder = example.toString();
        requireRefused("format 'eps'", "plot", folder, "--format=eps");
        requireRefused("--by 'task'", "plot", folder, "--by=task");
        requireRefused("episodes 'last'", "plot", folder, "--episodes=last");
        requireRefused("there is no folder", "plot", folder + "x");
    }

    private static void requireRefused(String sentence, String... arguments) {
        InProcess plot = InProcess.run(arguments);
        assertEquals(Outcome.BAD_ARGUMENTS, plot.outcome());
        assertEquals("", plot.out());
        assertTrue(plot.err().contains(sentence), plot.err());
    }

    @Test
    void aFolderWithoutEpisodesIsReported() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        InProcess plot = InProcess.run("plot", empty.toString());
        assertEquals(Outcome.DATA_LOST, plot.outcome());
        assertEquals("", plot.out());
        assertTrue(plot.err().contains(empty.toString()), plot.err());
    }
}
