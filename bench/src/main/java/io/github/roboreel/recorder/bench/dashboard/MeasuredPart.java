package io.github.roboreel.recorder.bench.dashboard;

import java.util.Map;

/** A thing that is measured of the dashboard. */
enum MeasuredPart {
    LIST(Map.of("cold_list_ms", 6000, "kept_list_ms", 500, "warm_recordings_ms", 50, "warm_report_ms", 300)),
    /** Start of a video, and a page of episodes. */
    VIDEO(Map.of("first_video_first_byte_ms", 20, "first_episodes_ms", 200, "episodes_kb", 100)),
    /** Signals of a long episode. */
    SERIES(Map.of("cold_series_ms", 300, "warm_series_ms", 100, "zoom_ms", 100, "series_kb", 250)),
    /** When a browser shows the list and a long episode. */
    PAINT(Map.of("list_paint_ms", 500, "episode_paint_ms", 500, "episode_ready_ms", 1500)),
    /** The pointer on an episode's timeline, and cameras that play. */
    SCRUB(Map.of("fps", 60, "interval_p95_ms", 18, "wrong_pictures", 0, "play_drift_most_frames", 1)),
    /** What a page shows of a recording in progress. */
    LIVE(Map.of("row_age_p95_ms", 200, "watched_serve_cpu_percent", 5)),
    /** What a page costs the recorder. */
    PRODUCER(Map.of("row_age_p95_ms", 200, "watched_serve_cpu_percent", 5));

    private final Map<String, Integer> goals;

    MeasuredPart(Map<String, Integer> goals) {
        this.goals = goals;
    }

    /** What some of its figures should be with the usual sizes. */
    Map<String, Integer> goals() {
        return goals;
    }
}
