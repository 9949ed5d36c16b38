package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KeptTextsTest {
    private static final String BOTH = "{\"rlds\":{\"citation\":\"c\",\"license\":\"l\",\"colour\":\"red\"}}";
    private static final String OTHER = "{\"rlds\":{\"citation\":\"c\",\"license\":\"m\",\"homepage\":\" \"}}";

    @Test
    void whatEpisodesSayAlikeIsCommon() {
        KeptTexts kept = new KeptTexts();
        kept.add(BOTH);
        kept.add(BOTH);
        assertEquals(Map.of("citation", "c", "license", "l"), kept.common());
        kept.add(OTHER);
        assertEquals(Map.of("citation", "c"), kept.common());
        assertEquals(Set.of("license"), kept.unlike());
        kept.add("no JSON");
        assertEquals(Map.of(), kept.common());
        assertEquals(Set.of("citation", "license"), kept.unlike());
    }

    @Test
    void partsSayTheSameAsTheWhole() {
        KeptTexts first = new KeptTexts();
        first.add(BOTH);
        KeptTexts second = new KeptTexts();
        second.add(OTHER);
        KeptTexts joined = new KeptTexts();
        for (KeptTexts part : new KeptTexts[] {first, new KeptTexts(), second}) {
            joined.add(KeptTexts.of(part.json()));
        }
        assertEquals(Map.of("citation", "c"), joined.common());
        assertEquals(Set.of("license"), joined.unlike());
    }
}
