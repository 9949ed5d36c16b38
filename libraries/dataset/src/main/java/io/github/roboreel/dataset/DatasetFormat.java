package io.github.roboreel.dataset;

import io.github.roboreel.format.names.NamedProviders;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * A kind of dataset: how it is written, read, or both. Found by {@link ServiceLoader}; a new one is a package with an
 * implementation and its line in {@code META-INF/services}. Implementations load nothing until they are asked for a
 * writer or a reader, since every command's help asks them for their options.
 */
public interface DatasetFormat {
    /** Name in commands, for example {@code minari}. */
    String name();

    /** What an export makes, or an import reads where there is no export: one sentence. */
    String description();

    /** Whether there are exports of this format; without one it is only read. */
    default boolean hasExporter() {
        return true;
    }

    /** Options of an export besides those of all formats. */
    default List<DatasetOption> options() {
        return List.of();
    }

    /**
     * The required options with values for a dataset of some name, as words of a command line that is offered. Where an
     * implementation does not say better, the options' labels stand for values that are left to choose.
     *
     * @param dataset letters, digits and {@code _}
     */
    default List<String> target(String dataset) {
        return options().stream()
                .filter(DatasetOption::isRequired)
                .map(option -> option.name() + "=" + option.label())
                .toList();
    }

    /**
     * What writes the datasets asked for.
     *
     * @param asked values of {@link #options}
     * @throws IllegalArgumentException when a value is none of this format
     * @throws ExportRefusedException when the combination is none, or the target exists
     */
    default Exporter exporter(DatasetArguments asked) {
        throw new ExportRefusedException("there is no export of the format %s", name());
    }

    /** Whether there is one that makes them in parts. */
    default boolean isSharded() {
        return false;
    }

    /**
     * What makes such datasets in parts; empty when they are only made whole.
     *
     * @param asked values of {@link #options}, without the folder of all datasets
     * @throws IllegalArgumentException as {@link #exporter}
     * @throws ExportRefusedException when the combination is none, or cannot be made in parts
     */
    default Optional<ShardedExporter> sharded(DatasetArguments asked) {
        return Optional.empty();
    }

    /** What reads them; empty when there is no import of this format. */
    default Optional<Importer> importer() {
        return Optional.empty();
    }

    /**
     * All formats on the class path and in the plug-ins, ours first and in the order of their lines.
     *
     * @throws io.github.roboreel.format.fault.RoboReelException of kind BAD_ARGUMENT, when two have the same name
     */
    static List<DatasetFormat> all() {
        return NamedProviders.all(DatasetFormat.class, DatasetFormat::name);
    }
}
