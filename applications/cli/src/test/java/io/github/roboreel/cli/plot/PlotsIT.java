package io.github.roboreel.cli.plot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.ChildJvm;
import io.github.roboreel.cli.ExampleFolders;
import io.github.roboreel.cli.plot.Plots.PlotOptions;
import io.github.roboreel.cli.plot.Plots.PlotStyle;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recordings.episodes.EpisodeSelection;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.confidence.RateInterval;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pictures of folders that h5py wrote. */
class PlotsIT {
    private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};

    @TempDir
    Path temp;

    @BeforeAll
    static void noDisplay() {
        System.setProperty("java.awt.headless", "true");
    }

    @ParameterizedTest
    @CsvSource({"'', all", "--foreign, 3", "--legacy, 3"})
    void drawsEveryKindOfFolder(String mode, String episodes) throws Exception {
        Path folder =
                ExampleFolders.make(temp.resolve("example"), mode.isEmpty() ? new String[0] : new String[] {mode});
        EpisodeSelection selection = EpisodeSelection.parse(episodes);
        Plots.Drawn drawn = draw(folder, PlotFolder.in(folder, PlotStyle.DEFAULT), selection);

        List<String> expected = new ArrayList<>(List.of("success_rate.png"));
        for (int episode = 0; episode < 4; episode++) {
            for (String figure : List.of("joints", "speed", "score")) {
                if (selection.includes(episode)) {
                    expected.add("%s_episode_%03d_%s.png".formatted(ExampleFolders.ENV, episode, figure));
                }
            }
        }
        expected.add(ExampleFolders.ENV + "_paths.png");
        assertEquals(expected, names(drawn));
        assertEquals(List.of(), drawn.problems());
        assertEquals(List.of(), drawn.notes());
        for (Path file : drawn.folder().files()) {
            assertEquals(folder.resolve("plots"), file.getParent());
            requirePng(file);
        }
    }

    private static void requirePng(Path file) throws IOException {
        byte[] head = new byte[PNG.length];
        try (var in = Files.newInputStream(file)) {
            assertEquals(PNG.length, in.read(head));
        }
        assertArrayEquals(PNG, head);
        BufferedImage image = ImageIO.read(file.toFile());
        assertTrue(image.getWidth() >= 1800, file + " is " + image.getWidth() + " wide");
        assertTrue(image.getHeight() >= 400, file + " is " + image.getHeight() + " high");
        Pictures.requireDrawn(file.toString(), image);
    }

    @Test
    void onlyChosenEpisodesAreDrawn() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("example"));
        PlotFolder target = PlotFolder.at(temp.resolve("elsewhere"), PlotStyle.DEFAULT);
        Plots.Drawn drawn = draw(folder, target, EpisodeSelection.parse("1"));
        String env = ExampleFolders.ENV;
        assertEquals(
                List.of(
                        "success_rate.png",
                        env + "_episode_001_joints.png",
                        env + "_episode_001_speed.png",
                        env + "_episode_001_score.png",
                        env + "_paths.png"),
                names(drawn));
        assertEquals(List.of(), drawn.notes());
    }

    @Test
    void nothingIsOverwritten() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("example"));
        EpisodeSelection one = EpisodeSelection.parse("0");
        Path first = draw(folder, PlotFolder.in(folder, PlotStyle.DEFAULT), one)
                .folder()
                .path();
        byte[] before = Files.readAllBytes(first.resolve("success_rate.png"));
        Path second = draw(folder, PlotFolder.in(folder, PlotStyle.DEFAULT), one)
                .folder()
                .path();
        Path third = draw(folder, PlotFolder.in(folder, PlotStyle.DEFAULT), one)
                .folder()
                .path();
        assertEquals(
                List.of("plots", "plots-2", "plots-3"),
                List.of(first, second, third).stream()
                        .map(p -> p.getFileName().toString())
                        .toList());
        assertArrayEquals(before, Files.readAllBytes(first.resolve("success_rate.png")));

        IllegalArgumentException refusal =
                assertThrows(IllegalArgumentException.class, () -> PlotFolder.at(first, PlotStyle.DEFAULT));
        assertTrue(refusal.getMessage().contains("holds pictures already"), refusal.getMessage());
        Path file = Files.createFile(temp.resolve("file"));
        assertThrows(IllegalArgumentException.class, () -> PlotFolder.at(file, PlotStyle.DEFAULT));
        Path other = Files.createDirectory(temp.resolve("other"));
        Files.createFile(other.resolve("notes.txt"));
        assertEquals(other, PlotFolder.at(other, PlotStyle.DEFAULT).path());
    }

    @Test
    void moreEpisodesThanOneWantsToSeeAreLeftOutWithASentence() throws Exception {
        Path folder = ExampleFolders.make(temp.resolve("example"));
        EpisodeSelection two = new EpisodeSelection(List.of(), 2);
        Plots.Drawn drawn = draw(folder, PlotFolder.in(folder, PlotStyle.DEFAULT), two);
        String env = ExampleFolders.ENV;
        assertEquals(
                List.of(env + "_episode_000_speed.png", env + "_episode_001_speed.png"),
                names(drawn).stream()
                        .filter(name -> name.endsWith("_speed.png"))
                        .toList());
        assertTrue(names(drawn).contains(env + "_paths.png"));
        assertEquals(
                List.of(env
                        + ": joints, speed and score of the first 2 of 4 episodes are"
                        + " drawn; others can be chosen"),
                drawn.notes());
    }

    @Test
    void whatCannotBeReadIsReportedAndTheRestIsDrawn() throws Exception {
        Path example = ExampleFolders.make(temp.resolve("example"));
        String env = ExampleFolders.ENV;
        Path log = example.resolve(env).resolve("log_0_env1.json");
        Path torn = example.resolve(env).resolve("run_1.hdf5");
        ChildJvm.python("-c", """
                import sys, h5py, numpy as np
                with h5py.File(sys.argv[1], 'r+') as f:
                    del f['data/demo_0/actions']
                    del f['data/demo_0/ee_pose']
                    f['data/demo_1/states/articulation/robot/joint_velocity'][9, 2] = np.nan
                    f['data/demo_1/ee_pose/position'][3, 0] = np.inf
                    f['data/demo_1/ee_pose/linear_velocity'][:] = np.nan
                """, example.resolve(env).resolve("run_0.hdf5").toString());
        Files.writeString(log, "{torn");
        try (FileChannel file = FileChannel.open(torn, StandardOpenOption.WRITE)) {
            file.truncate(file.size() / 2);
        }
        Plots.Drawn drawn = draw(example, PlotFolder.in(example, PlotStyle.DEFAULT), EpisodeSelection.first());
        assertEquals(
                List.of(
                        "success_rate.png",
                        env + "_episode_000_joints.png",
                        env + "_episode_000_score.png",
                        env + "_episode_001_joints.png",
                        env + "_episode_001_speed.png",
                        env + "_episode_001_score.png",
                        env + "_paths.png"),
                names(drawn));
        List<Path> reported = drawn.problems().stream().map(p -> p.file()).toList();
        assertEquals(List.of(log, torn), reported);
    }

    @Test
    void anEmptyFolderIsReported() throws Exception {
        Path empty = Files.createDirectory(temp.resolve("empty"));
        Plots.Drawn drawn = draw(empty, PlotFolder.in(empty, PlotStyle.DEFAULT), EpisodeSelection.first());
        assertEquals(List.of(), drawn.folder().files());
        assertEquals(1, drawn.problems().size());
        assertTrue(drawn.problems().get(0).isLeftOut());
        assertTrue(Files.notExists(empty.resolve("plots")));
    }

    private static Plots.Drawn draw(Path folder, PlotFolder target, EpisodeSelection selection) throws IOException {
        PlotOptions options = new PlotOptions(selection, Comparison.FOLDER, RateInterval.HPD, MetricSettings.roboLab());
        return Plots.draw(List.of(ResultFolder.open(folder)), target, options);
    }

    private static List<String> names(Plots.Drawn drawn) {
        return drawn.folder().files().stream()
                .map(f -> f.getFileName().toString())
                .toList();
    }
}
