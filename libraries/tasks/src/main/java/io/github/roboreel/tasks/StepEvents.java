package io.github.roboreel.tasks;

import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The events of one step; the list is reused from step to step. */
final class StepEvents {
    private final List<EpisodeEvent> events = new ArrayList<>();
    private final List<EpisodeEvent> view = Collections.unmodifiableList(events);
    private int step;
    private double score;

    void begin(int newStep, double newScore) {
        step = newStep;
        score = newScore;
        events.clear();
    }

    void add(StatusCode code, String info) {
        add(code, info, "");
    }

    void add(StatusCode code, String info, String object) {
        events.add(new EpisodeEvent(step, code.number(), code.name(), info, score, object));
    }

    List<EpisodeEvent> view() {
        return view;
    }
}
