package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A recording while it is made, and after its recorder was killed. */
@ExtendWith(Browsers.class)
class LiveIT {
    private static final String STEPS = """
            () => Number(document.querySelector(".readout .muted").textContent.replace(/\\D/g, ""))""";

    @Test
    void rowsAndVideoMoveAndAKilledRecorderIsShownAsSuch(Tab tab) {
        Path folder = Browsers.Folders.of("live");
        try (RoboReel recorder = RoboReel.start(
                        "record",
                        "--dashboard",
                        "--realtime",
                        "--policy=noise",
                        "--max-steps=100000",
                        "--camera-size=160x96",
                        "--flush-interval-seconds=0.5",
                        "--output-dir=" + folder,
                        "--output-folder-name=now");
                Serving serving = Serving.by(recorder)) {
            String recording = serving.await(
                            "/recordings", all -> all.path("total").asInt() > 0)
                    .at("/recordings/0/id")
                    .asText();
            JsonNode live = serving.await(
                    "/recordings/" + recording, one -> one.path("live").size() > 0);
            tab.open(serving, "#/live");
            tab.awaitText("now");
            tab.go(serving, "#/episode/" + live.at("/live/0").asText());
            tab.page().waitForSelector(".readout");
            int seen = ((Number) tab.page().evaluate(STEPS)).intValue();
            tab.await("seen => (" + STEPS + ")() > seen + 5", seen);
            tab.page().waitForSelector("video");
            tab.page().evaluate("""
                    () => {
                      window.times_ = [];
                      const video = document.querySelector("video");
                      const on = (now, frame) => {
                        window.times_.push(frame.mediaTime);
                        video.requestVideoFrameCallback(on);
                      };
                      video.requestVideoFrameCallback(on);
                    }""");
            tab.await("() => window.times_.length > 5 && window.times_.at(-1) > window.times_[0] + 0.3", null);

            recorder.kill();
            serving.await(
                    "/recordings/" + recording,
                    one -> one.path("status").asText().equals("needs-recover"));
            tab.await("() => document.querySelector('.command')?.textContent.includes('recover')", null);
            tab.go(serving, "#/live");
            tab.awaitText("Its recorder died");
            tab.await(
                    "() => [...document.querySelectorAll('.command')].some(c => c.textContent.includes('recover'))",
                    null);
            tab.go(serving, "#/recording/" + recording);
            tab.await("() => document.querySelector('.command')?.textContent.includes('recover')", null);
            tab.awaitText("now");
            tab.page().click("[aria-label='Episodes not recovered yet'] a");
            tab.page().waitForSelector(".readout");
            tab.await("() => document.querySelector('.command')?.textContent.includes('recover')", null);
            int left = ((Number) tab.page()
                            .waitForFunction("() => (" + STEPS + ")() || null")
                            .jsonValue())
                    .intValue();
            assertTrue(left >= seen, left + " steps are shown, " + seen + " were seen");
            tab.page().waitForSelector("[data-plot] canvas");
            tab.await("() => document.querySelector('video')?.readyState >= 2", null);
        }
    }
}
