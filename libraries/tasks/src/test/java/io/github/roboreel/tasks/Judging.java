package io.github.roboreel.tasks;

import io.github.roboreel.recorder.EpisodeEvent;
import java.util.List;
import java.util.Locale;

/** Steps a judge and shows its events as lines: {@code step code NAME: info @score}. */
final class Judging {
    private final EpisodeJudge judge;
    private int step;

    Judging(TaskRules rules, Scene scene) {
        judge = new EpisodeJudge(rules);
        judge.reset(scene);
    }

    EpisodeJudge judge() {
        return judge;
    }

    void reset(Scene scene) {
        step = 0;
        judge.reset(scene);
    }

    List<String> step(Scene scene) {
        step++;
        return judge.update(scene, step).stream().map(Judging::line).toList();
    }

    private static String line(EpisodeEvent event) {
        return String.format(
                Locale.ROOT, "%d %d %s: %s @%s", event.step(), event.code(), event.name(), event.info(), event.score());
    }
}
