package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of the episodes' own videos: what they show, and what the first of them is that no dataset can have.
 * That matters only where cameras are made of them. For one thread.
 */
final class OwnVideos {
    /**
     * What all videos of a name have in common.
     *
     * @param width pixels
     * @param height pixels
     * @param codec as FFmpeg calls it
     */
    record Clip(int width, int height, String codec) {}

    private final LinkedHashSet<String> names = new LinkedHashSet<>();
    private final Map<String, Clip> clips = new LinkedHashMap<>();
    /** By name, the first episode whose video lacks the frame after the last action. */
    private final Map<String, String> lastFrameMissing = new LinkedHashMap<>();
    /** Of episodes of which the videos were looked at. */
    private long checked;
    /** Where the first of those is. */
    private String first = "";
    /** A sentence; empty without. */
    private String fault = "";

    /** Names that any episode has. */
    Set<String> names() {
        return names;
    }

    /** Takes the names of an episode's videos and looks at none. */
    void addNames(EpisodeFacts facts) {
        names.addAll(facts.videos().keySet());
    }

    /** Looks at the videos of an episode. */
    void add(EpisodeFacts facts, long steps, int fps) {
        for (String name : facts.videos().keySet()) {
            if (names.add(name) && checked > 0) {
                blame(missing(first, 0, name));
            }
        }
        if (checked++ == 0) {
            first = facts.where();
        }
        for (String name : names) {
            if (fault.isEmpty()) {
                look(facts, name, steps, fps);
            }
        }
    }

    private void look(EpisodeFacts facts, String name, long steps, int fps) {
        List<Path> files = facts.videos().getOrDefault(name, List.of());
        if (files.size() != 1) {
            blame(missing(facts.where(), files.size(), name));
            return;
        }
        Path file = files.get(0);
        VideoClipInfo info;
        try {
            info = VideoClipFormat.mp4().probe(file);
        } catch (IOException e) {
            blame(Sentence.of(
                    "%s has a video that cannot be read: %s; leave the episode or all images out",
                    facts.where(), e.getMessage()));
            return;
        }
        if (info.frames() == steps - 1) {
            lastFrameMissing.putIfAbsent(name, facts.where());
        } else if (info.frames() != steps) {
            blame(facts.where() + " has " + steps + " steps, but its video " + file + " has " + info.frames()
                    + " frames, so it is not known which belong together; leave the episode"
                    + " or all images out, or record images into the file");
        } else if (!info.codec().equals("h264")) {
            blame(unplayable(facts, file, " in " + info.codec() + " where H.264 was expected"));
        } else if (!LeRobotSurvey.isAtRate(info, fps)) {
            blame(unplayable(facts, file, " that does not show frame k at k/" + fps + " s"));
        } else {
            join(facts.where(), name, new Clip(info.width(), info.height(), info.codec()));
        }
    }

    private static String missing(String where, int files, String name) {
        return where + " has " + files + " videos '" + name
                + "' where one was expected, and no stored frames; leave the episode"
                + " or all images out, or record images into the file";
    }

    private static String unplayable(EpisodeFacts facts, Path file, String problem) {
        return facts.where() + " has a video " + file + problem
                + "; encode it again with that, or leave the episode out";
    }

    private void join(String where, String name, Clip clip) {
        Clip other = clips.putIfAbsent(name, clip);
        if (other != null && !other.equals(clip)) {
            blame(Sentence.of("%s has a video '%s' of another size than %s; export them apart", where, name, first));
        }
    }

    private void blame(String sentence) {
        fault = fault.isEmpty() ? sentence : fault;
    }

    /** Takes those of episodes that come later. */
    void add(OwnVideos later) {
        for (String name : later.names) {
            if (names.add(name) && checked > 0) {
                blame(missing(first, 0, name));
            }
        }
        if (later.checked == 0) {
            return;
        }
        blame(later.fault);
        for (String name : names) {
            if (!later.names.contains(name)) {
                blame(missing(later.first, 0, name));
            }
        }
        first = checked == 0 ? later.first : first;
        later.lastFrameMissing.forEach(lastFrameMissing::putIfAbsent);
        later.clips.forEach((name, clip) -> join(later.first, name, clip));
        checked += later.checked;
    }

    /**
     * What the videos show of each name that has a frame for every step of all episodes.
     *
     * @param episodes all of which must have been looked at
     * @throws ExportRefusedException when an episode has not exactly one of each name, of a frame per step or one less,
     *     at the right times, and of one size
     */
    Map<String, Clip> clips(long episodes) {
        if (!fault.isEmpty()) {
            throw new ExportRefusedException(fault);
        }
        if (checked != episodes) {
            throw new ExportRefusedException(
                    "some episodes have stored frames and others none but in videos; export them apart");
        }
        Map<String, Clip> whole = new LinkedHashMap<>(clips);
        whole.keySet().removeAll(lastFrameMissing.keySet());
        return whole;
    }

    /** Names of which {@link #clips} has none since a last frame is missing, each with the first such episode. */
    Map<String, String> lastFrameMissing() {
        return lastFrameMissing;
    }
}
