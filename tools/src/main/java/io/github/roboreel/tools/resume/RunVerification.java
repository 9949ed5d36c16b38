package io.github.roboreel.tools.resume;

import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.hdf5.Hdf5RunReader;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.tools.EpisodeRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds out from the run file itself whether a run is all there. */
final class RunVerification {
    private static final List<String> ONE_ROW_GROUPS = List.of("initial_state/", "final_obs/");
    private static final long ROWS_PER_READ = 500;

    private final Path runFile;
    private final List<EpisodeRecord> results;
    private final int numEnvs;

    RunVerification(Path runFile, List<EpisodeRecord> results, int numEnvs) {
        this.runFile = runFile;
        this.results = results;
        this.numEnvs = numEnvs;
    }

    /** Why the run is not complete; empty when it is. */
    Optional<String> fault() {
        try (RunReader reader = Hdf5RunReader.open(runFile)) {
            for (int env = 0; env < numEnvs; env++) {
                Optional<String> fault = faultOf(reader.demo("demo_" + env), env);
                if (fault.isPresent()) {
                    return fault.map(text -> runFile + ", " + text);
                }
            }
            return Optional.empty();
        } catch (IOException e) {
            return Optional.of(e.getMessage());
        }
    }

    private Optional<String> faultOf(EpisodeReader demo, int env) throws IOException {
        String status = String.valueOf(demo.attributes().get("status"));
        List<EpisodeRecord> lines = results.stream().filter(r -> isOf(r, env)).toList();
        if (!isJudged(status)) {
            return Optional.of(demo.name() + " has status " + status);
        }
        if (lines.size() != 1) {
            return Optional.of(demo.name() + " has " + lines.size() + " result lines, not 1");
        }
        long steps = demo.numSamples();
        int lineSteps = lines.get(0).episodeStep().orElse(-1);
        if (steps != lineSteps) {
            return Optional.of(
                    demo.name() + " has " + steps + " steps, its result line says " + lineSteps);
        }
        return shortDataset(demo, steps);
    }

    private static boolean isOf(EpisodeRecord result, int env) {
        return result.envId().isPresent() && result.envId().getAsInt() == env;
    }

    private static boolean isJudged(String status) {
        for (EpisodeStatus known : EpisodeStatus.values()) {
            if (known.isJudged() && known.label().equals(status)) {
                return true;
            }
        }
        return false;
    }

    /** Reads every value but those of images, whose chunks are only counted. */
    private static Optional<String> shortDataset(EpisodeReader demo, long steps)
            throws IOException {
        for (String path : demo.paths()) {
            DatasetInfo info = demo.info(path);
            boolean perStep = ONE_ROW_GROUPS.stream().noneMatch(path::startsWith);
            if (perStep && info.rows() != steps) {
                return Optional.of(
                        demo.name() + "/" + path + " has " + info.rows() + " rows of " + steps);
            }
            if (info.rowShape().size() < 3) {
                readAll(demo, path, info.rows());
            }
        }
        return Optional.empty();
    }

    private static void readAll(EpisodeReader demo, String path, long rows) throws IOException {
        for (long from = 0; from < rows; from += ROWS_PER_READ) {
            demo.readBytes(path, from, Math.min(rows, from + ROWS_PER_READ));
        }
    }
}
