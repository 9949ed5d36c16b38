package io.github.roboreel.dataset;

import io.github.roboreel.format.fault.Operation;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What the reader of an import should know, each sentence once. For one thread. */
public final class ImportNotes {
    private static final Set<String> MADE_UP_REWARDS = Set.of("absent", "success", "score-delta");

    private final Set<String> sentences = new LinkedHashSet<>();

    /** Adds a sentence. */
    public void add(String sentence) {
        sentences.add(sentence);
    }

    /** Attributes of types that ours cannot have. */
    public void addUnreadable(List<String> attributes) {
        for (String name : attributes) {
            add("attribute '" + name + "' is left out: it is no single number, truth value or text");
        }
    }

    /** Our exports have them, but they belong to the tools, which compute them. */
    public void addResultsLeftOut() {
        add("scores and metrics are left out; run " + Operation.METRICS.command() + " to recompute metrics");
    }

    /**
     * Whether an exporter made the rewards of a dataset up, so that they are left out, which is noted.
     *
     * @param source where rewards come from, as our exporters say
     */
    public boolean isMadeUp(String source) {
        boolean isMadeUp = MADE_UP_REWARDS.contains(source);
        if (isMadeUp) {
            add("the rewards that an export made (source '" + source + "') are left out again");
        }
        return isMadeUp;
    }

    /** Every sentence, in the order in which they came. */
    public List<String> all() {
        return List.copyOf(sentences);
    }
}
