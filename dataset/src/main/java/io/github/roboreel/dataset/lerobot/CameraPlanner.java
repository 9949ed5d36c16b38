package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.DatasetSurvey;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FieldInfo;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.tools.episodes.EpisodeFacts;
import io.github.roboreel.tools.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Decides what becomes of the cameras: stored frames, or the episodes' own videos. */
final class CameraPlanner {
    private static final int LEAST_SIDE = 16;

    private final List<FieldInfo> pictures;
    private final List<FieldInfo> depths;
    private final int fps;
    private final FeatureKeys keys;

    CameraPlanner(DatasetSurvey survey, int fps, FeatureKeys keys) {
        this.pictures = survey.below("obs").stream().filter(FieldInfo::isImage).toList();
        this.depths =
                survey.below("obs").stream().filter(FieldInfo::isDepthImage).toList();
        this.fps = fps;
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
        return pictures.stream().map(this::column).toList();
    }

    private Column column(FieldInfo field) {
        Feature feature = Feature.picture(takeKey(field), "image", field.height(), field.width(), Map.of());
        return new Column(feature, DType.UINT8, RowSources.stored(field.path()));
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
        Feature feature = Feature.depth(takeKey(field), field.height(), field.width(), info);
        return new Column(feature, DType.UINT16, RowSources.stored(field.path()));
    }

    private String takeKey(FieldInfo field) {
        String key = Camera.BEFORE_ACTION
                + DemoPaths.below(DemoPaths.OBS, field.path()).replace('/', '.');
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
            throw new ExportRefusedException("'"
                    + field.path()
                    + "' has pictures of "
                    + field.width()
                    + "x"
                    + field.height()
                    + ", and H.264 takes even sizes from "
                    + LEAST_SIDE
                    + "; export pictures as PNG");
        }
        return camera(takeKey(field), field.path(), field.width(), field.height(), "h264", false);
    }

    private Camera camera(String key, String source, int width, int height, String codec, boolean isOwnVideo) {
        Map<String, Object> info = new LinkedHashMap<>();
        info.put("video.height", height);
        info.put("video.width", width);
        info.put("video.codec", codec);
        if (!isOwnVideo) {
            info.put("video.pix_fmt", "yuv420p");
        }
        info.put("video.fps", fps);
        info.put("video.channels", 3);
        info.put("has_audio", false);
        info.put("is_depth_map", false);
        info.put("robolab.frame", isOwnVideo ? "after the action" : "before the action");
        return new Camera(Feature.picture(key, "video", height, width, info), source, isOwnVideo);
    }

    /**
     * The episodes' own videos.
     *
     * @throws ExportRefusedException when an episode has not exactly one of each name, of a frame per step at the right
     *     times, and of one size
     */
    List<Camera> ownVideos(EpisodeSource source, Set<String> names, VideoClipFormat format) throws IOException {
        Map<String, VideoClipInfo> first = new LinkedHashMap<>();
        source.visit((facts, episode) -> {
            for (String name : names) {
                VideoClipInfo info = checked(facts, name, episode.numSamples(), format);
                VideoClipInfo other = first.putIfAbsent(name, info);
                if (other != null && (other.width() != info.width() || other.height() != info.height())) {
                    throw new ExportRefusedException(facts.where()
                            + " has a video '"
                            + name
                            + "' of another size than the first episode; export"
                            + " them apart");
                }
            }
        });
        List<Camera> cameras = new ArrayList<>();
        first.forEach((name, info) -> cameras.add(ownVideo(name, info)));
        return cameras;
    }

    private Camera ownVideo(String name, VideoClipInfo info) {
        String key = Camera.AFTER_ACTION + name.replace('/', '.');
        keys.take(key, "video " + name);
        return camera(key, name, info.width(), info.height(), info.codec(), true);
    }

    private VideoClipInfo checked(EpisodeFacts facts, String name, long steps, VideoClipFormat format)
            throws IOException {
        List<Path> files = facts.videos().getOrDefault(name, List.of());
        if (files.size() != 1) {
            throw new ExportRefusedException(facts.where()
                    + " has "
                    + files.size()
                    + " videos '"
                    + name
                    + "' where one was expected, and no stored frames; leave the episode"
                    + " or all images out, or record images into the file");
        }
        Path file = files.get(0);
        VideoClipInfo info = format.probe(file);
        if (info.frames() != steps) {
            throw new ExportRefusedException(facts.where()
                    + " has "
                    + steps
                    + " steps, but its video "
                    + file
                    + " has "
                    + info.frames()
                    + " frames, so nobody knows which belong together; leave the episode"
                    + " or all images out, or record images into the file");
        }
        boolean isAtRate = FrameRate.isMetBy(info, fps);
        boolean isPlayable = info.codec().equals("h264");
        if (!isAtRate || !isPlayable) {
            throw new ExportRefusedException(facts.where()
                    + " has a video "
                    + file
                    + (isPlayable
                            ? " that does not show frame k at k/" + fps + " s"
                            : " in " + info.codec() + " where H.264 was expected")
                    + "; encode it again with that, or leave the episode"
                    + " out");
        }
        return info;
    }
}
