package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The episode's page: one clock for videos and plots, no peak lost, notes that stay, text that stays text. */
@ExtendWith(Browsers.class)
class EpisodeIT {
    /** Notes the number of each frame that a video shows. */
    private static final String WATCH = """
            fps => {
              const video = document.querySelector("video");
              window.frames_ = [];
              const on = (now, frame) => {
                const number = Math.round(frame.mediaTime * fps);
                if (window.frames_.at(-1) !== number) window.frames_.push(number);
                video.requestVideoFrameCallback(on);
              };
              video.requestVideoFrameCallback(on);
            }""";

    private static final String SHOWN = """
            frame => Number(document.querySelector(".step-input").value) === frame + 1
              && window.frames_.at(-1) === frame""";

    @Test
    void aStepIsAFrameAndAClickSeeks(Tab tab) {
        try (Serving serving = Serving.of(Takes.Filmed.FOLDER).indexed()) {
            String episode = serving.episodes(serving.recording("first")).get(0);
            double fps =
                    serving.get("/episodes/" + episode).at("/cameras/0/fps").asDouble();
            assertTrue(fps > 0);
            // Slowly, that it still plays when the test looks.
            tab.open(serving, "#/episode/" + episode + "?fields=obs/arm_joint_pos[0]&step=20&speed=0.1");
            tab.await("() => [...document.querySelectorAll('video')].every(video => video.readyState >= 2)", null);
            Page page = tab.page();
            page.evaluate(WATCH, fps);
            page.keyboard().press("Home");
            tab.await(SHOWN, 0);
            for (int step = 1; step <= 4; step++) {
                page.keyboard().press("ArrowRight");
                tab.await(SHOWN, step);
            }
            page.keyboard().press("ArrowLeft");
            tab.await(SHOWN, 3);
            assertEquals(
                    List.of(0, 1, 2, 3, 4, 3),
                    page.evaluate("() => window.frames_.slice(window.frames_.lastIndexOf(0))"));

            BoundingBox plot = page.locator(".u-over").first().boundingBox();
            page.mouse().click(plot.x + plot.width * 0.5, plot.y + plot.height * 0.5);
            tab.await("() => Math.abs(Number(document.querySelector('.step-input').value) - 30) <= 1", null);
            tab.await("() => window.frames_.at(-1) === Number(document.querySelector('.step-input').value) - 1", null);
            tab.await("() => location.hash.includes('step=')", null);

            page.evaluate("() => document.activeElement.blur()");
            page.keyboard().press("Space");
            tab.await("() => !document.querySelector('video').paused", null);
            page.keyboard().press("Space");
            tab.await("() => document.querySelector('video').paused", null);
        }
    }

    @Test
    void episodePage_ownClock_showsTheTimesOfTheFileAndTheStepsOfTheEventsCommand(Tab tab) throws Exception {
        Path recording = Takes.Clocked.FOLDER.resolve("clocked");
        JsonNode stored = storedTimes(recording.resolve("OwnClock/run_0.hdf5"));
        JsonNode printed = new ObjectMapper()
                .readTree(RoboReel.run("events", recording.toString(), "--json"))
                .at("/episodes/0/entries/0");
        int step = printed.path("step").asInt();
        assertEquals(stored.path(step - 1).asDouble(), printed.path("time_s").asDouble());
        try (Serving serving = Serving.of(Takes.Clocked.FOLDER).indexed()) {
            String episode = serving.episodes(serving.recording("clocked")).get(0);
            JsonNode told = serving.get("/episodes/" + episode + "/events").at("/events/0");
            for (String fact : List.of("step", "row", "time_s", "name")) {
                assertEquals(printed.path(fact), told.path(fact), fact);
            }

            tab.open(serving, "#/episode/" + episode + "?fields=actions[0]");
            awaitClock(tab, 1, stored);
            tab.page().locator(".event").click();
            awaitClock(tab, step, stored);
            assertEquals(
                    Integer.toString(step), tab.page().locator(".event-step").innerText());
            String spoken = tab.page().locator(".event-name").textContent();
            assertTrue(spoken.contains("at " + seconds(stored, step) + " seconds"), spoken);
            tab.await("step => location.hash.includes('step=' + step)", step);
            tab.page().keyboard().press("End");
            awaitClock(tab, Takes.Clocked.STEPS, stored);
            String[] csv = ((String) tab.page()
                            .evaluate(
                                    "path => fetch(path).then(answer => answer.text())",
                                    "/api/v1/episodes/" + episode + "/signals.csv?field=actions[0]"))
                    .split("\n");
            assertEquals(step + "," + stored.path(step - 1).asDouble() + "," + (float) step, csv[step].strip());
        }
    }

    @Test
    void episodePage_fieldThatCannotBeRead_keepsTheStoredTimes(Tab tab) throws Exception {
        Path folder = Takes.copy(Takes.Clocked.FOLDER.resolve("clocked"));
        Path file = folder.resolve("clocked/OwnClock/run_0.hdf5");
        JsonNode stored = storedTimes(file);
        python("""
                import h5py, sys
                with h5py.File(sys.argv[1]) as f:
                    chunk = f["data/demo_0/actions"].id.get_chunk_info(0)
                with open(sys.argv[1], "r+b") as f:
                    f.seek(chunk.byte_offset)
                    f.write(b"\\xff" * chunk.size)
                """, file);
        try (Serving serving = Serving.of(folder).indexed()) {
            String episode = serving.episodes(serving.recording("clocked")).get(0);
            tab.open(serving, "#/episode/" + episode + "?fields=actions[0]");
            awaitClock(tab, 1, stored);
            List<String> complaints = tab.takeComplaints();
            assertFalse(complaints.isEmpty());
            for (String complaint : complaints) {
                assertTrue(complaint.contains("status of 500") && complaint.contains("field=actions"), complaint);
            }
        }
    }

    private static JsonNode storedTimes(Path file) throws Exception {
        return new ObjectMapper().readTree(python("""
                import h5py, json, sys
                with h5py.File(sys.argv[1]) as f:
                    print(json.dumps(f["data/demo_0/timestamps/sim_time_s"][:].tolist()))
                """, file));
    }

    private static byte[] python(String program, Path file) throws Exception {
        Process python = new ProcessBuilder("/usr/bin/python3", "-c", program, file.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] printed = python.getInputStream().readAllBytes();
        assertEquals(0, python.waitFor());
        return printed;
    }

    private static String seconds(JsonNode times, int step) {
        return String.format(Locale.ROOT, "%.3f", times.path(step - 1).asDouble());
    }

    /** Number, count and times of the readout, and what a screen reader says of the slider. */
    private static void awaitClock(Tab tab, int step, JsonNode times) {
        int steps = times.size();
        tab.await("step => document.querySelector('.step-input').value === String(step)", step);
        assertEquals("of " + steps, tab.page().locator(".readout .muted").innerText());
        tab.await(
                "text => document.querySelector('.readout-time').textContent === text",
                seconds(times, step) + " / " + seconds(times, steps) + " s");
        tab.await(
                "text => document.querySelector('.timeline-track').getAttribute('aria-valuetext') === text",
                "step " + step + " of " + steps + ", " + seconds(times, step) + " seconds");
    }

    @Test
    void aSpikeOfOneStepAmongAMillionIsSeen(Tab tab) {
        try (Serving serving = Serving.of(Takes.Long.FOLDER).indexed()) {
            String episode = serving.episodes(serving.recording("million")).get(0);
            tab.open(serving, "#/episode/" + episode + "?fields=obs/force");
            // Only the spike reaches the upper half of the plot, where nothing else has a colour.
            Object where = tab.page().waitForFunction("""
                            () => {
                              const host = document.querySelector(".plot-host canvas");
                              const over = document.querySelector(".u-over");
                              if (!host || !over) return null;
                              const copy = new OffscreenCanvas(host.width, host.height).getContext("2d", { willReadFrequently: true });
                              copy.drawImage(host, 0, 0);
                              const ratio = host.width / host.clientWidth;
                              const left = (over.getBoundingClientRect().left - host.getBoundingClientRect().left) * ratio;
                              const width = over.clientWidth * ratio;
                              const height = Math.round((over.clientHeight * ratio) / 2);
                              const { data } = copy.getImageData(Math.round(left), 12, Math.round(width), height - 12);
                              const columns = new Set();
                              for (let i = 0; i < data.length; i += 4) {
                                const [r, g, b, a] = [data[i], data[i + 1], data[i + 2], data[i + 3]];
                                if (a > 80 && Math.max(r, g, b) - Math.min(r, g, b) > 50) columns.add((i / 4) % Math.round(width));
                              }
                              return columns.size ? [Math.min(...columns) / width, Math.max(...columns) / width] : null;
                            }""").jsonValue();
            for (Object end : (List<?>) where) {
                assertEquals((double) Takes.SPIKE_STEP / Takes.LONG_STEPS, ((Number) end).doubleValue(), 0.01);
            }
        }
    }

    @Test
    void notesSurviveARestartAndChooseEpisodes(Tab tab) throws Exception {
        Path folder = Takes.copy(Takes.Filmed.FOLDER.resolve("first"));
        Path recording = folder.resolve("first");
        String episode;
        try (Serving serving = Serving.of(folder).indexed()) {
            episode = serving.episodes(serving.recording("first")).get(0);
            tab.open(serving, "#/episode/" + episode);
            tab.page()
                    .getByRole(
                            AriaRole.BUTTON,
                            new Page.GetByRoleOptions().setName("Flag").setExact(true))
                    .click();
            tab.page().getByLabel("Tags, separated by commas").fill("slipped, " + Takes.HOSTILE);
            tab.page().locator("textarea").fill("It slipped.\nLook at step 12.");
            tab.await("() => document.querySelector('.flag').getAttribute('aria-pressed') === 'true'", null);
            tab.page()
                    .getByRole(
                            AriaRole.BUTTON,
                            new Page.GetByRoleOptions().setName("Save").setExact(true))
                    .click();
            serving.await(
                    "/annotations/" + episode, note -> note.path("version").asInt() == 2);
            tab.page().navigate("about:blank"); // lest it complains that the server ends
        }
        try (Serving again = Serving.of(folder).indexed()) {
            tab.open(again, "#/episode/" + episode);
            tab.await("() => document.querySelector('textarea')?.value.startsWith('It slipped')", null);
            assertEquals("true", tab.page().locator(".flag").getAttribute("aria-pressed"));
            assertEquals(
                    "slipped, " + Takes.HOSTILE,
                    tab.page().getByLabel("Tags, separated by commas").inputValue());
        }
        assertEquals(1, episodes("--flagged", recording));
        assertEquals(1, episodes("--tag=slip*", recording));
    }

    private static int episodes(String option, Path recording) throws Exception {
        JsonNode report = new ObjectMapper().readTree(RoboReel.run("report", recording.toString(), option, "--json"));
        return report.at("/total/episodes").asInt();
    }

    @Test
    void namesFromFilesStayText(Tab tab) {
        try (Serving serving = Serving.of(Takes.Hostile.FOLDER).indexed()) {
            String recording = serving.get("/recordings").at("/recordings/0/id").asText();
            String episode = serving.episodes(recording).get(0);
            tab.open(serving, "#/");
            for (String page : List.of(
                    "#/",
                    "#/recording/" + recording,
                    "#/episodes?recording=" + recording,
                    "#/episode/" + episode + "?fields=obs/x",
                    "#/metrics?recording=" + recording,
                    "#/tasks")) {
                tab.go(serving, page);
                tab.awaitText(Takes.HOSTILE);
                assertEquals(0, tab.page().locator("img[src=x], main b, main i").count(), page);
                assertEquals(List.of(), tab.takeComplaints(), page);
            }
        }
    }
}
