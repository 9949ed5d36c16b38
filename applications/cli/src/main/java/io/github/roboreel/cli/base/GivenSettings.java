package io.github.roboreel.cli.base;

import io.github.roboreel.recorder.config.ConfigException;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Settings that a command finds where its user may have put them: the file, the environment, system properties. */
public final class GivenSettings {
    private GivenSettings() {}

    /**
     * Starts from them, for options to override.
     *
     * @param file given by {@code --config}; null for {@code config/recorder.yaml}, which need not be there
     * @param home of the installation
     * @throws ConfigException when the file is no YAML
     */
    public static RecorderConfig.Builder builder(Path file, Path home) {
        RecorderConfig.Builder builder = RecorderConfig.builder();
        Path standardFile = home.resolve("config").resolve("recorder.yaml");
        if (file != null) {
            builder.file(file);
        } else if (Files.exists(standardFile)) {
            builder.file(standardFile);
        }
        return builder.fromEnvironment();
    }

    /**
     * As {@link #builder}, for what starts from them again and again.
     *
     * @throws ConfigException with every fault that they have now
     */
    public static Supplier<RecorderConfig.Builder> builders(Path file, Path home) {
        builder(file, home).validate();
        return () -> builder(file, home);
    }

    /** Sets what an option gives; null leaves it as it is. */
    public static <T> void override(RecorderConfig.Builder builder, Setting<T> setting, T given) {
        if (given != null) {
            builder.set(setting, given);
        }
    }
}
