package io.github.roboreel.dataset.rlds;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.rlds.RldsOptions.ImageFormat;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.Result;
import org.tensorflow.Tensor;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.TString;

/** Reads an export with TensorFlow's own kernels, the ones that TFDS uses. */
class TensorFlowIT {
    private static final String BBOX = "bbox/bbox_mm/banana";
    private static final String POSES = "obs/poses";
    private static final int FRAME_BYTES =
            RecordedRuns.IMAGE_HEIGHT * RecordedRuns.IMAGE_WIDTH * 3;

    @TempDir Path folder;

    @Test
    void readsWhatWasRecorded() throws IOException {
        List<FieldSpec> fields = new ArrayList<>(RecordedRuns.schema(true).specs());
        fields.add(FieldSpec.step(POSES, DType.FLOAT64, 2, 3));
        fields.add(FieldSpec.finalObservation("final_" + POSES, DType.FLOAT64, 2, 3));
        RecordedRuns runs =
                RecordedRuns.record(folder.resolve("runs"), FieldSchema.of(fields));
        Path target = export(runs);
        Map<String, JsonNode> declared = FeaturesFile.read(target);
        Path file = target.resolve(DatasetInfoFile.read(target).shardFile(0));
        try (TensorFlowRecords records = new TensorFlowRecords(file, declared)) {
            runs.visit((facts, episode) -> compare(facts, episode, records));
        }
    }

    private Path export(RecordedRuns runs) throws IOException {
        RldsOptions options =
                new RldsOptions(
                        folder.resolve("tfds"),
                        "robolab_banana",
                        Optional.empty(),
                        "1.0.0",
                        ImageFormat.PNG,
                        RewardPolicy.SUCCESS,
                        false);
        return new RldsExporter(options).export(runs, ExportProgress.NONE).target();
    }

    private static void compare(
            EpisodeFacts facts, EpisodeReader episode, TensorFlowRecords records)
            throws IOException {
        List<Result> open = new ArrayList<>();
        try {
            Map<String, Tensor> tensors = records.next(open);
            int steps = Math.toIntExact(episode.numSamples()) + 1;
            tensors.forEach(
                    (key, tensor) -> {
                        if (key.startsWith("steps/")) {
                            assertEquals(steps, tensor.shape().get(0), key);
                        }
                    });
            compareNumbers(episode, tensors, steps);
            compareFrames(episode, tensors, steps, records);
            comparePoses(episode, tensors, steps, records);
            compareFacts(facts, tensors, records);
        } finally {
            open.forEach(Result::close);
        }
    }

    private static void compareNumbers(
            EpisodeReader episode, Map<String, Tensor> tensors, int steps) throws IOException {
        double[] actions = episode.readDoubles("actions");
        float[] found = new float[steps * 7];
        TensorFlowRecords.bytes(tensors.get("steps/action")).asFloatBuffer().get(found);
        for (int i = 0; i < found.length; i++) {
            assertEquals(i < actions.length ? actions[i] : 0, found[i]);
        }
        double[] corners = episode.readDoubles(BBOX);
        long[] ints = new long[steps * 24];
        TensorFlowRecords.bytes(tensors.get("steps/next/" + BBOX)).asLongBuffer().get(ints);
        for (int i = 0; i < ints.length; i++) {
            assertEquals(i < corners.length ? corners[i] : 0, ints[i]);
        }
    }

    private static void compareFrames(
            EpisodeReader episode,
            Map<String, Tensor> tensors,
            int steps,
            TensorFlowRecords records)
            throws IOException {
        byte[] frames = episode.readBytes(RecordedRuns.CAMERA, 0, steps - 1L);
        byte[] last = episode.readBytes("final_" + RecordedRuns.CAMERA, 0, 1);
        TString files = (TString) tensors.get("steps/observation/wrist_cam");
        for (int step = 0; step < steps; step++) {
            byte[] frame =
                    step == steps - 1
                            ? last
                            : Arrays.copyOfRange(
                                    frames, step * FRAME_BYTES, (step + 1) * FRAME_BYTES);
            assertArrayEquals(frame, records.picture(files.asBytes().getObject(step)));
        }
    }

    private static void comparePoses(
            EpisodeReader episode,
            Map<String, Tensor> tensors,
            int steps,
            TensorFlowRecords records)
            throws IOException {
        double[] poses = episode.readDoubles(POSES);
        double[] clock = episode.readDoubles("obs/clock");
        TString packedPoses = (TString) tensors.get("steps/observation/poses");
        TString packedClock = (TString) tensors.get("steps/observation/clock");
        for (int step = 0; step < steps - 1; step++) {
            assertArrayEquals(
                    Arrays.copyOfRange(poses, 6 * step, 6 * step + 6),
                    records.doubles(packedPoses.asBytes().getObject(step), true));
            assertArrayEquals(
                    new double[] {clock[step]},
                    records.doubles(packedClock.asBytes().getObject(step), false));
        }
    }

    private static void compareFacts(
            EpisodeFacts facts, Map<String, Tensor> tensors, TensorFlowRecords records) {
        TString instruction = (TString) tensors.get("steps/language_instruction");
        assertEquals(
                facts.instruction(),
                new String(instruction.asBytes().getObject(0), StandardCharsets.UTF_8));
        TInt64 seed = (TInt64) tensors.get("episode_metadata/seed");
        assertEquals(facts.seed().getAsLong(), seed.getLong());
        TString metric = (TString) tensors.get("episode_metadata/metrics/ee_path_length");
        assertArrayEquals(
                new double[] {facts.metrics().get("ee_path_length")},
                records.doubles(metric.asBytes().getObject(), false));
    }
}
