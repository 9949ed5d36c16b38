package io.github.roboreel.runner.replay;

import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Pictures of the drift: for each env folder, of each field the largest drift of its episodes at each step. */
final class DriftPlots {
    private final Map<Path, EnvDrift> envs = new LinkedHashMap<>();

    /** Adds an episode of an env folder, with its drift over the steps. */
    void add(Path envFolder, List<DriftSeries> drift, double dtSeconds) {
        envs.computeIfAbsent(envFolder, folder -> new EnvDrift(dtSeconds)).add(drift);
    }

    /** Draws each env that has drift, and says which could not be drawn. */
    List<FileFault> draw(DriftDrawing drawing) {
        List<FileFault> problems = new ArrayList<>();
        envs.forEach((folder, drift) -> {
            try {
                drift.draw(folder, drawing);
            } catch (IOException e) {
                problems.add(FileFault.doubtful(
                        folder,
                        0,
                        "has no " + DriftDrawing.NAME + ": " + e.getMessage(),
                        "the numbers are in the run files"));
            }
        });
        return problems;
    }

    private static final class EnvDrift {
        private record Quantity(String field, String unit) {}

        private final double dtSeconds;
        private final Map<Quantity, double[]> most = new LinkedHashMap<>();
        private int episodes;

        EnvDrift(double dtSeconds) {
            this.dtSeconds = dtSeconds;
        }

        void add(List<DriftSeries> drift) {
            episodes++;
            for (DriftSeries series : drift) {
                if (Arrays.stream(series.values()).anyMatch(value -> value > 0)) {
                    Quantity quantity =
                            new Quantity(series.path(), series.part().unit());
                    most.merge(quantity, series.values(), EnvDrift::larger);
                }
            }
        }

        private static double[] larger(double[] one, double[] other) {
            double[] larger = Arrays.copyOf(one, Math.max(one.length, other.length));
            for (int step = 0; step < other.length; step++) {
                larger[step] = Math.max(larger[step], other[step]);
            }
            return larger;
        }

        void draw(Path folder, DriftDrawing drawing) throws IOException {
            if (!most.isEmpty()) {
                List<DriftCurve> curves = new ArrayList<>();
                most.forEach(
                        (quantity, values) -> curves.add(new DriftCurve(quantity.field(), quantity.unit(), values)));
                String of = episodes == 1 ? "1 episode" : "the largest of " + episodes + " episodes";
                drawing.draw(folder, folder.getFileName() + ", " + of, dtSeconds, curves);
            }
        }
    }
}
