package io.github.roboreel.recordings.episodes;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JudgementTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "success, TERMINATED, true",
        "failure, TERMINATED, false",
        "truncated, TRUNCATED, false",
        "aborted, INCOMPLETE,",
        "recovered, INCOMPLETE,",
        "something new, INCOMPLETE,",
    })
    void theStatusOfTheDemoDecides(String status, Ending ending, Boolean success) throws IOException {
        Judgement verdict =
                Judgement.of(Map.of("status", status, "success", true), Lines.of(folder, "\"success\": true"));

        assertEquals(new Judgement(ending, Optional.ofNullable(success)), verdict);
    }

    @ParameterizedTest
    @CsvSource({
        "true, false, TERMINATED, true",
        "false, true, TRUNCATED, false",
        "null, true, TERMINATED, true",
        "null, false, TRUNCATED, false",
    })
    void withoutStatusTheLineCountsAndThenTheAttribute(String line, boolean attribute, Ending ending, boolean success)
            throws IOException {
        Judgement verdict = Judgement.of(Map.of("success", attribute), Lines.of(folder, "\"success\": " + line));

        assertEquals(new Judgement(ending, Optional.of(success)), verdict);
    }

    @Test
    void anEpisodeThatNobodyJudgedDidNotEnd() {
        assertEquals(new Judgement(Ending.INCOMPLETE, Optional.empty()), Judgement.of(Map.of(), Optional.empty()));
    }
}
