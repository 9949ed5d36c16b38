package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.recorder.plan.StepSchedule;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Episodes of unusual length or rate, and what videos show. */
class LeRobotFlatRunIT {
    private static final int FRAME_BYTES = 3 * FlatRun.SIDE * FlatRun.SIDE;

    @TempDir
    private Path folder;

    private Path export(FlatRun run, Images images) throws Exception {
        return new LeRobotExporter(new LeRobotOptions(
                        folder.resolve("out"), "me/flat", Optional.empty(), images, RewardPolicy.RECORDED))
                .export(run, ExportProgress.NONE)
                .target();
    }

    private String refused(FlatRun run) {
        String message = assertThrows(ExportRefusedException.class, () -> export(run, Images.VIDEO))
                .getMessage();
        assertFalse(Files.exists(folder.resolve("out")), "something was touched");
        return message;
    }

    @Test
    void frameKOfEachVideoIsWhatItsCameraSawAtStepK() throws Exception {
        int steps = 25;
        FlatRun run = FlatRun.record(folder, steps, 0.1, "obs/left", "obs/right");
        Path dataset = export(run, Images.VIDEO);
        for (int camera = 0; camera < 2; camera++) {
            String key = "observation.images." + (camera == 0 ? "left" : "right");
            byte[] frames = decode(dataset.resolve("videos/" + key + "/chunk-000/file-000.mp4"));
            assertEquals(steps * FRAME_BYTES, frames.length);
            for (int i = 0; i < frames.length; i++) {
                int step = i / FRAME_BYTES;
                assertEquals(FlatRun.grey(step, camera), frames[i] & 0xff, 3, key + " step " + step);
            }
        }
    }

    /** RGB of all frames, by ffmpeg. */
    private byte[] decode(Path video) throws Exception {
        Path raw = folder.resolve("frames.rgb");
        Tool.run(
                folder,
                List.of(
                        "ffmpeg",
                        "-v",
                        "error",
                        "-y",
                        "-i",
                        video.toString(),
                        "-f",
                        "rawvideo",
                        "-pix_fmt",
                        "rgb24",
                        raw.toString()));
        return Files.readAllBytes(raw);
    }

    @Test
    void aLongEpisodeIsOneRowGroupWithEveryRow() throws Exception {
        int steps = 3000;
        Path dataset = export(FlatRun.record(folder, steps, 0.1), Images.VIDEO);
        Path data = dataset.resolve("data/chunk-000/file-000.parquet");
        List<Map<String, Object>> groups = Tables.rows("SELECT DISTINCT row_group_id, row_group_num_rows AS n FROM"
                + " parquet_metadata('"
                + data
                + "') ORDER BY row_group_id");
        assertEquals(List.of(3000L), groups.stream().map(g -> g.get("n")).toList());
        List<Map<String, Object>> rows = Tables.all(data);
        assertEquals(steps, rows.size());
        for (int step = 0; step < steps; step++) {
            Map<String, Object> row = rows.get(step);
            assertEquals((long) step, row.get("frame_index"));
            assertArrayEquals(new double[] {step, -step}, Tables.flat(row.get("action")));
        }
    }

    @Test
    void anEpisodeWhoseTimesFindNoFramesHasNoVideos() throws Exception {
        FlatRun run = FlatRun.record(folder, 2048 * 7 + 7, 1 / 7.0, "obs/cam");
        String message = refused(run);
        assertTrue(message.contains("run_0.hdf5, data/demo_0 is so long that"), message);
        assertTrue(message.contains("export pictures as PNG"), message);
    }

    @Test
    void irregularStepsAreRefusedAndEveryNthAreNot() throws Exception {
        StepSchedule drawn = StepSchedule.withProbability(0.5, 1);
        String message = refused(FlatRun.record(folder.resolve("drawn"), 20, 0.1, drawn));
        assertTrue(message.contains("steps left out at no fixed period"), message);
        FlatRun.record(folder.resolve("nth"), 20, 0.1, StepSchedule.everyNth(2));
        Path dataset = export(new FlatRun(folder.resolve("nth"), 0.2), Images.VIDEO);
        List<Map<String, Object>> rows = Tables.all(dataset.resolve("data/chunk-000/file-000.parquet"));
        assertEquals(10, rows.size());
        assertArrayEquals(new double[] {18, -18}, Tables.flat(rows.get(9).get("action")));
        assertEquals((float) (9 / 5.0), rows.get(9).get("timestamp"));
    }
}
