package io.github.roboreel.dashboard.api;

import java.io.IOException;

/** A request that is refused, with its HTTP status and one sentence for the user. */
public final class Refusal extends IOException {
    private static final long serialVersionUID = 1;

    private final int status;

    private Refusal(int status, String sentence) {
        super(sentence);
        this.status = status;
    }

    /** For a reason that none of the others is. */
    public static Refusal of(int status, String sentence) {
        return new Refusal(status, sentence);
    }

    /** A parameter that makes no sense. */
    public static Refusal badRequest(String sentence) {
        return new Refusal(400, sentence);
    }

    /** An episode that is not, or no longer, there. */
    public static Refusal noEpisode() {
        return notFound("there is no episode of that id; it may have been removed, so list them again");
    }

    /** Something that is not, or no longer, there. */
    public static Refusal notFound(String sentence) {
        return new Refusal(404, sentence);
    }

    /** A state of the files in which that cannot be done, or another writer was faster. */
    public static Refusal conflict(String sentence) {
        return new Refusal(409, sentence);
    }

    /** What was changed by another writer since the caller read it. */
    public static Refusal preconditionFailed(String sentence) {
        return new Refusal(412, sentence);
    }

    /** The HTTP status. */
    public int status() {
        return status;
    }
}
