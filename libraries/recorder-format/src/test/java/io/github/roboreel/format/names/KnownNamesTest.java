package io.github.roboreel.format.names;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KnownNamesTest {
    private static final List<String> KNOWN =
            List.of("record", "report", "recover", "BananaInBowlTask", "BananaInBowlCrowdedTask");

    @ParameterizedTest
    @CsvSource({
        "recrod, did you mean record?",
        "repor, did you mean report?",
        "recor, did you mean record?",
        "recoverr, did you mean recover?",
        "reco, did you mean record?",
        "BananaInBowl, did you mean BananaInBowlTask or BananaInBowlCrowdedTask?",
        "recorded, did you mean record?"
    })
    void aSlipIsNamed(String given, String hint) {
        assertEquals(hint, KnownNames.hint(given, KNOWN));
    }

    @ParameterizedTest
    @CsvSource({"xy", "dashboard", "''", "r"})
    void whatIsLikeNothingGetsTheWholeList(String given) {
        assertEquals(
                "known are record, report, recover, BananaInBowlTask, BananaInBowlCrowdedTask",
                KnownNames.hint(given, KNOWN));
    }

    @Test
    void hint_oneThatGoesOnAfterTheNearest_isNamedToo() {
        assertEquals(
                "did you mean --metric or --metrics?",
                KnownNames.hint("--metrix", List.of("--metric", "--metrics", "--name")));
    }

    @Test
    void hint_moreThanHalfOfTheLettersAreWrong_listsAll() {
        assertEquals("known are png, svg, pdf", KnownNames.hint("jpg", List.of("png", "svg", "pdf")));
    }

    @Test
    void nothingIsLikeAnythingWhereNothingIsKnown() {
        assertEquals(List.of(), KnownNames.similar("record", List.of()));
    }
}
