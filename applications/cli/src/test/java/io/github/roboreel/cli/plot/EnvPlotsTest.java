package io.github.roboreel.cli.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.cli.plot.Plots.PlotStyle;
import io.github.roboreel.recordings.episodes.EpisodeSelection;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How much of an env is drawn. */
class EnvPlotsTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void noDisplay() {
        System.setProperty("java.awt.headless", "true");
    }

    @Test
    void whatWouldBeTooMuchIsSaid() throws IOException {
        PlotFolder target = PlotFolder.at(folder, PlotStyle.DEFAULT);
        EnvPlots env = new EnvPlots("Env", new EpisodeSelection(List.of(), 1), target);
        env.add(Optional.empty());
        for (int i = 0; i < EnvPlots.MAX_PATHS; i++) {
            assertTrue(env.hasRoom());
            env.add(Optional.of(Traces.episode(5, 1, Verdict.SUCCESS, true)));
        }
        assertFalse(env.hasRoom());
        env.leaveOut();
        env.leaveOut();
        env.drawPaths();
        assertEquals(
                List.of("Env_episode_007_joints.png", "Env_episode_007_speed.png", "Env_paths.png"),
                target.files().stream().map(f -> f.getFileName().toString()).toList());
        assertEquals(
                List.of(
                        "Env: joints, speed and score of the first 1 of 103 episodes are drawn;"
                                + " others can be chosen",
                        "Env: the paths of the first 100 of 103 episodes are drawn; others" + " can be chosen",
                        "Env: 1 of 103 episodes are shorter than 3 steps and not drawn"),
                env.notes());
    }

    @Test
    void nothingIsSaidWhenAllIsDrawn() throws IOException {
        EnvPlots env = new EnvPlots("Env", EpisodeSelection.parse("all"), PlotFolder.at(folder, PlotStyle.DEFAULT));
        env.add(Optional.of(Traces.episode(5, 1, Verdict.UNKNOWN, false)));
        env.drawPaths();
        assertEquals(List.of(), env.notes());
    }

    @Test
    void twoEpisodesOfOneNumberBothGetTheirPictures() throws IOException {
        PlotFolder target = PlotFolder.at(folder, PlotStyle.DEFAULT);
        EnvPlots env = new EnvPlots("Env", EpisodeSelection.first(), target);
        env.add(Optional.of(Traces.episode(5, 1, Verdict.SUCCESS, false)));
        env.add(Optional.of(Traces.episode(5, 1, Verdict.FAILURE, false)));
        assertEquals(
                List.of(
                        "Env_episode_007_joints.png",
                        "Env_episode_007_speed.png",
                        "Env_episode_007_joints_2.png",
                        "Env_episode_007_speed_2.png"),
                target.files().stream().map(f -> f.getFileName().toString()).toList());
    }
}
