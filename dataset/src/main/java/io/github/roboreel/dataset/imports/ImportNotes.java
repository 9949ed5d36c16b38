package io.github.roboreel.dataset.imports;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the reader of an import should know, each sentence once. For one thread. */
final class ImportNotes {
    private final Set<String> sentences = new LinkedHashSet<>();

    void add(String sentence) {
        sentences.add(sentence);
    }

    /** Attributes of types that ours cannot have. */
    void addUnreadable(List<String> attributes) {
        for (String name : attributes) {
            add("attribute '" + name + "' is left out: it is no single number, truth value or text");
        }
    }

    /** Our exports have them, but they belong to the tools, which compute them. */
    void addResultsLeftOut() {
        add("scores and metrics are left out; run roboreel metrics to compute metrics anew");
    }

    List<String> all() {
        return List.copyOf(sentences);
    }
}
