package io.github.roboreel.recordings.episodes;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.VideoFile;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Collects what the demo, its result line and its env folder say about episodes of a folder. For one thread. */
public final class FactsReader {
    private static final String VIEWPORT = "viewport";
    private static final String SENSOR = "sensor";

    private final ResultFolder folder;
    private final Map<Path, String> configurations = new HashMap<>();
    private final boolean keepsLines;

    /** Of the episodes of a folder, without what only their lines say. */
    public FactsReader(ResultFolder folder) {
        this(folder, false);
    }

    /**
     * Of the episodes of a folder.
     *
     * @param keepsLines whether {@link EpisodeFacts#lineValues} are kept
     */
    FactsReader(ResultFolder folder, boolean keepsLines) {
        this.folder = folder;
        this.keepsLines = keepsLines;
    }

    /**
     * Of an episode; no array is looked at.
     *
     * @param demo reader of it
     * @throws IOException when its attributes or its env's configuration cannot be read
     */
    public EpisodeFacts read(RecordedEpisode episode, EpisodeReader demo) throws IOException {
        Map<String, Object> attributes = demo.attributes();
        Optional<EpisodeRecord> line = episode.line();
        Judgement judgement = Judgement.of(attributes, line);
        return new EpisodeFacts(
                episode.location().file(),
                episode.location().demo(),
                episode.env().name(),
                episode.run().orElse(episode.episode()),
                episode.envId().orElse(0),
                episode.episode(),
                instruction(episode, attributes),
                text(attributes, "policy").or(() -> line.flatMap(EpisodeRecord::policy)),
                judgement.ending(),
                judgement.success(),
                line.map(EpisodeRecord::score).orElse(OptionalDouble.empty()),
                seed(attributes),
                episode.period(demo).seconds(),
                line.map(this::metrics).orElse(Map.of()),
                freeAttributes(attributes, line),
                videos(episode),
                configuration(episode.env()),
                folder.annotations()
                        .of(episode.env().name(), episode.run(), episode.envId(), OptionalInt.of(episode.episode())),
                keepsLines ? line.map(EpisodeRecord::values).orElse(Map.of()) : Map.of());
    }

    /** Those of the line, else those that its demo stores. */
    static Map<String, Object> freeAttributes(Map<String, Object> demo, Optional<EpisodeRecord> line) {
        JsonNode object = line.map(l -> l.json().path(EpisodeMetadata.ATTRIBUTES))
                .filter(JsonNode::isObject)
                .orElseGet(() -> EpisodeMetadata.tree(demo).path(EpisodeMetadata.ATTRIBUTES));
        Map<String, Object> attributes = new LinkedHashMap<>();
        object.properties()
                .forEach(e -> FormatJson.attribute(e.getValue()).ifPresent(v -> attributes.put(e.getKey(), v)));
        return attributes;
    }

    private static Optional<String> text(Map<String, Object> attributes, String name) {
        return attributes.get(name) instanceof String text && !text.isEmpty() ? Optional.of(text) : Optional.empty();
    }

    /** The env's name says more than nothing, where the policy's instruction was not kept. */
    private static String instruction(RecordedEpisode episode, Map<String, Object> attributes) {
        return text(attributes, "instruction")
                .or(() -> episode.line().flatMap(EpisodeRecord::instruction))
                .or(() -> Optional.ofNullable(configured(episode).textValue()))
                .orElse(episode.env().name());
    }

    private static JsonNode configured(RecordedEpisode episode) {
        return episode.env().config().path("instruction");
    }

    /** The recorder writes -1 where there is none. */
    private static OptionalLong seed(Map<String, Object> attributes) {
        return attributes.get(AttributeNames.SEED) instanceof Long seed && seed >= 0
                ? OptionalLong.of(seed)
                : OptionalLong.empty();
    }

    private Map<String, Double> metrics(EpisodeRecord line) {
        Map<String, Double> metrics = new LinkedHashMap<>();
        line.json()
                .path("metrics")
                .fieldNames()
                .forEachRemaining(name -> folder.metric(line, name).ifPresent(value -> metrics.put(name, value)));
        return metrics;
    }

    /** Without a camera of its own a video shows the viewport, or all sensors side by side. */
    private static Map<String, List<Path>> videos(RecordedEpisode episode) {
        OptionalInt run = episode.run();
        Map<String, List<Path>> videos = new LinkedHashMap<>();
        if (run.isEmpty()) {
            return videos;
        }
        for (VideoFile video : episode.env().videosOf(run.getAsInt())) {
            if (video.envId().isEmpty() || video.envId().equals(episode.envId())) {
                String camera = video.camera().orElse(video.isViewport() ? VIEWPORT : SENSOR);
                videos.computeIfAbsent(camera, c -> new ArrayList<>()).add(video.path());
            }
        }
        return videos;
    }

    private String configuration(EnvFolder env) throws IOException {
        if (env.config().isMissingNode()) {
            return "";
        }
        String known = configurations.get(env.path());
        if (known == null) {
            known = Files.readString(env.configFile());
            configurations.put(env.path(), known);
        }
        return known;
    }
}
