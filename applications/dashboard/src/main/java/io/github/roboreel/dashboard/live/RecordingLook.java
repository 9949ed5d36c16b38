package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.index.Recording;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Look at an output folder that is being recorded into. For one thread. */
final class RecordingLook {
    private final Recording recording;
    private final StagingFiles stagings;
    private final FolderChange change;
    private final Map<Path, EnvLook> envs = new LinkedHashMap<>();
    private boolean showsOldEvents;

    /** @param showsOldEvents whether all that is there at the first look is new */
    RecordingLook(Recording recording, StagingFiles stagings, boolean showsOldEvents) {
        this.recording = recording;
        this.stagings = stagings;
        this.showsOldEvents = showsOldEvents;
        change = new FolderChange(recording.path());
    }

    Recording recording() {
        return recording;
    }

    /** Reports what has changed since the last look. */
    void look(Consumer<Message> out) {
        if (change.mayHaveChanged()) {
            list();
        }
        envs.values().forEach(env -> env.look(out));
    }

    private void list() {
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(recording.path())) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    envs.computeIfAbsent(entry, e -> new EnvLook(recording, e, stagings, showsOldEvents));
                }
            }
            showsOldEvents = true;
        } catch (IOException | DirectoryIteratorException e) {
            // It vanished; its recordings' index says so.
            return;
        }
    }

    /** No recorder writes into it any more. */
    void end(String status, Consumer<Message> out) {
        envs.values().forEach(env -> env.end(status, out));
    }
}
