package io.github.roboreel.fleet.storage;

import java.io.IOException;

/** A store that does not answer this machine, or does not know it: that says nothing of what is in it. */
public final class StoreUnavailableException extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * One that says which place it is about, and what to do.
     *
     * @param cause in the store's own words
     */
    public StoreUnavailableException(String sentence, IOException cause) {
        super(sentence, cause);
    }
}
