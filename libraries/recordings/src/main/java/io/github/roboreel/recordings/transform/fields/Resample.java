package io.github.roboreel.recordings.transform.fields;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Cursor;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.EpisodeTransform;
import io.github.roboreel.recordings.transform.LookAhead;
import io.github.roboreel.recordings.transform.Steps;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives an episode another rate: result k is the episode at k / rate, from its first step to the last time that it
 * covers. Its index is k.
 *
 * <ul>
 *   <li>Floats are interpolated linearly between the steps before and after.
 *   <li>Integers, bools, texts, pictures, actions, and whatever holds a rotation, are those of the step before:
 *       commands hold until the next, and the mean of two quaternions is none. A rotation is what the last name of the
 *       path says: orientation, quat, rot or pose.
 *   <li>Rewards ({@code reward}, {@code rewards}) are the sum over the steps from this time to the next result's, so
 *       that their sum over the episode stays.
 * </ul>
 *
 * <p>Flags of begin and end are made afterwards. Holds two steps, or those between two results.
 *
 * @param rate results a second, above 0
 * @param held further paths or groups that are not interpolated
 */
public record Resample(double rate, List<String> held) implements EpisodeTransform {
    /** Times nearer to a step than that, in steps, are the step's. */
    private static final double NEAR = 1e-6;

    private static final double MAX_RATIO = 1 << 20;

    /** Copies the list. */
    public Resample {
        held = List.copyOf(held);
        if (!(rate > 0) || rate == Double.POSITIVE_INFINITY) {
            throw new IllegalArgumentException(
                    Sentence.of("a rate of %s Hz is not possible; expected a number above 0", rate));
        }
    }

    /** To a rate; interpolates what is a float and no rotation or action. */
    public static Resample to(double rate) {
        return new Resample(rate, List.of());
    }

    @Override
    public EpisodeSteps apply(EpisodeSteps episode) {
        double dt = episode.facts().dtSeconds();
        double ratio = 1 / (rate * dt);
        if (!(ratio > 0) || ratio > MAX_RATIO || ratio < 1 / MAX_RATIO) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s: steps %s s apart cannot be given a rate of %s Hz",
                    episode.facts().where(), dt, rate));
        }
        return episode.through(steps -> resampled(steps, ratio));
    }

    private Steps resampled(Steps steps, double ratio) {
        return () -> {
            LookAhead ahead = new LookAhead(steps.open());
            return ahead.cursor(new Cursor<>() {
                private long result;

                @Override
                public Step next() throws IOException {
                    Step next = at(ahead, result, ratio);
                    result++;
                    return next;
                }
            });
        };
    }

    private Step at(LookAhead ahead, long result, double ratio) throws IOException {
        double place = result * ratio;
        long before = (long) Math.floor(place + NEAR);
        double share = place - before;
        ahead.forget(before);
        Step step = ahead.at(before);
        boolean isBetween = share > NEAR;
        Step after = isBetween ? ahead.at(before + 1) : step;
        if (step == null || after == null) {
            return null;
        }
        Map<String, NdArray> values = new LinkedHashMap<>();
        for (Map.Entry<String, NdArray> field : step.values().entrySet()) {
            String path = field.getKey();
            NdArray value = field.getValue();
            if (isReward(path)) {
                values.put(path, sum(ahead, path, firstFrom(place), firstFrom((result + 1) * ratio), value));
            } else {
                values.put(path, isBetween && isLinear(path, value) ? mix(value, after.get(path), share) : value);
            }
        }
        return new Step(result, values);
    }

    private static boolean isReward(String path) {
        return path.equals(Steps.REWARD) || path.equals(DemoPaths.REWARDS);
    }

    private static long firstFrom(double place) {
        return (long) Math.ceil(place - NEAR);
    }

    /** Of rewards from one step to another, as far as there are any. */
    private static NdArray sum(LookAhead ahead, String path, long from, long end, NdArray like) throws IOException {
        double[] sum = new double[like.elements()];
        for (long at = from; at < end && ahead.at(at) != null; at++) {
            NdArray value = ahead.at(at).get(path);
            Arrays.setAll(sum, i -> sum[i] + value.getDouble(i));
        }
        return NdArray.of(like.dtype(), sum).reshaped(like.shape());
    }

    private boolean isLinear(String path, NdArray value) {
        return value.dtype().isFloating()
                && !DemoPaths.namesRotation(path)
                && !Fields.isBelow(path, DemoPaths.ACTIONS)
                && held.stream().noneMatch(group -> Fields.isBelow(path, group));
    }

    private static NdArray mix(NdArray before, NdArray after, double share) {
        double[] values = before.doubles();
        Arrays.setAll(values, i -> values[i] + share * (after.getDouble(i) - values[i]));
        return NdArray.of(before.dtype(), values).reshaped(before.shape());
    }
}
