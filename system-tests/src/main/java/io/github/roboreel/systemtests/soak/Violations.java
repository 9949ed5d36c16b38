package io.github.roboreel.systemtests.soak;

import java.util.ArrayList;
import java.util.List;

/** Complaints, each a sentence. Any thread. */
final class Violations {
    private static final int KEPT = 1000;

    private final List<String> sentences = new ArrayList<>();
    private long count;

    synchronized void add(String sentence) {
        count++;
        if (sentences.size() < KEPT) {
            sentences.add(sentence);
        }
    }

    synchronized long count() {
        return count;
    }

    /** The first of them. */
    synchronized List<String> sentences() {
        return List.copyOf(sentences);
    }
}
