package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Locator;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Files that are damaged, missing or forbidden, names that are strange: the page says so and shows the rest. */
@ExtendWith(Browsers.class)
class TroubleIT {
    private static final String VIDEO = "BananaInBowlTask/Put_the_banana_in_the_bowl_";

    @Test
    void whatCannotBeShownIsSaidAndTheRestIsShown(Tab tab) throws IOException {
        Path folder = Takes.copy(Takes.Filmed.FOLDER.resolve("first"));
        Path recording = folder.resolve("first");
        try (RandomAccessFile run = new RandomAccessFile(
                recording.resolve("BananaInBowlTask/run_0.hdf5").toFile(), "rw")) {
            run.write(new byte[4096]);
        }
        Files.delete(recording.resolve(VIDEO + "1_env0.mp4"));
        Files.delete(recording.resolve(VIDEO + "1_env0_viewport.mp4"));
        byte[] noise = new byte[10_000];
        new Random(1).nextBytes(noise);
        Files.write(recording.resolve(VIDEO + "1_env1.mp4"), noise);
        try (Serving serving = Serving.of(folder).indexed()) {
            List<String> episodes = serving.episodes(serving.recording("first"));

            tab.open(serving, "#/episode/" + episodes.get(0));
            tab.awaitText("run_0.hdf5 is not an HDF5 file");
            tab.awaitText("The fields of this episode cannot be read.");
            tab.await("() => document.querySelector('video')?.readyState >= 2", null);

            tab.go(serving, "#/episode/" + episodes.get(2) + "?fields=obs/arm_joint_pos[0]");
            tab.awaitText("stored pictures");
            assertEquals(0, tab.page().locator("video").count());
            tab.page().waitForSelector(".plot-host:not(.loading) .u-over");

            tab.go(serving, "#/episode/" + episodes.get(3) + "?fields=obs/arm_joint_pos[0]");
            tab.awaitText("This video is missing, damaged or of an unknown format.");
            tab.awaitText(".mp4 holds no video");
            tab.await("() => [...document.querySelectorAll('video')].some(video => video.readyState >= 2)", null);
            tab.page().waitForSelector(".plot-host:not(.loading) .u-over");
        }
    }

    @Test
    void aFolderThatMayNotBeReadIsNamed(Tab tab) throws IOException {
        assumeTrue(RoboReel.isStoppedByPermissions(), "root may read everything here, and setpriv cannot change that");
        Path folder = Takes.copy(Takes.Filmed.FOLDER.resolve("first"));
        Path secret = Files.createDirectory(folder.resolve("private"));
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        try (Serving serving = Serving.of(folder).indexed()) {
            tab.open(serving, "#/");
            tab.awaitText("The server cannot look into " + folder.getFileName() + "/private");
            tab.awaitText("first");
        } finally {
            Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("rwx------"));
        }
    }

    @Test
    void aFolderThatVanishesIsGoneFromThePagesAndWhatWasTypedIsKept(Tab tab) throws IOException {
        Path folder = Takes.copy(Takes.Filmed.FOLDER.resolve("first"));
        try (Serving serving = Serving.of(folder).indexed()) {
            String episode = serving.episodes(serving.recording("first")).get(0);
            tab.open(serving, "#/episode/" + episode);
            Locator note = tab.page().locator(".notes textarea");
            note.fill("Look at step 12.");
            try (Stream<Path> files = Files.walk(folder.resolve("first"))) {
                files.sorted(Comparator.reverseOrder())
                        .forEach(file -> file.toFile().delete());
            }
            tab.page().keyboard().press("Control+Enter");
            tab.awaitText("Not saved.");
            assertEquals("Look at step 12.", note.inputValue());
            serving.await("/recordings", all -> all.path("total").asInt() == 0);
            tab.go(serving, "#/episode/" + episode);
            tab.awaitText("There is no episode of that id");
            tab.go(serving, "#/");
            tab.awaitText("No recordings here yet");
            for (String complaint : tab.takeComplaints()) {
                assertTrue(complaint.matches(".*status of (404|500).*"), complaint);
            }
        }
    }

    @Test
    void strangeNamesStayInTheirPlace(Tab tab) throws IOException {
        Path source = Files.list(Takes.Hostile.FOLDER).findFirst().orElseThrow();
        Path folder = Takes.copy(source);
        Path taken = folder.resolve(source.getFileName());
        String words = "very ".repeat(50) + "w".repeat(200);
        Path results = taken.resolve("episode_results.jsonl");
        Files.writeString(results, Files.readString(results).replace(Takes.HOSTILE, words));
        for (String name : List.of("line\nbreak", "\u202Ereversed", "\u05E9\u05DC\u05D5\u05DD", "w".repeat(200))) {
            Files.move(Takes.copy(taken).resolve(source.getFileName()), folder.resolve(name));
        }
        try (Serving serving = Serving.of(folder).indexed()) {
            String recording = serving.recording("w".repeat(200));
            String episode = serving.episodes(recording).get(0);
            tab.open(serving, "#/");
            tab.width(800);
            for (String page : List.of(
                    "#/",
                    "#/recording/" + recording,
                    "#/episodes?recording=" + recording,
                    "#/episodes?view=cards",
                    "#/metrics?recording=" + recording,
                    "#/pair/" + episode + "/" + episode,
                    "#/episode/" + episode,
                    "#/episode/" + episode + "?tab=metadata",
                    "#/compare?recording=" + recording + "&recording=" + serving.recording("line\nbreak"),
                    "#/tasks",
                    "#/problems?recording=" + recording)) {
                tab.go(serving, page);
                assertEquals(List.of(), tab.stickingOut(), page);
            }
            tab.go(serving, "#/");
            tab.awaitText("line break");
            assertEquals(5, tab.page().locator("[data-row-link]").count());
        }
    }
}
