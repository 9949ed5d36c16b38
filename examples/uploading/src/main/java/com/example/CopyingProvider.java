package com.example;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.spi.FinalFileListener;
import io.github.roboreel.recorder.spi.FinalFileListenerProvider;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Makes the listener where the setting {@code copying.folder} names a folder. */
public final class CopyingProvider implements FinalFileListenerProvider {
    private static final Setting<String> FOLDER =
            Setting.text("copying.folder", "", Pattern.compile(".*"), "the path of a folder, or nothing");

    @Override
    public List<Setting<?>> settings() {
        return List.of(FOLDER);
    }

    @Override
    public Optional<FinalFileListener> create(RecorderConfig config) {
        String folder = config.get(FOLDER);
        return folder.isEmpty() ? Optional.empty() : Optional.of(new CopyingListener(Path.of(folder)));
    }
}
