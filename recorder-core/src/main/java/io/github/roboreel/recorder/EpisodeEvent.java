package io.github.roboreel.recorder;

import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.TextRules;
import java.util.List;
import java.util.Objects;

/**
 * Something that happened in an episode: one entry of its {@code log_{run}_env{env}.json}.
 *
 * <p>Codes below {@link #FIRST_USER_CODE} are RoboLab's; {@link StatusCode} knows them with their names. Those from
 * there to 65535 belong to users, who choose names of their own for them: {@link #of} gives such an event. Readers of
 * events go by the names; of a user's event the code only says that it is one, unless its user gives it a meaning.
 *
 * @param step control step after which it was seen, counted from 1: event step s belongs to row s-1
 * @param code status code, 0 to 65535; 100 to 199 are successes, from 200 on failures and events, from 1000 on users'
 *     own
 * @param name the code's name, for example {@code OBJECT_BUMPED}; of a user's own event any name that no code of
 *     RoboLab's has
 * @param info one sentence for people
 * @param score the episode's score after this step, 0 to 1; null for an event that leaves the score alone
 * @param object name of the object that it is about; empty without one. No log holds it but in {@code info}
 */
public record EpisodeEvent(int step, int code, String name, String info, Double score, String object)
        implements EventSummary.Event {
    /** The first of the codes that belong to users. */
    public static final int FIRST_USER_CODE = EventSummary.FIRST_USER_CODE;

    private static final int LAST_CODE = 65_535;

    /** Checks the ranges and the texts. */
    public EpisodeEvent {
        TextRules.requireWhole("event name", Objects.requireNonNull(name, "name"));
        TextRules.requireWhole("event info", Objects.requireNonNull(info, "info"));
        TextRules.requireWhole("event object", Objects.requireNonNull(object, "object"));
        if (step < 1 || code < 0 || code > LAST_CODE || score != null && !(score >= 0 && score <= 1)) {
            throw new IllegalArgumentException(Sentence.of(
                    "event '%s' has step %s, code %s, score %s; expected a step from 1, a code from 0 to 65535, "
                            + "a score from 0 to 1 or none",
                    name, step, code, score));
        }
    }

    /**
     * An event as a log has it. The object of RoboLab's wrong grabs is read from {@code info}.
     *
     * @param step control step after which it was seen, counted from 1
     * @param code status code, 0 to 65535
     * @param name the code's name
     * @param info one sentence for people
     * @param score the episode's score after this step, 0 to 1
     */
    public EpisodeEvent(int step, int code, String name, String info, double score) {
        this(step, code, name, info, score, EventSummary.objectOf(code, info));
    }

    /**
     * A user's own event, with code {@link #FIRST_USER_CODE}. It is counted by its name in {@code own_events} of the
     * result line.
     *
     * @param name for example {@code SLIPPED}
     * @param step control step after which it was seen, counted from 1
     * @param info one sentence for people
     * @param score the episode's score after this step, 0 to 1
     */
    public static EpisodeEvent of(String name, int step, String info, double score) {
        return new EpisodeEvent(step, FIRST_USER_CODE, name, info, score);
    }

    /**
     * As {@link #of(String, int, String, double)}, of an event that leaves the episode's score alone.
     *
     * @param name for example {@code SLIPPED}
     * @param step control step after which it was seen, counted from 1
     * @param info one sentence for people
     */
    public static EpisodeEvent of(String name, int step, String info) {
        return new EpisodeEvent(step, FIRST_USER_CODE, name, info, null, "");
    }

    /**
     * The score that events end with.
     *
     * @param events of an episode, in their order
     * @return that of the last one with a score; null when none has one
     */
    public static Double lastScore(List<EpisodeEvent> events) {
        Double last = null;
        for (EpisodeEvent event : events) {
            last = event.score() == null ? last : event.score();
        }
        return last;
    }

    /** Whether it is a user's own, by its code. */
    public boolean isOwn() {
        return code >= FIRST_USER_CODE;
    }
}
