package io.github.roboreel.recordings.folder;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CountedScoresTest {
    private static final OptionalDouble NONE = OptionalDouble.empty();

    @TempDir
    Path folder;

    @Test
    void of_storedScores_areThemselvesAndThatOfASuccessIsOne() throws IOException {
        assertCounted(
                List.of(OptionalDouble.of(1), OptionalDouble.of(0.25), OptionalDouble.of(0.1)),
                line("true", "\"status\": \"success\", \"score\": 0.5"),
                line("false", "\"status\": \"failure\", \"score\": 0.25"),
                line("null", "\"status\": \"aborted\", \"score\": 0.1"));
    }

    @Test
    void of_successWithoutScore_countsOnlyOnALineOfRoboLabWhoseTaskIsScored() throws IOException {
        assertCounted(
                List.of(OptionalDouble.of(1), NONE, OptionalDouble.of(0.25)),
                line("true", "\"score\": null"),
                line("true", "\"status\": \"success\", \"score\": null"),
                line("false", "\"score\": 0.25"));
    }

    @Test
    void of_taskThatNobodyScored_isNone() throws IOException {
        assertCounted(List.of(NONE, NONE), line("true", "\"score\": null"), line("false", "\"reason\": null"));
    }

    @Test
    void of_taskOfWhichOnlySuccessesAreScored_isNoneUnlessNothingFailed() throws IOException {
        String scored = line("true", "\"status\": \"success\", \"score\": 0.5");

        assertCounted(List.of(NONE, NONE), scored, line("false", "\"status\": \"failure\""));
        assertCounted(List.of(OptionalDouble.of(1), NONE), scored, line("null", "\"status\": \"aborted\""));
        assertCounted(
                List.of(OptionalDouble.of(1), NONE),
                scored,
                line("false", "\"status\": \"failure\"").replace("\"A\"", "\"B\""));
    }

    private static String line(String success, String more) {
        return "{\"env_name\": \"A\", \"episode\": 0, \"success\": " + success + ", " + more + "}";
    }

    private void assertCounted(List<OptionalDouble> expected, String... lines) throws IOException {
        Files.write(folder.resolve("episode_results.jsonl"), List.of(lines));
        List<EpisodeRecord> episodes = ResultFolder.open(folder).episodes();
        CountedScores scores = CountedScores.of(episodes);

        assertEquals(expected, episodes.stream().map(scores::of).toList());
    }
}
