package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A thousand recordings at once: more than an address can name. */
@ExtendWith(Browsers.class)
class ManyRecordingsIT {
    private static final int RECORDINGS = 1000;
    private static final Path FOLDER = Browsers.Folders.of("many");

    private static Serving serving;

    @BeforeAll
    static void serve() throws IOException {
        for (int i = 0; i < RECORDINGS; i++) {
            Path recording = Files.createDirectories(FOLDER.resolve("take-" + i));
            Files.writeString(recording.resolve("episode_results.jsonl"), line(i, 0) + line(i, 1) + line(i, 2));
        }
        serving = Serving.of(FOLDER).indexed();
    }

    @AfterAll
    static void end() {
        serving.close();
    }

    private static String line(int recording, int episode) {
        boolean isSuccess = (recording + episode) % 4 != 0;
        double sparc = (recording == 1 ? -2 : -4) - episode / 10.0;
        return """
                {"env_name":"Bowl","episode":%d,"success":%s,"score":%s,"episode_step":%d,"status":"%s",\
                "metrics":{"ee_sparc":%s},"episode_attributes":{"terrain":"%s"}}
                """.formatted(
                        episode,
                        isSuccess,
                        isScored(recording, episode) ? 0.5 : null,
                        recording,
                        isSuccess ? "success" : "truncated",
                        sparc,
                        recording < 10 ? "rough" : "flat");
    }

    /** The episodes of take-2 have no score, nor has the first of take-3, which succeeded. */
    private static boolean isScored(int recording, int episode) {
        return recording != 2 && (recording != 3 || episode > 0);
    }

    private static Locator button(Tab tab, String name) {
        return tab.page()
                .getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Locator link(Tab tab, String name) {
        return tab.page()
                .locator("#main")
                .getByRole(
                        AriaRole.LINK,
                        new Locator.GetByRoleOptions().setName(name).setExact(true));
    }

    private static Tab openAll(Tab tab, String page) {
        tab.open(serving, "#/");
        button(tab, "Select all").click();
        tab.awaitText("1,000 selected");
        link(tab, page).click();
        return tab;
    }

    @Test
    void theyArePooledWithTheNumbersOfTheReport(Tab tab) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("report"));
        for (int i = 0; i < RECORDINGS; i++) {
            arguments.add(FOLDER.resolve("take-" + i).toString());
        }
        arguments.add("--json");
        JsonNode total = new ObjectMapper()
                .readTree(RoboReel.run(arguments.toArray(String[]::new)))
                .path("total");

        openAll(tab, "Compare").awaitText("the pooled column counts all 1,000");

        tab.page().waitForSelector("tfoot");
        String pooled = tab.page().locator("tfoot td").last().innerText();
        assertEquals(2250, total.path("successes").asInt());
        assertTrue(pooled.contains("75.0 %") && pooled.contains("n 3,000"), pooled);
        assertEquals(101, tab.page().locator("tfoot td").count());
        link(tab, "Own attributes").click();
        tab.awaitText("rough");
        tab.await(
                "() => document.querySelector('tbody tr:last-child td:last-child')?.innerText.includes('n 30')", null);
        List<String> names = tab.page().locator("tbody th").allInnerTexts();
        assertEquals(List.of("flat", "rough"), names);
    }

    @Test
    void theirEpisodesAreFilteredAndSaved(Tab tab) throws IOException {
        openAll(tab, "Episodes").awaitText("1,000 recordings");
        tab.page().evaluate("() => location.hash += '&status=truncated&min_steps=900'");
        tab.await("() => document.querySelector('.page-head [role=status]').textContent === '75'", null);

        button(tab, "Report command").click();
        tab.await("() => document.querySelector('.command code')?.textContent.includes('--status=')", null);
        String command = tab.page().innerText(".command code");
        assertTrue(command.contains("/take-999 ") && command.endsWith(" --status=truncated --min-steps=900"), command);
        Download download = tab.page().waitForDownload(button(tab, "CSV")::click);
        assertEquals("episodes.csv", download.suggestedFilename());
        assertEquals(76, Files.readAllLines(download.path()).size());
    }

    @Test
    void metricsDifferForTheBetterOrWorse(Tab tab) {
        tab.open(serving, "#/compare?by=metrics" + named(0, 1, 2));
        tab.page().waitForSelector(".difference.good");
        String better = tab.page().locator(".difference.good").innerText();
        assertTrue(better.startsWith("+2") && better.contains(" to ") && better.endsWith(", better"), better);
        tab.go(serving, "#/compare?measure=ee_sparc" + named(1, 0, 2));
        tab.page().waitForSelector("tbody .difference.bad");
        String worse = tab.page().locator("tbody .difference.bad").first().innerText();
        assertTrue(worse.startsWith("−2") && worse.endsWith(", worse"), worse);
        assertEquals(0, tab.page().locator(".difference.good").count());
    }

    @Test
    void score_ofNoneAndOfFewerThanAll_isNoneAndSaysOfHowMany(Tab tab) {
        tab.open(serving, "#/compare?measure=score" + named(4, 2, 3));
        tab.page().waitForSelector("tfoot td");
        List<String> cells = tab.page().locator("tfoot td").allInnerTexts();
        assertTrue(cells.get(0).startsWith("0.833\n0.116 to 1.00 · n 3\n"), cells.toString());
        assertEquals("–", cells.get(1).strip());
        assertTrue(cells.get(2).startsWith("0.750\n0 to 1.00 · n 2 of 3\n"), cells.toString());
        tab.go(serving, "#/recording/" + serving.recording("take-3"));
        tab.awaitText("2 of 3");
        tab.go(serving, "#/recording/" + serving.recording("take-2"));
        tab.awaitText("no scores");
    }

    private static String named(int... takes) {
        return Arrays.stream(takes)
                .mapToObj(take -> "&recording=" + serving.recording("take-" + take))
                .collect(Collectors.joining());
    }
}
