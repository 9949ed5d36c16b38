package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.Arguments;
import io.github.roboreel.cli.base.CliCommand;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.PositiveNumber;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.export.ChoiceOptions;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.FieldChoice;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code sample}: random steps as JSON lines. */
@Command(
        name = "sample",
        description = {
            "Print random steps, one JSON object per line.",
            "",
            "Each step of all episodes is as likely as any other, none comes twice, and they are printed"
                    + " in the order of the data. The same seed gives the same steps of the same places."
                    + " NaN and infinities are null. Pictures are PNG files in the folder of --images,"
                    + " under the name that the line gives; without it the line gives their shape."
        })
public final class SampleCommand extends CliCommand {
    @Spec
    CommandSpec command;

    // Not 1..*: an option with many values would swallow the places, and the message must say so.
    @Parameters(
            paramLabel = "PLACE",
            arity = "0..*",
            description = "Output folders, or datasets in a form that can be imported. Name them before options"
                    + " that take several values.")
    List<Path> places = new ArrayList<>();

    @Option(
            names = "--fields",
            paramLabel = "PATTERN",
            arity = "1..*",
            description =
                    "Only these fields (patterns as in 'obs/*'; default: all that have a row for each" + " step).")
    List<String> fields = List.of();

    @Mixin
    ChoiceOptions choice;

    @Option(
            names = {"-n", "--steps"},
            paramLabel = "N",
            defaultValue = "5",
            converter = PositiveNumber.class,
            description = "How many steps (default ${DEFAULT-VALUE}).")
    int steps;

    @Option(
            names = "--seed",
            paramLabel = "S",
            defaultValue = "0",
            description = "Seed of the choice (default ${DEFAULT-VALUE}).")
    long seed;

    @Option(names = "--images", paramLabel = "DIR", description = "Folder to write pictures into; must not exist.")
    Path images;

    @Override
    public Outcome call() throws IOException {
        if (places.isEmpty()) {
            throw RoboReelException.badArgument(Sentence.of(
                    "no place given; name output folders or datasets right after '%s' (see %s --help)",
                    command.name(), command.qualifiedName()));
        }
        ReadRequest request = new ReadRequest(places, choice.choice(), FieldChoice.of(fields));
        if (images != null) {
            Arguments.requireAbsent(images, "another --images");
        }
        return print(request, steps);
    }

    private Outcome print(ReadRequest request, int count) throws IOException {
        try (Recordings recordings = Recordings.open(request.places())) {
            List<Episode> episodes = request.episodes(recordings);
            if (images != null) {
                Files.createDirectory(images);
            }
            long all = episodes.stream().mapToLong(Episode::steps).sum();
            if (count > all) {
                terminal.say(Sentence.of("there are only %s steps, all of them are printed", all));
            }
            interruption.breakable(() -> {
                print(request, episodes, drawn(Math.min(count, all), all, seed));
                return Outcome.OK;
            });
            return ProblemLines.say(recordings.problems(), terminal);
        }
    }

    /** Floyd's choice without repetition: needs memory for what is drawn only. */
    private static TreeSet<Long> drawn(long count, long all, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        TreeSet<Long> drawn = new TreeSet<>();
        for (long last = all - count; last < all; last++) {
            if (!drawn.add(random.nextLong(last + 1))) {
                drawn.add(last);
            }
        }
        return drawn;
    }

    private void print(ReadRequest request, List<Episode> episodes, TreeSet<Long> steps) throws IOException {
        StepValues values = new StepValues(images);
        int index = 0;
        long first = 0;
        for (long at : steps) {
            if (interruption.isRequested()) {
                throw new IOException("interrupted");
            }
            while (at >= first + episodes.get(index).steps()) {
                first += episodes.get(index++).steps();
            }
            Episode episode = episodes.get(index);
            terminal.print(line(episode, episode.step(at - first, request.paths(episode)), at - first, values));
        }
    }

    private static String line(Episode episode, Step step, long at, StepValues values) throws IOException {
        Map<String, Object> line = new LinkedHashMap<>(identity(episode.facts()));
        line.put("step", at);
        line.put("fields", values.of(step));
        return FormatJson.text(line) + "\n";
    }

    private static Map<String, Object> identity(EpisodeFacts facts) {
        return new JsonFields()
                .with("file", facts.file().toString())
                .with("demo", facts.demo())
                .with("env_name", facts.envName())
                .with("run", facts.run())
                .with("env", facts.env())
                .with("episode", facts.episode())
                .with("instruction", facts.instruction())
                .with("success", facts.success().orElse(null));
    }
}
