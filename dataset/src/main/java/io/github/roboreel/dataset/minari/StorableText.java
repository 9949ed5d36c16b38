package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.tools.episodes.EpisodeFacts;
import java.nio.charset.StandardCharsets;

/** Texts that every dataset holds as they are; checked before anything is written. */
final class StorableText {
    private StorableText() {}

    /**
     * Requires that the name of an array or attribute can be stored.
     *
     * @throws ExportRefusedException when it has a NUL or a character beyond U+FFFF
     */
    static void requireName(EpisodeFacts facts, String name) {
        if (name.chars().anyMatch(c -> c == 0 || Character.isSurrogate((char) c))) {
            throw new ExportRefusedException(facts.where()
                    + " has the name '"
                    + name
                    + "', but a name must have no NUL and no character beyond U+FFFF, such"
                    + " as an emoji; rename it");
        }
    }

    /**
     * Requires that a text can be stored.
     *
     * @throws ExportRefusedException when it has a NUL or half a character
     */
    static void requireText(EpisodeFacts facts, String name, String text) {
        if (text.indexOf(0) >= 0 || !StandardCharsets.UTF_8.newEncoder().canEncode(text)) {
            throw new ExportRefusedException(facts.where()
                    + " has a NUL or half a surrogate pair in the text of '"
                    + name
                    + "', which cannot be stored; remove it");
        }
    }
}
