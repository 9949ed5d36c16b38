package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.RewardPolicy;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What to make of the episodes: a dataset in {@code out/name/[config/]version}.
 *
 * @param out root of the datasets, {@code data_dir} of {@code tfds.load}
 * @param name lower snake case, for example {@code robolab_banana}
 * @param config a level between name and version: letters, digits, {@code _ + - .}
 * @param version three numbers, for example {@code 1.0.0}
 * @param imageFormat how camera frames are stored
 * @param reward where rewards come from
 * @param append whether the dataset may be there already and gets more episodes; one that is made with this numbers its
 *     shards so that later ones fit in
 * @param about what the dataset says of itself
 */
public record RldsOptions(
        Path out,
        String name,
        Optional<String> config,
        String version,
        ImageFormat imageFormat,
        RewardPolicy reward,
        boolean append,
        RldsAbout about) {

    /** How camera frames are stored. */
    public enum ImageFormat {
        /** Without loss. */
        PNG,
        /** Smaller, but not what was recorded. */
        JPEG
    }

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
    private static final Pattern CONFIG = Pattern.compile("(?!\\.{1,2}$)[A-Za-z0-9_+.-]+");
    private static final Pattern VERSION = Pattern.compile("\\d{1,9}(\\.\\d{1,9}){2}");

    /**
     * Checks the names.
     *
     * @throws ExportRefusedException when one is not as TFDS wants it
     */
    public RldsOptions {
        Objects.requireNonNull(out, "out");
        Objects.requireNonNull(imageFormat, "imageFormat");
        Objects.requireNonNull(reward, "reward");
        Objects.requireNonNull(about, "about");
        require(
                NAME,
                name,
                "name",
                "a lower-case letter, then lower-case letters, digits and '_', for example" + " robolab_banana");
        require(VERSION, version, "version", "three numbers, for example 1.0.0");
        config.ifPresent(c -> require(CONFIG, c, "config", "letters, digits, '_', '+', '-' and '.'"));
    }

    /** A dataset that says of itself what the one that its episodes were imported from said, if there is one. */
    public RldsOptions(
            Path out,
            String name,
            Optional<String> config,
            String version,
            ImageFormat imageFormat,
            RewardPolicy reward,
            boolean append) {
        this(out, name, config, version, imageFormat, reward, append, RldsAbout.NONE);
    }

    /** The same that says this of itself. */
    public RldsOptions withAbout(RldsAbout said) {
        return new RldsOptions(out, name, config, version, imageFormat, reward, append, said);
    }

    private static void require(Pattern pattern, String given, String what, String expected) {
        if (!pattern.matcher(given).matches()) {
            throw new ExportRefusedException(
                    what + " '" + given + "' is not one of an RLDS dataset; expected " + expected);
        }
    }

    /** The folder of the dataset. */
    Path target() {
        Path named = out.resolve(name);
        return config.map(named::resolve).orElse(named).resolve(version);
    }
}
