package io.github.roboreel.cli.export;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.dataset.DatasetArguments;
import io.github.roboreel.dataset.DatasetOption;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.format.fault.RoboReelException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options that a format declares, as options of its command. */
final class FormatOptions {
    private final List<DatasetOption> declared;
    private final CommandSpec command;

    private FormatOptions(List<DatasetOption> declared, CommandSpec command) {
        this.declared = declared;
        this.command = command;
    }

    /** Adds them to a command. */
    static FormatOptions addTo(CommandSpec command, List<DatasetOption> declared) {
        declared.forEach(option -> command.addOption(spec(option)));
        return new FormatOptions(declared, command);
    }

    private static OptionSpec spec(DatasetOption option) {
        OptionSpec.Builder spec = OptionSpec.builder(option.name())
                .type(option.type() == Path.class ? String.class : option.type()) // may be a place in a store
                .required(option.isRequired())
                .description(description(option));
        option.defaultValue().ifPresent(spec::defaultValue);
        if (option.type() == Boolean.class) {
            return spec.arity("0").build();
        }
        if (option.type() == List.class) {
            spec.auxiliaryTypes(String.class);
        }
        return spec.arity("1").paramLabel(option.label()).build();
    }

    private static String description(DatasetOption option) {
        return option.defaultValue()
                .map(value -> option.description().replaceFirst("\\.$", "") + " (default " + value + ").")
                .orElse(option.description());
    }

    /** A value that the user has given; empty without one. */
    Optional<Object> find(String name) {
        return declared.stream()
                .filter(option -> option.name().equals(name))
                .findFirst()
                .map(option -> command.findOption(name).getValue());
    }

    /**
     * What the user has given.
     *
     * @throws RoboReelException when a value is not among its choices
     */
    DatasetArguments arguments(String reward) {
        Map<String, Object> values = new HashMap<>();
        for (DatasetOption option : declared) {
            find(option.name()).ifPresent(value -> values.put(option.name(), value));
        }
        return new DatasetArguments(
                values, Arguments.checked(() -> DatasetArguments.choice("--reward", reward, RewardPolicy.class)));
    }
}
