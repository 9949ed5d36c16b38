package io.github.roboreel.recordings.transform.fields;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.EpisodeSteps;
import io.github.roboreel.recordings.transform.Facts;
import io.github.roboreel.recordings.transform.MadeUp;
import io.github.roboreel.recordings.transform.Reductions;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.StepsTransform;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class FieldsTest {
    private final Steps steps = Steps.of(MadeUp.steps(0, 4));

    private Step first(StepsTransform transform) throws IOException {
        return steps.through(transform).toList().get(0);
    }

    @Test
    void fieldsAndGroupsAreLeftOutKeptAndRenamed() throws IOException {
        assertEquals(
                List.of("id", "reward"),
                List.copyOf(first(new Fields.Drop(List.of("obs", "actions")))
                        .values()
                        .keySet()));
        assertEquals(
                List.of("obs/p"),
                List.copyOf(first(new Fields.Keep(List.of("obs"))).values().keySet()));
        Step renamed = first(new Fields.Rename("obs", "observation"));
        assertEquals(
                List.of("id", "observation/p", "actions", "reward"),
                List.copyOf(renamed.values().keySet()));
        assertEquals(MadeUp.step(0, 0).get("obs/p"), renamed.get("observation/p"));
    }

    @Test
    void aSliceKeepsSomeElements() throws IOException {
        Steps cut = steps.through(new Fields.Slice("actions", 1, 3));
        assertEquals(NdArray.ofFloats(new float[] {1, 2}), cut.toList().get(3).get("actions"));
    }

    @Test
    void relativeChunksTakeTheStateOffEachAction() throws IOException {
        Step step = MadeUp.step(0, 5).with("actions", NdArray.ofFloats(new float[] {1, 2, 3, 4, 5, 6}, 2, 3));
        Step relative = Steps.of(List.of(step))
                .through(RelativeActions.allBut(1, "actions", "obs/p", 3))
                .toList()
                .get(0);
        assertEquals(NdArray.ofFloats(new float[] {-4, 7, 3, -1, 10, 6}, 2, 3), relative.get("actions"));
    }

    /** Whatever the rate, what was earned in an episode stays. */
    @Test
    void resamplingKeepsTheReturnAndTheTimes() throws IOException {
        EpisodeSteps episode = new EpisodeSteps(Facts.of(0, 0.1), Steps.of(MadeUp.steps(1, 9)));
        double recorded = Reductions.discountedReturn(episode.steps(), "reward", 1);
        for (double rate : new double[] {1, 2.5, 7, 10, 30, 33.3}) {
            List<Step> result = Resample.to(rate).apply(episode).steps().toList();
            assertEquals((int) Math.floor(0.8 * rate + 1e-9) + 1, result.size(), rate + " Hz");
            assertEquals(recorded, Reductions.discountedReturn(Steps.of(result), "reward", 1), 1e-9, rate + " Hz");
            for (Step step : result) {
                double time = step.index() / rate;
                assertEquals(1 + 10 * time, step.get("obs/p").getDouble(0), 1e-6, rate + " Hz");
                assertEquals(
                        Math.floor(1 + 10 * time + 1e-6), step.get("actions").getDouble(0), rate + " Hz");
            }
        }
        EpisodeSteps held = new Resample(20, List.of("obs")).apply(episode);
        assertEquals(1, held.steps().toList().get(1).get("obs/p").getDouble(0));
    }

    @Test
    void whatMakesNoSenseIsRefusedInASentence() {
        assertRefused("no 'obss'", new Fields.Drop(List.of("obss")));
        assertRefused("already", new Fields.Rename("actions", "reward"));
        assertRefused("no elements 2 to 9", new Fields.Slice("actions", 2, 9));
        assertRefused("only pictures", new ResizeImages(2, 2, List.of("actions")));
        assertRefused("mask", new RelativeActions("actions", "obs/p", List.of(true, true, true)));
        assertThrows(IllegalArgumentException.class, () -> Resample.to(Double.NaN));
        assertThrows(IllegalArgumentException.class, () -> ResizeImages.to(0, 5));
        EpisodeSteps timeless = new EpisodeSteps(Facts.of(0, Double.NaN), steps);
        String message = assertThrows(
                        IllegalArgumentException.class, () -> Resample.to(5).apply(timeless))
                .getMessage();
        assertTrue(message.contains("run_0.hdf5, data/demo_0"), message);
    }

    private void assertRefused(String part, StepsTransform transform) {
        String message = assertThrows(IllegalArgumentException.class, () -> first(transform))
                .getMessage();
        assertTrue(message.contains(part), message);
    }

    @Test
    void picturesOfTheRightSizeStayAsTheyAre() throws IOException {
        NdArray picture = NdArray.zeros(DType.UINT8, 2, 3, 1);
        Steps seen = Steps.of(List.of(MadeUp.step(0, 0).with("obs/cam", picture)));
        assertEquals(
                picture, seen.through(ResizeImages.to(2, 3)).toList().get(0).get("obs/cam"));
        NdArray larger = seen.through(ResizeImages.to(4, 5)).toList().get(0).get("obs/cam");
        assertEquals("uint8[4, 5, 1]", larger.toString());
        assertEquals(
                MadeUp.step(0, 0).get("obs/p"),
                seen.through(ResizeImages.to(4, 5)).toList().get(0).get("obs/p"));
    }
}
