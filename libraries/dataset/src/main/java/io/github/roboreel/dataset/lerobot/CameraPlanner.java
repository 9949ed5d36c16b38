package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides what becomes of the cameras: stored frames, or the episodes' own videos. */
final class CameraPlanner {
    private static final int MIN_SIDE = 16;
    private static final int COLOURS = 3;
    private static final int AXES = 3;
    private static final Set<String> DEPTH_UNITS = Set.of("m", "mm");

    private final LeRobotSurvey survey;
    private final long episodes;
    private final List<FieldInfo> pictures;
    private final List<FieldInfo> depths;
    private final LeRobotFeature.Keys keys;

    CameraPlanner(LeRobotSurvey survey, DatasetSurvey arrays, LeRobotFeature.Keys keys) {
        List<FieldInfo> observed = arrays.below(DemoPaths.OBS);
        this.survey = survey;
        this.episodes = arrays.episodes();
        this.pictures = observed.stream().filter(FieldInfo::isImage).toList();
        this.depths = observed.stream()
                .filter(field -> isDepth(field, survey.origin()))
                .toList();
        this.keys = keys;
    }

    /** Files of distances, whose unit a dataset may not have said, are float32. */
    private static boolean isDepth(FieldInfo field, LeRobotOrigin origin) {
        boolean wasFiles = origin.isImage(field.path()) && field.rowShape().size() == AXES;
        return field.isDepth() || wasFiles && field.dtype() == DType.FLOAT32;
    }

    /** Whether it becomes a column of files, or a video. */
    static boolean isPicture(FieldInfo field, LeRobotOrigin origin) {
        return field.isImage() || isDepth(field, origin);
    }

    /** Depth images as recorded. */
    List<FieldInfo> depths() {
        return depths;
    }

    /** Pictures that were files in the dataset they were imported from, and stay so beside videos. */
    List<Column> imageColumns() {
        return pictures.stream()
                .filter(field -> survey.origin().isImage(field.path()))
                .map(field -> column(field, Map.of()))
                .toList();
    }

    boolean hasStoredFrames() {
        return !pictures.isEmpty();
    }

    /** Stored frames as columns of PNG files. */
    List<Column> columns() {
        return pictures.stream().map(field -> column(field, Map.of())).toList();
    }

    /** Depth images as columns of files, which hold every value: videos of depths have 12 bits. */
    List<Column> depthColumns() {
        return depths.stream().map(this::depthColumn).toList();
    }

    private Column depthColumn(FieldInfo field) {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("is_depth_map", true);
        if (hasDepthUnit(field)) {
            info.put("depth_unit", field.unit());
        }
        return column(field, info);
    }

    /** LeRobot takes what is no metres for millimetres. */
    static boolean hasDepthUnit(FieldInfo field) {
        return DEPTH_UNITS.contains(field.unit());
    }

    private Column column(FieldInfo field, Map<String, Object> info) {
        Map<String, Object> all = new LinkedHashMap<>(info);
        all.put(RecordedPart.KEY, List.of(RecordedPart.json(field)));
        LeRobotFeature feature = LeRobotFeature.picture(
                takeKey(field), LeRobotFeature.IMAGE, field.height(), field.width(), field.dtype(), all);
        return new Column(
                survey.origin().described(feature, survey.fps()), field.dtype(), RowSource.stored(field.path()));
    }

    private String takeKey(FieldInfo field) {
        String key = survey.origin().key(field.path()).orElse(LeRobotNames.image(field.path()));
        keys.take(key, field.path());
        return key;
    }

    /** Stored frames as videos. */
    List<LeRobotCamera> storedVideos() {
        return pictures.stream()
                .filter(field -> !survey.origin().isImage(field.path()))
                .map(this::storedVideo)
                .toList();
    }

    private LeRobotCamera storedVideo(FieldInfo field) {
        boolean fits = field.width() % 2 == 0
                && field.height() % 2 == 0
                && Math.min(field.width(), field.height()) >= MIN_SIDE;
        if (!fits) {
            throw new ExportRefusedException(Sentence.of(
                    "'%s' has pictures of %dx%d, and H.264 takes even sizes from %d; export pictures as PNG",
                    field.path(), field.width(), field.height(), MIN_SIDE));
        }
        Map<String, Object> recorded = Map.of(RecordedPart.KEY, List.of(RecordedPart.json(field)));
        return camera(takeKey(field), field.path(), field.width(), field.height(), "h264", recorded);
    }

    /** The recorder's own video where no array is recorded. */
    private LeRobotCamera camera(
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
        LeRobotFeature feature = LeRobotFeature.video(key, height, width, info);
        return new LeRobotCamera(survey.origin().described(feature, survey.fps()), survey.fps(), source, isOwnVideo);
    }

    /**
     * The episodes' own videos.
     *
     * @throws ExportRefusedException when not all episodes have what {@link OwnVideos#clips} demands
     */
    List<LeRobotCamera> ownVideos() {
        List<LeRobotCamera> cameras = new ArrayList<>();
        survey.videos().clips(episodes).forEach((name, clip) -> cameras.add(ownVideo(name, clip)));
        return cameras;
    }

    private LeRobotCamera ownVideo(String name, OwnVideos.Clip clip) {
        String key = LeRobotCamera.AFTER_ACTION + name.replace('/', '.');
        keys.take(key, "video " + name);
        return camera(key, name, clip.width(), clip.height(), clip.codec(), Map.of());
    }
}
