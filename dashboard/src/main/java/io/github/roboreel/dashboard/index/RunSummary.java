package io.github.roboreel.dashboard.index;

/**
 * A run of an env as its files stand.
 *
 * @param run index; -1 of the legacy file
 * @param file name of its file
 * @param bytes of the file; 0 when it is not there
 * @param state how it stands
 */
public record RunSummary(int run, String file, long bytes, State state) {
    /** How a run stands. */
    public enum State {
        /** It was closed. */
        DONE,
        /** It is being written. */
        RECORDING,
        /** Its recorder died. */
        UNCLOSED,
        /** It was removed after its upload. */
        REMOVED
    }

    /** Whether it was not closed, by a recorder that lives or one that died. */
    public boolean isOpen() {
        return state == State.RECORDING || state == State.UNCLOSED;
    }
}
