package com.example;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import java.util.ArrayList;
import java.util.List;

/** The fields of an episode, and the pictures that are asked for. */
final class PusherFields {
    static final String PUSHER = "obs/pusher";
    static final String PUCK = "obs/puck";
    static final String GOAL = "obs/goal";
    static final String PUSHER_STATE = "states/pusher";
    static final String PUCK_STATE = "states/puck";

    final Field pusher;
    final Field puck;
    final Field goal;
    final Field pusherState;
    final Field puckState;

    /** What the camera sees; each is filled with the same picture. */
    final List<Field> pictures;

    private final FieldSchema schema;
    private final ImageSize size;

    PusherFields(CameraRequest cameras) {
        size = cameras.size();
        List<FieldSpec> specs = new ArrayList<>();
        specs.add(FieldSpec.step("actions", DType.FLOAT32, 2).withUnit("m/s").withFrame("world"));
        for (String seen : List.of(PUSHER, PUCK, GOAL)) {
            FieldSpec point =
                    FieldSpec.step(seen, DType.FLOAT64, 2).withUnit("m").withFrame("world");
            specs.add(point);
            specs.add(point.finalObservation());
        }
        specs.add(FieldSpec.step(PUSHER_STATE, DType.FLOAT64, 4).withUnit("m, m/s").withFrame("world"));
        specs.add(FieldSpec.step(PUCK_STATE, DType.FLOAT64, 6)
                .withUnit("m, rad, m/s, rad/s")
                .withFrame("world"));
        specs.add(FieldSpec.step("timestamps/sim_time_s", DType.FLOAT64).withUnit("s"));
        List<FieldSpec> images = images(cameras);
        specs.addAll(images);
        images.stream().map(FieldSpec::finalObservation).forEach(specs::add);
        schema = FieldSchema.of(specs);
        pusher = schema.field(PUSHER);
        puck = schema.field(PUCK);
        goal = schema.field(GOAL);
        pusherState = schema.field(PUSHER_STATE);
        puckState = schema.field(PUCK_STATE);
        pictures = images.stream().map(image -> schema.field(image.path())).toList();
    }

    private static List<FieldSpec> images(CameraRequest cameras) {
        int height = cameras.size().heightPixels();
        int width = cameras.size().widthPixels();
        List<FieldSpec> images = new ArrayList<>();
        if (cameras.storeImages() || cameras.sensorVideo()) {
            FieldSpec top = FieldSpec.image("obs/top_camera", height, width).withoutNoise();
            images.add(cameras.storeImages() ? top : top.unstored());
        }
        if (cameras.viewportVideo()) {
            images.add(FieldSpec.image("obs/viewport_cam/table", height, width)
                    .withoutNoise()
                    .unstored());
        }
        return images;
    }

    FieldSchema schema() {
        return schema;
    }

    ImageSize size() {
        return size;
    }
}
