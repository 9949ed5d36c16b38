package io.github.roboreel.systemtests.browser;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Notes that two people write at a time, that cannot be saved, or that no one may write. */
@ExtendWith(Browsers.class)
class NotesIT {
    private static void press(Tab tab, String button) {
        tab.page()
                .getByRole(
                        AriaRole.BUTTON,
                        new Page.GetByRoleOptions().setName(button).setExact(true))
                .click();
    }

    private static Locator note(Tab tab) {
        return tab.page().locator(".notes textarea");
    }

    private static void awaitVersion(Serving serving, String episode, int version) {
        serving.await("/annotations/" + episode, note -> note.path("version").asInt() == version);
    }

    @Test
    void ofTwoTabsNoneLosesWhatTheOtherWrote(Tab first, Tab second) {
        Path folder = Takes.copy(Takes.Filmed.FOLDER.resolve("first"));
        try (Serving serving = Serving.of(folder).indexed()) {
            String episode = serving.episodes(serving.recording("first")).get(0);
            for (Tab tab : List.of(first, second)) {
                tab.open(serving, "#/episode/" + episode);
                note(tab).waitFor();
            }
            note(first).fill("It slipped.");
            press(first, "Save");
            awaitVersion(serving, episode, 1);

            press(second, "Flag");
            awaitVersion(serving, episode, 2);
            second.await("() => document.querySelector('.notes textarea').value === 'It slipped.'", null);

            note(first).fill("It fell.");
            first.page().getByLabel("Tags, separated by commas").fill("fall");
            note(second).fill("It turned.");
            press(first, "Save");
            awaitVersion(serving, episode, 3);
            press(second, "Save");
            second.awaitText("Another user changed the note meanwhile");
            second.awaitText("It fell.");
            assertEquals("It turned.", note(second).inputValue());
            press(second, "Save mine instead");
            awaitVersion(serving, episode, 4);

            JsonNode last = serving.get("/annotations/" + episode);
            assertEquals("It turned.", last.path("note").asText());
            assertEquals("[\"fall\"]", last.path("tags").toString());
            assertTrue(last.path("flag").asBoolean());
            requireOnly("412", first);
            requireOnly("412", second);
        }
    }

    /** A browser writes each refused request to its console. */
    private static void requireOnly(String status, Tab tab) {
        for (String complaint : tab.takeComplaints()) {
            assertTrue(complaint.contains("status of " + status), complaint);
        }
    }

    @Test
    void whatCannotBeSavedIsKeptInThePage(Tab tab) throws Exception {
        Path folder = Takes.copy(Takes.Filmed.FOLDER.resolve("first"));
        Path hindrance = Files.createDirectory(folder.resolve("first/annotations.jsonl"));
        try (Serving serving = Serving.of(folder).indexed()) {
            String episode = serving.episodes(serving.recording("first")).get(1);
            tab.open(serving, "#/episode/" + episode);
            tab.awaitText("annotations.jsonl is no regular file");
            Files.delete(hindrance);
            tab.go(serving, "#/episode/" + episode);
            note(tab).fill("Look at step 12.");
            Files.createDirectory(hindrance);
            press(tab, "Save");
            tab.awaitText("Not saved.");
            tab.awaitText("annotations.jsonl is no regular file; move it away");
            assertEquals("Look at step 12.", note(tab).inputValue());
            requireOnly("409", tab);

            Files.delete(hindrance);
            tab.page().keyboard().press("Escape");
            tab.page().keyboard().press("k");
            tab.await("id => !location.hash.includes(id)", episode);
            tab.await("() => document.querySelector('.notes textarea')?.value === ''", null);
            tab.page().keyboard().press("j");
            tab.await("id => location.hash.includes(id)", episode);
            tab.await("() => document.querySelector('.notes textarea')?.value === 'Look at step 12.'", null);
            press(tab, "Save");
            awaitVersion(serving, episode, 1);
            assertEquals(
                    "Look at step 12.",
                    serving.get("/annotations/" + episode).path("note").asText());
        }
    }

    @Test
    void whoMayOnlyReadSeesNotesAndNothingToChangeThem(Tab tab) throws Exception {
        Path folder = Takes.copy(Takes.Filmed.FOLDER.resolve("first"));
        Files.writeString(
                folder.resolve("first/annotations.jsonl"),
                "{\"env_name\":\"BananaInBowlTask\",\"run\":0,\"env_id\":0,\"episode\":0,\"flag\":true,"
                        + "\"tags\":[\"slip\"],\"note\":\"Look.\",\"version\":1,\"at\":\"2026-01-02T03:04:05Z\"}\n");
        try (Serving serving = Serving.with(List.of("--read-only"), folder).indexed()) {
            String recording = serving.recording("first");
            String flagged = serving.get("/episodes?flag=true&recording=" + recording)
                    .at("/episodes/0/id")
                    .asText();
            tab.open(serving, "#/episode/" + flagged);
            tab.awaitText("Look.");
            tab.awaitText("slip");
            tab.awaitText("Flagged");
            assertEquals(
                    0,
                    tab.page()
                            .locator(".notes textarea, .notes button, button.flag")
                            .count());
            Object status = tab.page().evaluate("""
                    id => fetch(`/api/v1/annotations/${id}`, {
                      method: "PUT",
                      headers: { "Content-Type": "application/json", "If-Match": "1" },
                      body: JSON.stringify({ flag: false, tags: [], note: "" }),
                    }).then((answer) => answer.status)""", flagged);
            assertEquals(403, status);
            requireOnly("403", tab);
            tab.go(serving, "#/episodes?recording=" + recording);
            tab.await("() => document.querySelectorAll('[data-row-link]').length === 4", null);
            assertEquals(1, tab.page().getByLabel("Flagged").count());
            assertEquals(0, tab.page().locator("button.flag-button").count());
        }
    }
}
