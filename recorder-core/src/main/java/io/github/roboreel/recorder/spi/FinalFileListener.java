package io.github.roboreel.recorder.spi;

/**
 * Hears of each file of a recording that is final, to upload it for example: run files once they are closed and
 * compacted, event logs, videos, and the results at the end. On a thread of its own, one file at a time, so that it may
 * take its time.
 *
 * <p>A file counts as uploaded when {@link #onFinal} returns: {@code uploaded.jsonl} in the output folder says so, and
 * it is not heard of again unless its content changes. One whose call failed, or that the recorder had no time left for
 * when it was closed, is heard of again at the next recording into the folder. After a crash between the call and the
 * mark it is heard of twice: what is done must bear that.
 */
public interface FinalFileListener {
    /** What its marks say; the same in every process, and no other listener's. */
    String name();

    /**
     * Takes a file.
     *
     * @throws Exception when it could not; logged and counted, and the recording continues
     */
    void onFinal(FinalFile file) throws Exception;
}
