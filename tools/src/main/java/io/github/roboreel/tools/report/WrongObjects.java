package io.github.roboreel.tools.report;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.folder.EventLog;
import io.github.roboreel.tools.folder.LogFile;
import io.github.roboreel.tools.folder.ResultFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds which wrong objects an episode grabbed: in its line, else in its event log. */
final class WrongObjects {
    private static final int WRONG_OBJECT_GRABBED = 250;
    private static final Pattern OBJECT = Pattern.compile("Wrong object grabbed: '([^']+)'");

    /** An object whose name holds one of these holds things itself. */
    private static final List<String> CONTAINERS =
            List.of("bin", "crate", "box", "container", "basket", "tray", "bucket", "shelf", "drawer", "cabinet");

    private final boolean excludeContainers;
    private final List<FileFault> problems;

    /** @param problems where logs that cannot be read are added */
    WrongObjects(boolean excludeContainers, List<FileFault> problems) {
        this.excludeContainers = excludeContainers;
        this.problems = problems;
    }

    /** A name per wrong grab. */
    List<String> of(ResultFolder folder, EpisodeRecord line) {
        List<String> objects = line.hasEvents() ? line.wrongObjectsGrabbed() : logged(folder, line);
        return objects.stream()
                .filter(o -> !excludeContainers || !isContainer(o))
                .toList();
    }

    private static boolean isContainer(String object) {
        String name = object.toLowerCase(Locale.ROOT);
        return CONTAINERS.stream().anyMatch(name::contains);
    }

    private List<String> logged(ResultFolder folder, EpisodeRecord line) {
        Optional<LogFile> log = folder.envOf(line).logOf(line);
        if (log.isEmpty()) {
            return List.of();
        }
        try {
            return objects(EventLog.read(log.get().path()).events());
        } catch (IOException e) {
            problems.add(FileFault.leftOut(
                    log.get().path(),
                    "cannot be read, so its wrong objects are not counted (" + e.getMessage() + ")",
                    "copy it again or delete it"));
            return List.of();
        }
    }

    private static List<String> objects(List<EpisodeEvent> events) {
        List<String> objects = new ArrayList<>();
        for (EpisodeEvent event : events) {
            Matcher info = OBJECT.matcher(event.info());
            if (event.code() == WRONG_OBJECT_GRABBED && info.find()) {
                objects.add(info.group(1));
            }
        }
        return objects;
    }
}
