package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Decides what becomes of the cameras: stored frames, or the episodes' own videos. */
final class CameraPlanner {
    private static final int LEAST_SIDE = 16;
    private static final int COLOURS = 3;

    private final LeRobotSurvey survey;
    private final List<FieldInfo> pictures;
    private final List<FieldInfo> depths;
    private final Feature.Keys keys;

    CameraPlanner(LeRobotSurvey survey, Feature.Keys keys) {
        List<FieldInfo> observed = survey.arrays().below(DemoPaths.OBS);
        this.survey = survey;
        this.pictures = observed.stream().filter(FieldInfo::isImage).toList();
        this.depths = observed.stream().filter(FieldInfo::isDepthImage).toList();
        this.keys = keys;
    }

    boolean hasDepthImages() {
        return !depths.isEmpty();
    }

    boolean hasStoredFrames() {
        return !pictures.isEmpty();
    }

    /** Stored frames as columns of PNG files. */
    List<Column> columns() {
        return pictures.stream()
                .map(field -> column(field, COLOURS, Map.of(), DType.UINT8))
                .toList();
    }

    /** Depth images as columns of PNG files of 16 bits: no video holds them. */
    List<Column> depthColumns() {
        return depths.stream().map(this::depthColumn).toList();
    }

    private Column depthColumn(FieldInfo field) {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("is_depth_map", true);
        if (!field.unit().isEmpty()) {
            info.put("depth_unit", field.unit());
        }
        return column(field, 1, info, DType.UINT16);
    }

    private Column column(FieldInfo field, int channels, Map<String, Object> info, DType dtype) {
        Map<String, Object> all = new LinkedHashMap<>(info);
        all.put(RecordedPart.KEY, List.of(RecordedPart.json(field)));
        Feature feature = Feature.picture(takeKey(field), "image", field.height(), field.width(), channels, all);
        return new Column(feature, dtype, RowSource.stored(field.path()));
    }

    private String takeKey(FieldInfo field) {
        String key = LeRobotNames.image(field.path());
        keys.take(key, field.path());
        return key;
    }

    /** Stored frames as videos. */
    List<Camera> storedVideos() {
        return pictures.stream().map(this::storedVideo).toList();
    }

    private Camera storedVideo(FieldInfo field) {
        boolean fits = field.width() % 2 == 0
                && field.height() % 2 == 0
                && Math.min(field.width(), field.height()) >= LEAST_SIDE;
        if (!fits) {
            throw new ExportRefusedException(Sentence.of(
                    "'%s' has pictures of %dx%d, and H.264 takes even sizes from %d; export pictures as PNG",
                    field.path(), field.width(), field.height(), LEAST_SIDE));
        }
        Map<String, Object> recorded = Map.of(RecordedPart.KEY, List.of(RecordedPart.json(field)));
        return camera(takeKey(field), field.path(), field.width(), field.height(), "h264", recorded);
    }

    /** The recorder's own video where no array is recorded. */
    private Camera camera(
            String key, String source, int width, int height, String codec, Map<String, Object> recorded) {
        boolean isOwnVideo = recorded.isEmpty();
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("video.height", height);
        info.put("video.width", width);
        info.put("video.codec", codec);
        if (!isOwnVideo) {
            info.put("video.pix_fmt", "yuv420p");
        }
        info.put("video.fps", survey.fps());
        info.put("video.channels", COLOURS);
        info.put("has_audio", false);
        info.put("is_depth_map", false);
        info.put("robolab.frame", isOwnVideo ? "after the action" : "before the action");
        info.putAll(recorded);
        Feature feature = Feature.picture(key, "video", height, width, COLOURS, info);
        return new Camera(feature, survey.fps(), source, isOwnVideo);
    }

    /**
     * The episodes' own videos.
     *
     * @throws ExportRefusedException when an episode has not exactly one of each name, of a frame per step at the right
     *     times, and of one size
     */
    List<Camera> ownVideos() throws IOException {
        Map<String, VideoClipInfo> first = new LinkedHashMap<>();
        for (LeRobotSurvey.Surveyed episode : survey.episodes()) {
            for (String name : survey.videoNames()) {
                VideoClipInfo info = checked(episode.facts(), name, episode.steps());
                VideoClipInfo other = first.putIfAbsent(name, info);
                if (other != null && (other.width() != info.width() || other.height() != info.height())) {
                    throw new ExportRefusedException(episode.facts().where() + " has a video '" + name
                            + "' of another size than the first episode; export them apart");
                }
            }
        }
        List<Camera> cameras = new ArrayList<>();
        first.forEach((name, info) -> cameras.add(ownVideo(name, info)));
        return cameras;
    }

    private Camera ownVideo(String name, VideoClipInfo info) {
        String key = Camera.AFTER_ACTION + name.replace('/', '.');
        keys.take(key, "video " + name);
        return camera(key, name, info.width(), info.height(), info.codec(), Map.of());
    }

    private VideoClipInfo checked(EpisodeFacts facts, String name, long steps) throws IOException {
        List<Path> files = facts.videos().getOrDefault(name, List.of());
        if (files.size() != 1) {
            throw new ExportRefusedException(facts.where() + " has " + files.size() + " videos '" + name
                    + "' where one was expected, and no stored frames; leave the episode"
                    + " or all images out, or record images into the file");
        }
        Path file = files.get(0);
        VideoClipInfo info = VideoClipFormat.mp4().probe(file);
        if (info.frames() != steps) {
            throw new ExportRefusedException(facts.where() + " has " + steps + " steps, but its video " + file
                    + " has " + info.frames()
                    + " frames, so nobody knows which belong together; leave the episode"
                    + " or all images out, or record images into the file");
        }
        requirePlayable(facts, file, info);
        return info;
    }

    private void requirePlayable(EpisodeFacts facts, Path file, VideoClipInfo info) {
        boolean isPlayable = info.codec().equals("h264");
        if (!isPlayable || !LeRobotSurvey.isAtRate(info, survey.fps())) {
            String fault = isPlayable
                    ? " that does not show frame k at k/" + survey.fps() + " s"
                    : " in " + info.codec() + " where H.264 was expected";
            throw new ExportRefusedException(facts.where() + " has a video " + file + fault
                    + "; encode it again with that, or leave the episode out");
        }
    }
}
