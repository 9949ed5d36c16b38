package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.microsoft.playwright.options.ColorScheme;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Every page over two recordings. */
@ExtendWith(Browsers.class)
class PagesIT {
    private static Serving serving;

    @BeforeAll
    static void serve() {
        serving = Serving.of(Takes.Filmed.FOLDER).indexed();
    }

    @AfterAll
    static void end() {
        serving.close();
    }

    private static List<String> pages() {
        String first = serving.recording("first");
        String second = serving.recording("second");
        List<String> episodes = serving.episodes(first);
        return List.of(
                "#/",
                "#/recording/" + first,
                "#/compare?recording=" + first + "&recording=" + second,
                "#/episodes?recording=" + first,
                "#/episode/" + episodes.get(0),
                "#/pair/" + episodes.get(0) + "/" + episodes.get(1),
                "#/metrics?recording=" + first,
                "#/tasks",
                "#/problems?recording=" + first,
                "#/live");
    }

    @Test
    void everyPageOpensInLightAndDark(Tab tab) {
        tab.open(serving, "#/");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            tab.scheme(scheme);
            for (String page : pages()) {
                tab.go(serving, page);
                assertEquals(List.of(), tab.takeComplaints(), page);
                assertFalse(tab.page().innerText("main h1").isBlank(), page);
            }
        }
    }

    @Test
    void theTokenIsGoneFromTheAddress(Tab tab) {
        tab.open(serving, "#/");
        assertEquals(serving.root() + "#/", tab.page().url());
        assertTrue(tab.text().contains("first"), tab.text());
        assertTrue(tab.text().contains("second"), tab.text());
    }
}
