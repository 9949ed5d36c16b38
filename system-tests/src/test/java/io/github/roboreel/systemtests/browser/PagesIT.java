package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
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
                "#/metrics?by=policy",
                "#/metrics?by=metrics&recording=" + first,
                "#/tasks",
                "#/problems?recording=" + first,
                "#/live",
                "#/nonsense");
    }

    @Test
    void everyPageOpensInLightAndDarkAndFits(Tab tab) {
        tab.open(serving, "#/");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            tab.scheme(scheme).width(scheme == ColorScheme.LIGHT ? 1440 : 800);
            for (String page : pages()) {
                tab.go(serving, page);
                assertEquals(List.of(), tab.takeComplaints(), page);
                assertFalse(tab.page().innerText("main h1").isBlank(), page);
                assertEquals(List.of(), tab.stickingOut(), page);
            }
        }
    }

    @Test
    void theTokenIsGoneFromTheAddress(Tab tab) {
        tab.open(serving, "#/");
        assertEquals(serving.root() + "#/", tab.page().url());
        tab.awaitText("first");
        tab.awaitText("second");
    }

    @Test
    void link_withAToken_signsInAndShowsItsPage(Tab tab) {
        String episode = serving.episodes(serving.recording("first")).get(0);
        String token = serving.address().replaceFirst(".*[?]", "");

        tab.openLink(serving, "episodes/" + episode + "?" + token);

        assertEquals(serving.root() + "#/episodes/" + episode, tab.page().url());
        tab.page().waitForSelector(".readout");
    }

    @Test
    void unknownPage_saysSoAndLeadsBack(Tab tab) {
        tab.open(serving, "#/nonsense/a?b=c");
        tab.awaitText("There is no page nonsense/a.");
        tab.page().click("main a");
        tab.awaitText("Success %");

        tab.openLink(serving, "nonsense");
        assertEquals(serving.root() + "#/nonsense", tab.page().url());
        tab.awaitText("There is no page nonsense.");
    }

    @Test
    void tableOfRecordings_atAnyWidth_leavesOutColumnsRatherThanCutThem(Tab tab) {
        tab.open(serving, "#/");
        tab.awaitText("first");
        for (int width : List.of(1920, 1440, 1280, 1100, 900, 700)) {
            tab.width(width);
            tab.await("""
                    width => innerWidth === width
                      && document.querySelector(".scroller").scrollWidth <= document.querySelector(".scroller").clientWidth""", width);
            String columns = tab.page().innerText("thead");
            assertTrue(columns.contains("Recording") && columns.contains("Success %"), columns);
            assertEquals(width >= 1440, columns.contains("Runs"), width + ": " + columns);
            assertEquals(width >= 1280, columns.contains("Tasks"), width + ": " + columns);
            assertEquals(width >= 900, columns.contains("Size"), width + ": " + columns);
        }
    }

    @Test
    void tabs_ofARecordingOfOneTask_areThoseWithContent(Tab tab) {
        String first = serving.recording("first");
        tab.open(serving, "#/recording/" + first);

        assertEquals(
                List.of("By task", "Attribute", "Reasons", "Metrics by outcome", "Timing", "Envs and runs"),
                tab.page().locator(".tabs a").allInnerTexts());
        tab.go(serving, "#/recording/" + first + "?tab=scene");
        assertEquals("Scene", tab.page().innerText(".tabs a[aria-current=page]"));
    }

    private static String accessible() throws IOException {
        return new String(PagesIT.class.getResourceAsStream("accessible.js").readAllBytes(), StandardCharsets.UTF_8);
    }

    @Test
    void theCheckFindsWhatIsNotAccessible(Tab tab) throws Exception {
        tab.page().setContent("""
                <html><body><h2>b</h2><h4>d</h4><button></button><input><img src="data:,"><table><tr><td>x</td></tr></table>
                <p style="color: #999; background: #fff">grey</p></body></html>""");
        List<?> faults = (List<?>) tab.page().evaluate(accessible());
        for (String expected : List.of(
                "no name: <button>",
                "no name: <input>",
                "no alternative",
                "0 headings of the page",
                "a heading of level 4 after one of level 2",
                "no main",
                "no language",
                "a table without headers",
                "contrast 2.85 of rgb(153, 153, 153) on 255,255,255")) {
            assertTrue(
                    faults.stream().anyMatch(fault -> ((String) fault).startsWith(expected)), expected + ": " + faults);
        }
    }

    @Test
    void everyPageIsAccessible(Tab tab) throws Exception {
        String check = accessible();
        Map<String, Object> faults = new LinkedHashMap<>();
        tab.open(serving, "#/");
        for (ColorScheme scheme : List.of(ColorScheme.LIGHT, ColorScheme.DARK)) {
            tab.scheme(scheme);
            for (String page : pages()) {
                tab.go(serving, page);
                List<?> found = (List<?>) tab.page().evaluate(check);
                if (!found.isEmpty()) {
                    faults.put(scheme + " " + page, found);
                }
            }
        }
        assertEquals(Map.of(), faults);
    }

    private static final int MAX_TABS = 500;

    /** Notes what gets the focus, and what of it cannot be seen. */
    private static final String WATCH = """
            () => {
              window.reached_ = new Set();
              window.unseen_ = [];
              document.addEventListener("focusin", ({ target }) => {
                window.reached_.add(target);
                const style = getComputedStyle(target);
                if (style.outlineStyle === "none" && style.boxShadow === "none") window.unseen_.push(target.outerHTML.slice(0, 200));
              });
            }""";

    private static final String MISSED = """
            () => [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")]
              .filter((node) => node.checkVisibility({ visibilityProperty: true }) && !node.disabled && node.tabIndex >= 0)
              .filter((node) => !window.reached_.has(node))
              .map((node) => node.outerHTML.slice(0, 200))""";

    @Test
    void everyControlIsReachedByTabAndItsFocusSeen(Tab tab) {
        tab.open(serving, "#/");
        for (String page : pages()) {
            tab.go(serving, page);
            tab.page().evaluate(WATCH);
            // Some controls come with what is loaded meanwhile.
            for (int i = 0; i < MAX_TABS && !List.of().equals(tab.page().evaluate(MISSED)); i++) {
                tab.page().keyboard().press("Tab");
            }
            assertEquals(List.of(), tab.page().evaluate(MISSED), page);
            assertEquals(List.of(), tab.page().evaluate("() => window.unseen_"), page);
        }
    }

    @Test
    void aRecordingIsOpenedByKeyboardAlone(Tab tab) {
        tab.open(serving, "#/");
        tab.awaitText("first");
        String name = "";
        for (int i = 0; i < 60 && !name.equals("first"); i++) {
            tab.page().keyboard().press("Tab");
            name = (String) tab.page().evaluate("() => document.activeElement.textContent.trim()");
        }
        assertEquals("first", name);
        tab.page().keyboard().press("Enter");
        tab.await("id => location.hash.startsWith(`#/recording/${id}`)", serving.recording("first"));
        tab.shown();
    }

    @Test
    void metrics_ofARecording_areInTheUnitOfTheReportsTables(Tab tab) {
        tab.open(serving, "#/recording/" + serving.recording("first") + "?tab=metrics");

        tab.awaitText("EE speed max, cm/s");

        JsonNode row = serving.get("/recordings/" + serving.recording("first"));
        double metresPerSecond =
                row.at("/metrics_by_outcome/all/ee_speed_max/mean").asDouble();
        String shown = tab.page()
                .locator("tr", new Page.LocatorOptions().setHasText("EE speed max, cm/s"))
                .locator("td")
                .first()
                .innerText();
        assertEquals(100 * metresPerSecond, Double.parseDouble(shown.split("±")[0].strip()), metresPerSecond, shown);
    }

    @Test
    void comparisonsAreTheNumbersOfTheReport(Tab tab) throws Exception {
        List<String> names = List.of("first", "second");
        String query = names.stream()
                .map(name -> "recording=" + serving.recording(name))
                .collect(Collectors.joining("&"));
        JsonNode compared = serving.get("/compare?" + query);
        tab.open(serving, "#/compare?" + query);
        tab.page().waitForSelector("table, [role=table], [role=grid]");
        String text = tab.page().innerText("main");
        for (int i = 0; i < names.size(); i++) {
            JsonNode report = new ObjectMapper()
                    .readTree(RoboReel.run(
                            "report", Takes.Filmed.FOLDER.resolve(names.get(i)).toString(), "--json", "--metrics"));
            for (JsonNode group : report.path("groups")) {
                JsonNode cell = cell(compared, group.path("name").asText(), i);
                group.properties().forEach(field -> {
                    if (cell.has(field.getKey())) {
                        assertEquals(field.getValue(), cell.get(field.getKey()), field.getKey());
                    }
                });
                assertEquals(group.path("success_rate"), cell.path("success_rate"));
                assertEquals(group.path("success_rate_ci95"), cell.path("success_rate_ci95"));
                double percent = group.path("success_rate").asDouble() * 100;
                assertTrue(
                        text.contains(Math.round(percent) + "")
                                && text.contains(group.path("name").asText()),
                        text);
            }
        }
    }

    private static JsonNode cell(JsonNode compared, String row, int recording) {
        for (JsonNode each : compared.path("rows")) {
            if (each.path("name").asText().equals(row)) {
                return each.path("cells").get(recording);
            }
        }
        throw new AssertionError("no row " + row + " in " + compared);
    }

    @Test
    void episodesAreFiltered(Tab tab) {
        String first = serving.recording("first");
        tab.open(serving, "#/episodes?recording=" + first);
        tab.await("() => document.querySelectorAll('main a[href*=\"#/episode/\"]').length >= 4", null);
        tab.go(serving, "#/episodes?recording=" + first + "&min_steps=61");
        tab.await("() => document.querySelectorAll('main a[href*=\"#/episode/\"]').length === 0", null);
        tab.go(serving, "#/episodes?task=RubiksCubeInBowlTask");
        tab.await("() => document.querySelectorAll('main a[href*=\"#/episode/\"]').length >= 4", null);
        assertFalse(tab.page().innerText("main").contains("BananaInBowlTask, "), tab.text());
    }
}
