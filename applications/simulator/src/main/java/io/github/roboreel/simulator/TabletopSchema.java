package io.github.roboreel.simulator;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Fits the tabletop's schema file to a task and to the cameras that are rendered. */
final class TabletopSchema {
    static final String OBS = DemoPaths.OBS + "/";
    static final String FINAL_OBS = DemoPaths.FINAL_OBS + "/";

    /** Part of a path in the schema file that stands for each object of the task. */
    private static final String OBJECT = "<object>";

    private TabletopSchema() {}

    static FieldSchema load(Path schemaFile, TaskDefinition task, CameraPlan cameras) {
        List<FieldSpec> fields = new ArrayList<>();
        for (FieldSpec field : FieldSchema.load(
                        schemaFile, Map.of(OBJECT, task.objects().keySet()))
                .specs()) {
            if (concerns(task, field.path())) {
                fields.add(field);
            }
        }
        cameras.cameras().forEach(camera -> addImages(fields, camera, cameras));
        return FieldSchema.of(fields);
    }

    /** False for a field of an object that is not on the table. */
    private static boolean concerns(TaskDefinition task, String path) {
        return Arrays.stream(path.split("/"))
                .noneMatch(
                        part -> ObjectCatalog.contains(part) && !task.objects().containsKey(part));
    }

    /** The camera whose images a field holds; empty when it holds none. */
    static Optional<PinholeCamera> camera(String path) {
        return Arrays.stream(PinholeCamera.values())
                .filter(camera -> path.equals(OBS + camera.observationPath())
                        || path.equals(FINAL_OBS + camera.observationPath()))
                .findFirst();
    }

    private static void addImages(List<FieldSpec> fields, PinholeCamera camera, CameraPlan plan) {
        int height = plan.size().heightPixels();
        int width = plan.size().widthPixels();
        FieldSpec step = FieldSpec.image(OBS + camera.observationPath(), height, width)
                .withUnit("1")
                .withoutNoise();
        FieldSpec drawn = plan.stored(camera) ? step : step.unstored();
        fields.add(drawn);
        fields.add(drawn.finalObservation());
    }
}
