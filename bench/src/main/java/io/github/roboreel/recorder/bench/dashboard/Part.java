package io.github.roboreel.recorder.bench.dashboard;

/** A thing that is measured of the dashboard. */
enum Part {
    /** Many recordings, listed. */
    LIST,
    /** Start of a video, and a page of episodes. */
    VIDEO,
    /** Signals of a long episode. */
    SERIES,
    /** What a page shows of a recording that goes on. */
    LIVE,
    /** What a page costs the recorder. */
    PRODUCER
}
