package io.github.roboreel.cli.export;

import io.github.roboreel.cli.BadArgumentException;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
import io.github.roboreel.dataset.minari.MinariExporter;
import io.github.roboreel.dataset.minari.MinariOptions;
import io.github.roboreel.dataset.rlds.RldsExporter;
import io.github.roboreel.dataset.rlds.RldsOptions;
import io.github.roboreel.dataset.robomimic.RobomimicExporter;
import io.github.roboreel.dataset.robomimic.RobomimicOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Turns what the user asked for into the exporter that makes it. A target that is there is refused before the episodes
 * are looked for.
 */
final class Exporters {
    private Exporters() {}

    static Exporter minari(ExportMinariCommand asked) {
        Exporter exporter = ifRefused(() -> new MinariExporter(new MinariOptions(
                asked.root,
                asked.id,
                choice("--data-format", asked.dataFormat, MinariOptions.DataFormat.values()),
                asked.legacy,
                choice("--observations", asked.observations, MinariOptions.Observations.values()),
                reward(asked.export),
                asked.append)));
        if (!asked.append) {
            Path data = asked.root.resolve(asked.id).resolve("data");
            BadArgumentException.ifThere(data, "another --id, or --append to add to it");
        }
        return exporter;
    }

    static Exporter rlds(ExportRldsCommand asked) {
        Exporter exporter = ifRefused(() -> new RldsExporter(new RldsOptions(
                asked.out,
                asked.name,
                Optional.ofNullable(asked.config),
                asked.version,
                choice("--image-format", asked.imageFormat, RldsOptions.ImageFormat.values()),
                reward(asked.export),
                asked.append)));
        if (!asked.append) {
            Path variant = asked.out.resolve(asked.name);
            variant = asked.config == null ? variant : variant.resolve(asked.config);
            BadArgumentException.ifThere(variant.resolve(asked.version), "another --name, --config or --version");
        }
        return exporter;
    }

    static Exporter leRobot(ExportLeRobotCommand asked) {
        Exporter exporter = ifRefused(() -> new LeRobotExporter(new LeRobotOptions(
                asked.out,
                asked.repoId,
                Optional.ofNullable(asked.robotType),
                choice("--images", asked.images, LeRobotOptions.Images.values()),
                reward(asked.export))));
        BadArgumentException.ifThere(asked.out.resolve(asked.repoId), "another --repo-id");
        return exporter;
    }

    static Exporter robomimic(ExportRobomimicCommand asked) {
        Exporter exporter = ifRefused(() -> new RobomimicExporter(
                new RobomimicOptions(asked.out, asked.validFraction, asked.seed, reward(asked.export))));
        BadArgumentException.ifThere(asked.out, "another --out");
        return exporter;
    }

    private static RewardPolicy reward(ExportOptions asked) {
        return choice("--reward", asked.reward, RewardPolicy.values());
    }

    private static <E extends Enum<E>> E choice(String option, String given, E[] all) {
        List<String> labels = Arrays.stream(all).map(Exporters::label).toList();
        String label = given.replace('_', '-').toLowerCase(Locale.ROOT);
        BadArgumentException.requireKnown(option, given, labels.contains(label) ? List.of(given) : labels);
        return all[labels.indexOf(label)];
    }

    private static String label(Enum<?> value) {
        return value.name().replace('_', '-').toLowerCase(Locale.ROOT);
    }

    /** A name that the format does not take is a bad argument: nothing was looked at yet. */
    private static Exporter ifRefused(Supplier<Exporter> source) {
        try {
            return source.get();
        } catch (ExportRefusedException | IllegalArgumentException e) {
            throw new BadArgumentException(e.getMessage(), e);
        }
    }
}
