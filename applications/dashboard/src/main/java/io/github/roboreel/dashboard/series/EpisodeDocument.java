package io.github.roboreel.dashboard.series;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Operation;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.recover.RunRecovery;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.video.file.VideoFacts;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;

/** What the page of an episode begins with. What cannot be read is a sentence in it, and the rest is there. */
record EpisodeDocument(EpisodeFiles files, Media media, NewestData newest, Function<EpisodePlace, Object> line) {
    private static final String OBS = "obs/";

    /** Whether the episode is being recorded. */
    static boolean isLive(EpisodePlace episode) {
        return episode.line().isEmpty()
                && !episode.isLineLost()
                && episode.recording().status() == Recording.Status.RECORDING;
    }

    Map<String, Object> of(EpisodePlace episode) {
        List<String> problems = new ArrayList<>();
        if (episode.isLineLost()) {
            problems.add("its line in the results file cannot be read where it was, as the file was replaced or is"
                    + " damaged; reload the page in a few seconds");
        }
        Optional<String> recover = recoverCommand(episode);
        Optional<DemoOverview> facts = facts(episode, problems);
        boolean isLive = isLive(episode) && recover.isEmpty();
        JsonFields json = new JsonFields()
                .with("id", episode.id())
                .with(
                        "recording",
                        Map.of(
                                "id",
                                episode.recording().id(),
                                "name",
                                episode.recording().name()));
        putPlace(json, episode);
        json.put("line", episode.line().isPresent() ? line.apply(episode) : null);
        json.put("dt", episode.dtSeconds());
        json.put("num_samples", numSamples(episode, facts));
        json.put("live", isLive);
        json.put("status", status(episode, facts, recover.isPresent()));
        putResult(json, episode, facts);
        Map<String, DatasetInfo> infos = facts.map(DemoOverview::infos).orElse(Map.of());
        json.put("fields", fields(infos));
        json.put("cameras", cameras(episode, isLive || recover.isPresent(), infos, problems));
        json.put(
                "image_fields",
                infos.keySet().stream()
                        .filter(path -> isStepPicture(path, infos.get(path)))
                        .toList());
        json.put("neighbours", Neighbours.of(episode, files::has));
        json.put("problems", problems);
        json.put("recover_command", recover.orElse(null));
        return json;
    }

    private static void putPlace(Map<String, Object> json, EpisodePlace episode) {
        json.put("env_name", episode.env().name());
        String configured = episode.env().settings().taskName();
        String task = configured == null ? episode.env().name() : configured;
        json.put("task_name", episode.line().map(EpisodeRecord::taskName).orElse(task));
        json.put("run", orNull(episode.run()));
        json.put("env_id", orNull(episode.envId()));
        boolean hasPlace = episode.line().isEmpty()
                || episode.run().isPresent()
                || episode.env().legacyRun().isPresent();
        json.put("demo", hasPlace ? episode.demo() : null);
    }

    private Optional<DemoOverview> facts(EpisodePlace episode, List<String> problems) {
        try {
            DemoOverview facts = files.describe(episode);
            if (facts.unused()) {
                problems.add("no episode has begun in this place of the run file");
            }
            problems.addAll(facts.problems());
            return Optional.of(facts);
        } catch (IOException e) {
            problems.add(Sentence.reasonOf(e));
            return Optional.empty();
        }
    }

    private Long numSamples(EpisodePlace episode, Optional<DemoOverview> facts) {
        if (isLive(episode) && newest.numSamples(episode).isPresent()) {
            return newest.numSamples(episode).getAsLong();
        }
        if (facts.isPresent()) {
            return facts.get().numSamples();
        }
        OptionalInt steps = episode.line().map(EpisodeRecord::episodeStep).orElse(OptionalInt.empty());
        return steps.isPresent() ? (Long) (long) steps.getAsInt() : null;
    }

    private static String status(EpisodePlace episode, Optional<DemoOverview> facts, boolean needsRecover) {
        if (episode.line().isPresent()) {
            EpisodeRecord line = episode.line().get();
            return line.status()
                    .or(() -> line.success().map(success -> success ? "success" : "failure"))
                    .orElse(null);
        }
        if (needsRecover) {
            return "needs-recover";
        }
        Object stored = facts.map(DemoOverview::attributes).orElse(Map.of()).get(AttributeNames.STATUS);
        return isLive(episode) ? "recording" : stored instanceof String label && !label.isBlank() ? label : null;
    }

    private static void putResult(Map<String, Object> json, EpisodePlace episode, Optional<DemoOverview> facts) {
        Object stored = facts.map(DemoOverview::attributes).orElse(Map.of()).get(AttributeNames.INSTRUCTION);
        String other =
                stored instanceof String text ? text : episode.env().settings().instruction();
        json.put(
                "instruction",
                episode.line().flatMap(EpisodeRecord::instruction).orElse(other));
        json.put(
                "timing",
                episode.line()
                        .filter(EpisodeRecord::hasTiming)
                        .map(record -> record.fields().timing())
                        .orElse(Map.of()));
        json.put(
                "attributes",
                episode.line().map(EpisodeRecord::episodeAttributes).orElse(Map.of()));
    }

    private static List<Object> fields(Map<String, DatasetInfo> infos) {
        List<Object> fields = new ArrayList<>();
        infos.forEach((path, info) -> {
            JsonFields field = new JsonFields()
                    .with("path", path)
                    .with("shape", info.rowShape())
                    .with("dtype", info.dtype().label())
                    .with("unit", Components.unit(path, info))
                    .with("frame", info.frame())
                    .with("components", Components.labels(path, info))
                    .with("images", StoredPictures.areIn(info))
                    .with("rows", info.rows());
            fields.add(field);
        });
        return fields;
    }

    private static boolean isStepPicture(String path, DatasetInfo info) {
        return path.startsWith(OBS) && StoredPictures.areIn(info);
    }

    /** @param isUnfinished whether there may be videos without an end */
    private List<Object> cameras(
            EpisodePlace episode, boolean isUnfinished, Map<String, DatasetInfo> infos, List<String> problems) {
        List<Object> cameras = new ArrayList<>();
        for (VideoPlace video : media.videos().of(episode, isUnfinished)) {
            JsonFields camera = new JsonFields()
                    .with("id", video.id())
                    .with("name", video.name())
                    .with("url", "/api/v1/media/" + video.id());
            Optional<VideoFacts> facts = facts(video, problems);
            camera.put("width", facts.map(VideoFacts::width).orElse(null));
            camera.put("height", facts.map(VideoFacts::height).orElse(null));
            camera.put("fps", facts.map(VideoFacts::fps).orElse(null));
            camera.put("frames", facts.map(VideoFacts::frames).orElse(null));
            camera.put(
                    "codec",
                    facts.map(VideoFacts::codec)
                            .filter(codec -> !codec.isEmpty())
                            .orElse(null));
            camera.put("offset_steps", 0);
            camera.put("recording", video.isRecording());
            camera.put("field", field(video, infos));
            cameras.add(camera);
        }
        return cameras;
    }

    /** A growing video may have no index yet. */
    private Optional<VideoFacts> facts(VideoPlace video, List<String> problems) {
        try {
            return Optional.of(media.facts(video));
        } catch (IOException e) {
            if (!video.isRecording()) {
                problems.add(Sentence.reasonOf(e));
            }
            return Optional.empty();
        }
    }

    /** The stored images that a video of one camera shows; null when it shows several or none is stored. */
    private static String field(VideoPlace video, Map<String, DatasetInfo> infos) {
        return infos.keySet().stream()
                .filter(path -> path.endsWith("/" + video.name()) && isStepPicture(path, infos.get(path)))
                .findFirst()
                .orElse(null);
    }

    /** What to call when the recorder of the run died. */
    private static Optional<String> recoverCommand(EpisodePlace episode) {
        try {
            return isLeft(EpisodeFiles.runFile(episode))
                    ? Optional.of(Operation.RECOVER.command(episode.recording().path()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean isLeft(Path file) throws IOException {
        return RunFolder.runOf(file.getFileName().toString()).isPresent()
                ? RunRecovery.isUnclosed(file)
                : RunFileProbe.of(file).truncated();
    }
}
