package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Download;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.BoundingBox;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What people do on the pages: filter, choose, download, zoom, go back. */
@ExtendWith(Browsers.class)
class UsageIT {
    private static final String ROWS = "n => document.querySelectorAll('[data-row-link]').length === n";

    private static Serving serving;
    private static String recording;
    private static JsonNode episodes;

    @BeforeAll
    static void serve() {
        serving = Serving.of(Takes.Filmed.FOLDER).indexed();
        recording = serving.recording("first");
        episodes = serving.get("/episodes?recording=" + recording).path("episodes");
    }

    @AfterAll
    static void end() {
        serving.close();
    }

    private static String episode() {
        return episodes.at("/0/id").asText();
    }

    private static Locator named(Tab tab, AriaRole role, String name) {
        return tab.page()
                .getByRole(role, new Page.GetByRoleOptions().setName(name).setExact(true));
    }

    private static double length(JsonNode episode) {
        return episode.at("/metrics/ee_path_length").asDouble();
    }

    private static List<JsonNode> all() {
        return StreamSupport.stream(episodes.spliterator(), false).toList();
    }

    @Test
    void filtersStandInTheAddressAndSurviveAReload(Tab tab) {
        double least = all().stream().mapToDouble(UsageIT::length).sorted().toArray()[1];
        String event = all().stream()
                .filter(each -> length(each) >= least)
                .flatMap(each -> StreamSupport.stream(
                        ((Iterable<String>) () -> each.path("events").fieldNames()).spliterator(), false))
                .findFirst()
                .orElseThrow();
        int longs = (int) all().stream().filter(each -> length(each) >= least).count();
        int both = (int) all().stream()
                .filter(each -> length(each) >= least && each.path("events").has(event))
                .count();

        tab.open(serving, "#/episodes?recording=" + recording);
        tab.await(ROWS, 4);
        named(tab, AriaRole.BUTTON, "Range").click();
        tab.page().locator("select[name=metric]").selectOption("ee_path_length");
        tab.page().getByLabel("from").fill(Double.toString(least));
        named(tab, AriaRole.BUTTON, "Apply").click();
        tab.await(ROWS, longs);
        named(tab, AriaRole.BUTTON, "Event").click();
        tab.page()
                .locator(".menu .option", new Page.LocatorOptions().setHasText(event))
                .click();
        tab.page().keyboard().press("Escape");
        tab.page().keyboard().press("/");
        tab.page().keyboard().type("banana");
        tab.await(ROWS, both);
        tab.await("() => location.hash.includes('q=banana') && location.hash.includes('event=')", null);
        List<String> chips =
                tab.page().locator("[aria-label='Filters that are on'] .chip").allInnerTexts();
        String address = tab.page().url();
        tab.page().reload();
        tab.shown();
        tab.await(ROWS, both);
        assertEquals(address, tab.page().url());
        assertEquals(
                chips,
                tab.page().locator("[aria-label='Filters that are on'] .chip").allInnerTexts());
        assertEquals("banana", tab.page().getByLabel("Search episodes").inputValue());

        tab.page().getByLabel("Search episodes").fill("nothing is called so");
        tab.awaitText("No episode passes these filters");
        named(tab, AriaRole.BUTTON, "Clear all").click();
        tab.page().getByLabel("Search episodes").fill("");
        tab.await(ROWS, 4);
    }

    @Test
    void tablesAndSignalsAreDownloaded(Tab tab) throws IOException {
        tab.open(serving, "#/episodes?recording=" + recording + "&success=true");
        Download table = tab.page()
                .waitForDownload(() -> named(tab, AriaRole.LINK, "CSV").click());
        List<String> rows = Files.readAllLines(table.path());
        long successes =
                all().stream().filter(each -> each.path("success").asBoolean()).count();
        assertEquals("episodes.csv", table.suggestedFilename());
        assertTrue(rows.get(0).startsWith("id,recording,env_name"), rows.get(0));
        assertEquals(1 + successes, rows.size());

        tab.go(serving, "#/episode/" + episode() + "?fields=obs/arm_joint_pos[0]&zoom=10-19");
        Download signals = tab.page()
                .waitForDownload(() -> named(tab, AriaRole.LINK, "CSV").click());
        List<String> values = Files.readAllLines(signals.path());
        assertEquals(11, values.size());
        double expected = serving.get("/episodes/" + episode() + "/rows?row=9&field=obs/arm_joint_pos")
                .at("/values/obs~1arm_joint_pos/0")
                .asDouble();
        String[] first = values.get(1).split(",");
        assertEquals(10, Integer.parseInt(first[0]));
        assertEquals(expected, Double.parseDouble(first[first.length - 1]), 1e-6);
    }

    @Test
    void aSelectionByKeyboardBecomesACommand(Tab tab) {
        tab.open(serving, "#/episodes?recording=" + recording);
        tab.await(ROWS, 4);
        Page page = tab.page();
        for (int row = 0; row < 2; row++) {
            page.keyboard().press("j");
            tab.await("row => document.activeElement.closest('tr')?.dataset.index === String(row)", row);
            page.keyboard().press("x");
            tab.awaitText((row + 1) + " selected");
        }
        named(tab, AriaRole.BUTTON, "Export…").click();
        page.waitForSelector("dialog .command");
        String command = page.innerText("dialog .command code");
        String first = page.innerText("dialog [aria-label=Format] button >> nth=0");
        assertTrue(command.startsWith("roboreel export " + first + " "), command);
        assertTrue(command.matches("(?s).* --episodes=[-,\\d]+ .*"), command);
        named(tab, AriaRole.BUTTON, "rlds").click();
        tab.await("() => document.querySelector('dialog .command code').textContent.includes('export rlds ')", null);
        page.keyboard().press("Escape");
        page.waitForSelector(
                "dialog",
                new Page.WaitForSelectorOptions()
                        .setState(com.microsoft.playwright.options.WaitForSelectorState.DETACHED));
    }

    @Test
    void backAndForwardGoThroughThePages(Tab tab) {
        tab.open(serving, "#/");
        Page page = tab.page();
        named(tab, AriaRole.LINK, "first").click();
        tab.await("id => location.hash.startsWith('#/recording/' + id)", recording);
        named(tab, AriaRole.LINK, "Reasons").click();
        tab.await("() => location.hash.includes('tab=reason')", null);
        page.locator("main .button.primary", new Page.LocatorOptions().setHasText("Episodes"))
                .click();
        tab.await(ROWS, 4);
        page.getByLabel("Search episodes").fill("banana");
        tab.await("() => location.hash.includes('q=banana')", null);
        page.locator("[data-row-link]").first().click();
        page.waitForSelector(".step-input");

        page.goBack();
        tab.await(ROWS, 4);
        assertEquals("banana", page.getByLabel("Search episodes").inputValue());
        page.goBack();
        tab.await("() => document.querySelector('.tab[aria-current]')?.textContent.trim() === 'Reasons'", null);
        page.goBack();
        tab.await("() => document.querySelector('.tab[aria-current]')?.textContent.trim() === 'By task'", null);
        page.goForward();
        page.goForward();
        page.goForward();
        page.waitForSelector(".step-input");
        assertEquals(
                page.url().replaceFirst("\\?.*", ""),
                serving.root() + "#/episode/"
                        + page.url().replaceFirst(".*/episode/", "").replaceFirst("\\?.*", ""));
    }

    @Test
    void plotsZoomAboutThePointerAndBack(Tab tab) {
        tab.open(serving, "#/episode/" + episode() + "?fields=obs/arm_joint_pos[0]");
        Page page = tab.page();
        page.waitForSelector(".plot-host:not(.loading) .u-over");
        BoundingBox plot = page.locator(".u-over").first().boundingBox();
        page.mouse().move(plot.x + plot.width * 0.75, plot.y + plot.height / 2);
        page.keyboard().down("Control");
        page.mouse().wheel(0, -600);
        page.keyboard().up("Control");
        tab.await("() => /zoom=\\d+-\\d+/.test(location.hash)", null);
        String[] zoom = page.url().replaceFirst(".*zoom=([\\d-]+).*", "$1").split("-");
        int last = episodes.at("/0/episode_step").asInt();
        assertTrue(Integer.parseInt(zoom[0]) > 1 && Integer.parseInt(zoom[1]) < last, String.join("-", zoom));
        page.reload();
        tab.awaitText("Zoom " + zoom[0] + " to " + zoom[1]);

        page.waitForSelector(".plot-host:not(.loading) .u-over");
        page.locator(".u-over").first().dblclick();
        tab.await("() => !location.hash.includes('zoom=')", null);
        page.mouse().move(plot.x + plot.width * 0.25, plot.y + plot.height / 2);
        page.mouse().down();
        page.mouse().move(plot.x + plot.width * 0.5, plot.y + plot.height / 2);
        page.mouse().up();
        tab.await("() => /zoom=\\d+-\\d+/.test(location.hash)", null);
        page.keyboard().press("0");
        tab.await("() => !location.hash.includes('zoom=')", null);
    }

    @Test
    void theViewInSpaceTurnsByKeys(Tab tab) {
        tab.open(serving, "#/episode/" + episode() + "?tab=3d");
        Locator label = tab.page().locator(".view3d-labels span", new Page.LocatorOptions().setHasText("end effector"));
        label.waitFor();
        String before = label.getAttribute("style");
        tab.page().locator(".view3d canvas").press("ArrowLeft");
        tab.await(
                "before => [...document.querySelectorAll('.view3d-labels span')].find(one => one.textContent === 'end"
                        + " effector').getAttribute('style') !== before",
                before);
        // Without a GPU the browser reads each frame back, and says so.
        for (String complaint : tab.takeComplaints()) {
            assertTrue(complaint.contains("GPU stall due to ReadPixels"), complaint);
        }
        tab.page().navigate("about:blank");
        tab.takeComplaints();
    }

    @Test
    void withoutWebGlTheViewInSpaceSaysSo(Tab tab) {
        tab.page().addInitScript("""
                const all = HTMLCanvasElement.prototype.getContext;
                HTMLCanvasElement.prototype.getContext = function (kind, ...more) {
                  return kind.startsWith("webgl") ? null : all.call(this, kind, ...more);
                };""");
        tab.open(serving, "#/episode/" + episode() + "?tab=3d");
        tab.awaitText("This browser has no WebGL");
        tab.awaitText("end effector");
    }

    @Test
    void whoWantsLessMotionGetsNone(Tab tab) {
        tab.page().emulateMedia(new Page.EmulateMediaOptions().setReducedMotion(ReducedMotion.REDUCE));
        tab.open(serving, "#/episodes?view=cards&recording=" + recording);
        Locator preview = tab.page().locator(".preview").first();
        preview.locator("img").waitFor();
        preview.hover();
        assertEquals(0, preview.locator("video").count());
        tab.go(serving, "#/episode/" + episode());
        tab.page().waitForSelector("video");
        assertEquals(true, tab.page().evaluate("() => document.getAnimations().length === 0"));
        assertEquals(
                true, tab.page().evaluate("() => [...document.querySelectorAll('video')].every(one => one.paused)"));
    }
}
