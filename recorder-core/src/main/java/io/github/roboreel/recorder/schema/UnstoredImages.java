package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.EpisodeSink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** The images that are left out of the run file: each must have a sink that consumes it. */
public final class UnstoredImages {
    private final FieldSchema schema;
    private final List<EpisodeSink> sinks;

    private UnstoredImages(FieldSchema schema, List<EpisodeSink> sinks) {
        this.schema = schema;
        this.sinks = sinks;
    }

    /**
     * Refuses images that would vanish.
     *
     * @throws IllegalArgumentException naming every one of them, and what to do
     */
    public static void requireConsumed(FieldSchema schema, List<EpisodeSink> sinks) {
        new UnstoredImages(schema, sinks).requireConsumed();
    }

    private void requireConsumed() {
        Set<Field> consumed = new HashSet<>();
        sinks.forEach(sink -> consumed.addAll(sink.consumes(schema)));
        List<String> faults = new ArrayList<>();
        for (FieldSpec spec : schema.specs()) {
            if (!spec.stored() && !consumed.contains(schema.field(spec.path()))) {
                faults.add(fault(spec));
            }
        }
        if (!faults.isEmpty()) {
            throw new IllegalArgumentException(String.join("; ", faults));
        }
    }

    private String fault(FieldSpec spec) {
        return Sentence.of(
                "image '%s' is not stored and none of the sinks (%s) consumes it, so it would be lost: "
                        + "store it, %sor add a sink that consumes it",
                spec.path(),
                sinks.stream().map(EpisodeSink::name).collect(Collectors.joining(", ")),
                videoRemedy(spec));
    }

    private String videoRemedy(FieldSpec spec) {
        if (isInVideo(spec)) {
            return "put recorder-video, whose videos show it, on the class path, ";
        }
        if (spec.phase() == FieldPhase.FINAL) {
            return "give the per-step image that it ends a video, ";
        }
        if (!VideoRule.isShowable(spec.dtype(), spec.shape(), spec.phase(), spec.image())) {
            return "";
        }
        return Sentence.of(
                "give it a video (inVideo(\"sensor\"), in a schema file video: sensor, or a name below obs/ "
                        + "that ends in %s), ",
                String.join(" or ", VideoRule.SENSOR_ENDINGS));
    }

    private boolean isInVideo(FieldSpec spec) {
        return schema.specs().stream()
                .filter(step -> VideoRule.videoOf(step).isPresent())
                .anyMatch(step -> step == spec || VideoRule.isFinalOf(step, spec));
    }
}
