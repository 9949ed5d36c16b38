package io.github.roboreel.simulator;

import io.github.roboreel.recorder.FieldPhase;
import io.github.roboreel.recorder.FieldSchema;
import io.github.roboreel.recorder.FieldSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Fits the tabletop's schema file to a task and to the images that are recorded. */
final class TabletopSchema {
    static final String OBS = "obs/";
    static final String FINAL_OBS = "final_obs/";

    private TabletopSchema() {}

    static FieldSchema load(Path schemaFile, TaskDefinition task, ImageSize images) {
        List<FieldSpec> fields = new ArrayList<>();
        for (FieldSpec field : FieldSchema.load(schemaFile).specs()) {
            if (concerns(task, field.path())) {
                fields.add(field);
            }
        }
        if (images != null) {
            Camera.sensors().forEach(camera -> addImages(fields, camera, images));
        }
        return FieldSchema.of(fields);
    }

    /** False for a field of an object that is not on the table. */
    private static boolean concerns(TaskDefinition task, String path) {
        return Arrays.stream(path.split("/"))
                .noneMatch(
                        part -> ObjectCatalog.contains(part) && !task.objects().containsKey(part));
    }

    private static void addImages(List<FieldSpec> fields, Camera camera, ImageSize size) {
        FieldSpec step =
                FieldSpec.image(OBS + camera.cameraName(), size.heightPixels(), size.widthPixels());
        fields.add(step.withUnit("1"));
        fields.add(
                new FieldSpec(
                        FINAL_OBS + camera.cameraName(),
                        step.dtype(),
                        step.shape(),
                        "1",
                        "",
                        FieldPhase.FINAL,
                        true,
                        false));
    }
}
