package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.simulation.ImageSize;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Neither a recording nor a message depends on the language of the machine. */
class LocaleTest {
    @TempDir
    Path folder;

    private final Locale before = Locale.getDefault();

    @BeforeEach
    void speakPersian() {
        Locale.setDefault(Locale.forLanguageTag("fa-IR"));
        assertEquals("۱", String.format("%d", 1), "this locale has digits of its own");
    }

    @AfterEach
    void restore() {
        Locale.setDefault(before);
    }

    @Test
    void anEpisodesEventsHaveAsciiDigits() {
        try (TabletopEnv env = Episodes.env(0)) {
            List<EpisodeEvent> events = new ArrayList<>();
            Episodes.play(env, 0, () -> events.addAll(env.events()));
            assertEquals(
                    "success: object_grabbed(object='banana'). advanced 1 step(s) to step 1 for banana.",
                    events.get(0).info());
            assertEquals("Completed subtask 'pick_and_place' 1/1", env.subtaskInfo());
        }
    }

    @Test
    void messagesHaveAsciiDigits() throws IOException {
        assertEquals(
                "camera size is 8x360; expected 16x16 to 1280x720 pixels", message(() -> ImageSize.parse("8x360")));
        assertEquals(
                "A 640x360 RGB frame needs 691200 bytes, given 3.",
                message(() -> new CameraRenderer(ImageSize.DEFAULT).render(null, PinholeCamera.WRIST, new byte[3])));
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        Path file = folder.resolve("BananaInBowlTask.yaml");
        Files.writeString(file, text.replace("x_m: [0.38, 0.54]", "x_m: [0.38, 2]"));
        String message = assertThrows(RoboReelException.class, () -> TaskDefinition.load(file))
                .getMessage();
        assertTrue(
                message.endsWith("objects.banana.x_m: expected from <= to within +-0.800, given [0.38, 2.0]."),
                message);
    }

    @Test
    void sizesAreReadInAsciiDigitsOnly() {
        assertEquals(new ImageSize(640, 360), ImageSize.parse("640x360"));
        assertTrue(message(() -> ImageSize.parse("۶۴۰x۳۶۰")).contains("for example 640x360"));
    }

    private static String message(org.junit.jupiter.api.function.Executable call) {
        return assertThrows(IllegalArgumentException.class, call).getMessage();
    }
}
