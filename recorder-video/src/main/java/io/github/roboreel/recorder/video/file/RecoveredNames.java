package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recorder.video.VideoNames.Name;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The names that an unfinished video may get: first its own, then those that {@link VideoNames} tries after it. Where
 * the instruction is not known, {@code -2}, {@code -3} and so on follow the instruction's part of the name instead.
 */
final class RecoveredNames {
    private static final Pattern EPISODE = Pattern.compile(
            "(?<stem>.*)(?<suffix>_(?<run>\\d{1,9})(_env(?<env>\\d{1,9}))?" + "(?<viewport>_viewport)?)",
            Pattern.DOTALL);

    /** As many as are tried in one folder before the user has to tidy up. */
    private static final int MAX_ATTEMPTS = 1000;

    private RecoveredNames() {}

    /**
     * The names, at least one.
     *
     * @param unfinished a recording, or what was being made of one
     * @param instructions those that it may be of
     */
    static Iterator<Name> of(Path unfinished, Collection<String> instructions) {
        String file = unfinished.getFileName().toString();
        Matcher episode = EPISODE.matcher(stem(file));
        if (episode.matches()) {
            for (String instruction : instructions) {
                Iterator<Name> names = names(file, instruction, episode);
                if (names.hasNext()) {
                    return names;
                }
            }
        }
        return numbered(stem(file), episode).iterator();
    }

    /** Whether a file is an unfinished video of that episode, whatever its instruction was. */
    static boolean isUnfinishedOf(Path file, EpisodeId episode) {
        String name = file.getFileName().toString();
        boolean isUnfinished =
                name.endsWith(RunFolder.RECORDING_VIDEO_SUFFIX) || name.endsWith(RunFolder.FINISHING_VIDEO_SUFFIX);
        Matcher found = EPISODE.matcher(isUnfinished ? stem(name) : "");
        if (!found.matches() || Integer.parseInt(found.group("run")) != episode.run()) {
            return false;
        }
        String env = found.group("env");
        return env == null ? episode.numEnvs() == 1 : episode.numEnvs() > 1 && Integer.parseInt(env) == episode.env();
    }

    /** From the one that is the file's; none when it is of another instruction. */
    private static Iterator<Name> names(String file, String instruction, Matcher episode) {
        // Only safe names are worth a search: hashing a thousand for each instruction takes long.
        boolean isSafe = file.contains("-" + VideoNames.hash(instruction));
        boolean isOther = !isSafe && names(instruction, episode).limit(1).noneMatch(n -> isOf(file, n));
        return isOther
                ? Collections.emptyIterator()
                : names(instruction, episode).dropWhile(n -> !isOf(file, n)).iterator();
    }

    private static boolean isOf(String file, Name name) {
        return name.recording().equals(file) || name.finishing().equals(file);
    }

    /** How the file's name starts. */
    private static String stem(String file) {
        for (String suffix : List.of(RunFolder.RECORDING_VIDEO_SUFFIX, RunFolder.FINISHING_VIDEO_SUFFIX)) {
            if (file.endsWith(suffix)) {
                return file.substring(0, file.length() - suffix.length());
            }
        }
        throw new IllegalArgumentException(Sentence.of(
                "%s is no name of an unfinished video; expected one that ends in %s or %s",
                file, RunFolder.RECORDING_VIDEO_SUFFIX, RunFolder.FINISHING_VIDEO_SUFFIX));
    }

    private static Stream<Name> names(String instruction, Matcher episode) {
        int run = Integer.parseInt(episode.group("run"));
        String env = episode.group("env");
        // The name only says whether there are several envs.
        EpisodeId id = env == null
                ? new EpisodeId(run, 0, 1)
                : new EpisodeId(run, Integer.parseInt(env), Integer.parseInt(env) + 2);
        VideoKind kind = episode.group("viewport") == null ? VideoKind.SENSOR : VideoKind.VIEWPORT;
        return VideoNames.names(instruction, id, kind);
    }

    private static Stream<Name> numbered(String stem, Matcher episode) {
        String start = episode.matches() ? episode.group("stem") : stem;
        String end = episode.matches() ? episode.group("suffix") : "";
        return IntStream.rangeClosed(1, MAX_ATTEMPTS)
                .mapToObj(i -> start + (i == 1 ? "" : "-" + i) + end)
                .map(name -> new Name(
                        name + RunFolder.VIDEO_SUFFIX,
                        name + RunFolder.RECORDING_VIDEO_SUFFIX,
                        name + RunFolder.FINISHING_VIDEO_SUFFIX));
    }
}
