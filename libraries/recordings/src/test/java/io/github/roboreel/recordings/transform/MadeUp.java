package io.github.roboreel.recordings.transform;

import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Made up steps and episodes; each step has a number of its own at {@code id}. */
public final class MadeUp {
    private MadeUp() {}

    /** So many steps, numbered from one number on, with an observation, an action and a reward. */
    public static List<Step> steps(long firstId, int count) {
        List<Step> steps = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            steps.add(step(i, firstId + i));
        }
        return steps;
    }

    /** One step. */
    public static Step step(long index, long id) {
        Map<String, NdArray> values = new LinkedHashMap<>();
        values.put("id", NdArray.of(id));
        values.put("obs/p", NdArray.ofDoubles(new double[] {id, -id}));
        values.put("actions", NdArray.ofFloats(new float[] {id, 1, 2}));
        values.put("reward", NdArray.of(id * 0.5));
        return new Step(index, values);
    }

    /** Episodes of these lengths, whose steps are numbered through. */
    public static List<EpisodeSteps> episodes(List<Integer> lengths) {
        List<EpisodeSteps> episodes = new ArrayList<>();
        long first = 0;
        for (int length : lengths) {
            episodes.add(new EpisodeSteps(Facts.of(episodes.size(), 0.1), Steps.of(steps(first, length))));
            first += length;
        }
        return episodes;
    }

    /** The numbers of steps. */
    public static List<Long> ids(List<Step> steps) {
        return steps.stream().map(step -> step.get("id").getLong(0)).toList();
    }
}
