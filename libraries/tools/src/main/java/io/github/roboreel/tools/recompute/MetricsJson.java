package io.github.roboreel.tools.recompute;

import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recordings.folder.FileFault;
import java.util.List;
import java.util.Map;

/** Writes metrics as JSON; numbers in their shortest form that reads back the same. */
public final class MetricsJson {
    private MetricsJson() {}

    /**
     * One compact object: {@code env_name}, {@code run}, {@code env_id}, {@code episode}, {@code metrics}; a place that
     * is unknown is null.
     */
    public static String line(MetricsRow episode) {
        return FormatJson.ascii(new JsonFields()
                .with("env_name", episode.envName())
                .with("run", episode.run())
                .with("env_id", episode.envId())
                .with("episode", episode.episode())
                .with("metrics", episode.metrics()));
    }

    /** One compact object: {@code problems}, a list of sentences. */
    public static String line(List<FileFault> problems) {
        return FormatJson.ascii(
                Map.of("problems", problems.stream().map(FileFault::text).toList()));
    }
}
