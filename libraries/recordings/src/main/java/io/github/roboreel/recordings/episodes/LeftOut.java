package io.github.roboreel.recordings.episodes;

/** Why an episode is not among the chosen ones. */
public enum LeftOut {
    /** Its env was not asked for. */
    OTHER_ENV("of other envs"),
    /** Its number was not asked for. */
    OTHER_NUMBER("with other numbers"),
    /** Only successes were asked for. */
    NO_SUCCESS("without success"),
    /** It was aborted or its recorder died, and only complete ones were asked for. */
    INCOMPLETE("incomplete"),
    /** It has too few steps. */
    TOO_SHORT("with too few steps"),
    /** It was not flagged. */
    NOT_FLAGGED("not flagged"),
    /** It has none of the tags that were asked for. */
    OTHER_TAG("without such a tag"),
    /** An attribute or a field of its result line has another value than was asked for, or none. */
    OTHER_VALUE("with other attributes"),
    /** It is not in the list of others that was given. */
    NOT_LISTED("for which the expression is not true");

    private final String phrase;

    LeftOut(String phrase) {
        this.phrase = phrase;
    }

    /** What follows a number of episodes, for example {@code of other envs}. */
    public String phrase() {
        return phrase;
    }
}
