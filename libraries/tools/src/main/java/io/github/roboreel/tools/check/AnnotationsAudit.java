package io.github.roboreel.tools.check;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.Annotation;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recordings.folder.Annotations;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FileFault.Severity;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.check.Scope.ScannedRun;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;

/** Audit of what people noted about episodes. Lines that are none, their reader names. */
final class AnnotationsAudit {
    private record Place(String envName, int run, int envId) {}

    private record Number(String envName, int episode) {}

    private final Path file;
    private final Annotations annotations;
    private final Findings findings;
    private final Set<Place> places = new HashSet<>();
    private final Set<Number> numbers = new HashSet<>();

    /** @param runs of each env, which may hold episodes that have no result line yet */
    AnnotationsAudit(ResultFolder folder, Map<String, List<ScannedRun>> runs, Findings findings) {
        this.file = folder.path().resolve(RunFolder.ANNOTATIONS);
        this.annotations = folder.annotations();
        this.findings = findings;
        folder.episodes().forEach(line -> {
            line.episode().ifPresent(number -> numbers.add(new Number(line.envName(), number)));
            if (line.hasPlace()) {
                places.add(new Place(
                        line.envName(), line.run().getAsInt(), line.envId().getAsInt()));
            }
        });
        runs.forEach((env, scanned) -> scanned.forEach(run -> addDemos(env, run)));
    }

    private void addDemos(String env, ScannedRun run) {
        run.facts().demos().forEach(demo -> {
            OptionalInt number = Scope.number(demo);
            if (number.isPresent() && run.file().run().isPresent()) {
                places.add(new Place(env, run.file().run().getAsInt(), number.getAsInt()));
            } else if (number.isPresent()) {
                numbers.add(new Number(env, number.getAsInt()));
            }
        });
    }

    void run() {
        annotations.lines().forEach(line -> {
            checkFields(line);
            if (!isThere(line.annotation())) {
                note(line, "", "annotates " + named(line.annotation()) + ", which is not in this folder");
            }
        });
    }

    private void checkFields(Annotations.Line line) {
        ObjectNode json = FormatJson.tree(line.fields());
        json.put("env_name", line.annotation().envName());
        DocumentSchema.ANNOTATION.faults(json).forEach(fault -> note(line, fault.field(), fault.problem()));
    }

    private boolean isThere(Annotation annotation) {
        boolean hasPlace = annotation.run() != null && annotation.envId() != null;
        return hasPlace
                ? places.contains(new Place(annotation.envName(), annotation.run(), annotation.envId()))
                : numbers.contains(new Number(annotation.envName(), annotation.episode()));
    }

    private static String named(Annotation annotation) {
        boolean hasPlace = annotation.run() != null && annotation.envId() != null;
        return (hasPlace
                        ? "run " + annotation.run() + ", env_id " + annotation.envId()
                        : "episode " + annotation.episode())
                + " of "
                + annotation.envName();
    }

    private void note(Annotations.Line line, String field, String problem) {
        findings.add(
                new FileFault(file, line.line(), field, problem, "mend or delete the line", Severity.NOTE),
                Severity.NOTE);
    }
}
