package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.schema.VideoRule;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.file.VideoFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * Content of one kind of video: its cameras from left to right.
 *
 * @param kind which video
 * @param cameras at least one, in schema order
 */
record VideoPlan(VideoKind kind, List<Camera> cameras) {
    VideoPlan {
        cameras = List.copyOf(cameras);
    }

    /**
     * The videos that a schema has cameras for.
     *
     * @param mode {@code all}, {@code viewport}, {@code sensor} or {@code none}
     */
    static List<VideoPlan> of(FieldSchema schema, String mode) {
        List<VideoPlan> plans = new ArrayList<>();
        for (VideoKind kind : VideoKind.values()) {
            List<Camera> cameras = schema.layout(FieldPhase.STEP).images().stream()
                    .filter(f -> isShownIn(kind, f.spec()))
                    .map(f -> Camera.of(f, schema))
                    .toList();
            if (isWanted(kind, mode) && !cameras.isEmpty()) {
                plans.add(new VideoPlan(kind, cameras));
            }
        }
        return plans;
    }

    private static boolean isWanted(VideoKind kind, String mode) {
        return switch (mode) {
            case "all" -> true;
            case "viewport" -> kind == VideoKind.VIEWPORT;
            case "sensor" -> kind == VideoKind.SENSOR;
            default -> false;
        };
    }

    private static boolean isShownIn(VideoKind kind, FieldSpec field) {
        return VideoRule.videoOf(field).filter(kind.label()::equals).isPresent();
    }

    /** Width of all cameras side by side, pixels. */
    int contentWidth() {
        return cameras.stream().mapToInt(c -> shown(c.width())).sum();
    }

    /** Height of the highest camera, pixels. */
    int contentHeight() {
        return cameras.stream().mapToInt(c -> shown(c.height())).max().orElseThrow();
    }

    /** Width of the video, pixels. */
    int width() {
        return VideoFormat.paddedSize(contentWidth());
    }

    /** Height of the video, pixels. */
    int height() {
        return VideoFormat.paddedSize(contentHeight());
    }

    /** How many pixels are shown of so many of a camera's width or height. */
    int shown(int size) {
        return halved() ? Math.max(1, size / 2) : size;
    }

    /** Whether every camera also shows the world after the last action. */
    boolean showsTheEnd() {
        return cameras.stream().allMatch(c -> c.last() != null);
    }

    /** Whether the cameras are shown at half their size. */
    boolean halved() {
        return kind == VideoKind.SENSOR;
    }
}
