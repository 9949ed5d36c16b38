package io.github.roboreel.recorder;

import java.util.Objects;

/**
 * Something that happened in an episode: one entry of its {@code log_{run}_env{env}.json}.
 *
 * @param step control step after which it was seen, counted from 1: event step s belongs to row s-1
 * @param code status code, 0 to 65535; 100 to 199 are successes, from 200 on failures and events
 * @param name the code's name, for example {@code OBJECT_BUMPED}
 * @param info one sentence for people
 * @param score the episode's score after this step, 0 to 1
 */
public record EpisodeEvent(int step, int code, String name, String info, double score) {
    /** Checks the ranges and the texts. */
    public EpisodeEvent {
        TextRules.requireWhole("event name", Objects.requireNonNull(name, "name"));
        TextRules.requireWhole("event info", Objects.requireNonNull(info, "info"));
        if (step < 1 || code < 0 || code > 65_535 || !(score >= 0 && score <= 1)) {
            throw new IllegalArgumentException(
                    "event '"
                            + name
                            + "' has step "
                            + step
                            + ", code "
                            + code
                            + ", score "
                            + score
                            + "; expected a step from 1, a code from 0 to 65535, a score from 0 to 1");
        }
    }
}
