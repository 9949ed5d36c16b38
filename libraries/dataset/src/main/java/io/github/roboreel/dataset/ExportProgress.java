package io.github.roboreel.dataset;

/** Receives the progress of an export, on the exporting thread. */
public interface ExportProgress {
    /** Ignores all reports. */
    ExportProgress NONE = new ExportProgress() {
        @Override
        public void phase(String name, long steps) {}

        @Override
        public void advanced(long steps) {}
    };

    /**
     * A phase starts.
     *
     * @param name for people, for example {@code writing}
     * @param steps steps of all episodes that it goes through
     */
    void phase(String name, long steps);

    /** So many more steps are done. */
    void advanced(long steps);
}
