package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
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

    private final Images images;
    private final LeRobotSurvey survey;
    private final long episodes;
    private final List<FieldInfo> pictures;
    private final List<FieldInfo> depths;
    private final LeRobotFeature.Keys keys;
    private final List<String> notes;

    CameraPlanner(
            Images images, LeRobotSurvey survey, DatasetSurvey arrays, LeRobotFeature.Keys keys, List<String> notes) {
        this.images = images;
        this.notes = notes;
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

    /**
     * Stored frames as columns of PNG files, those beside videos that were files in the dataset they were imported
     * from, and depth images as files, which hold every value: videos of depths have 12 bits.
     */
    List<Column> columns() {
        List<Column> columns = new ArrayList<>();
        if (images == Images.NONE) {
            return columns;
        }
        for (FieldInfo field : pictures) {
            if (images == Images.PNG || survey.origin().isImage(field.path())) {
                columns.add(column(field, Map.of()));
            }
        }
        if (!depths.isEmpty()) {
            notes.add("Depth images are files in the tables, with every recorded value: PNG of 16 bits, and TIFF of"
                    + " float32");
        }
        for (FieldInfo field : depths) {
            Map<String, Object> info = new LinkedHashMap<>();
            info.put("is_depth_map", true);
            // LeRobot takes what is no metres for millimetres.
            if (DEPTH_UNITS.contains(field.unit())) {
                info.put("depth_unit", field.unit());
            } else {
                notes.add("'" + field.path() + "' has "
                        + (field.unit().isEmpty() ? "no unit" : "the unit " + field.unit())
                        + ", and LeRobot knows m and mm only: it gives the recorded values as they are");
            }
            columns.add(column(field, info));
        }
        return columns;
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

    /** Stored frames as videos, or the episodes' own. */
    List<LeRobotCamera> cameras() {
        boolean hasVideos = !survey.videos().names().isEmpty();
        if (images == Images.NONE) {
            if (hasVideos || !pictures.isEmpty() || !depths.isEmpty()) {
                notes.add("Stored frames and the episodes' own videos are left out, as asked for");
            }
            return List.of();
        }
        if (images == Images.PNG || !pictures.isEmpty()) {
            if (hasVideos) {
                notes.add("The episodes' own videos are left out: "
                        + (!pictures.isEmpty()
                                ? "the stored frames are what was seen before each action"
                                : "PNG files are made of stored frames, and there are none"));
            }
            return images == Images.PNG ? List.of() : storedVideos();
        }
        if (!hasVideos) {
            return List.of();
        }
        List<LeRobotCamera> cameras = ownVideos();
        if (!cameras.isEmpty()) {
            notes.add("Cameras are the episodes' own videos, copied, and called "
                    + LeRobotCamera.AFTER_ACTION
                    + "NAME: the recorder shows in frame k what is seen AFTER action k, so"
                    + " they are no observation of row k; policies take every video for an"
                    + " input unless theirs are named; key frames may be far apart, so that"
                    + " random access is slow. Record images into the file to have"
                    + " observation.images");
        }
        survey.videos().lastFrameMissing().forEach(this::noteMissingFrame);
        return cameras;
    }

    private void noteMissingFrame(String video, String episode) {
        notes.add("The episodes' own videos '" + video + "' are left out: that of " + episode
                + " lacks the frame after the last action, which the recorder takes from final_obs."
                + " Record that picture, or images into the file, to have them");
    }
    /** Stored frames as videos. */
    private List<LeRobotCamera> storedVideos() {
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
    private List<LeRobotCamera> ownVideos() {
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
