package io.github.roboreel.cli.data;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.cli.ui.Outcome;
import io.github.roboreel.cli.ui.ProblemLines;
import io.github.roboreel.cli.ui.Terminal;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;

/** Draws steps and prints them. */
final class SampleSession {
    private final Terminal terminal;
    private final Interruption interruption;
    private final ReadRequest request;
    private final Path images;

    /** Pictures go into a folder that does not exist, or nowhere when it is null. */
    SampleSession(Terminal terminal, Interruption interruption, ReadRequest request, Path images) {
        this.terminal = terminal;
        this.interruption = interruption;
        this.request = request;
        this.images = images;
    }

    Outcome print(int count, long seed) throws IOException {
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
                print(episodes, drawn(Math.min(count, all), all, seed));
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

    private void print(List<Episode> episodes, TreeSet<Long> steps) throws IOException {
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
            terminal.print(line(episodes.get(index), at - first, values));
        }
    }

    private String line(Episode episode, long at, StepValues values) throws IOException {
        Step step = episode.step(at, request.paths(episode));
        Map<String, Object> line = new LinkedHashMap<>(identity(episode.facts()));
        line.put("step", at);
        line.put("fields", values.of(step));
        return FormatJson.text(line) + "\n";
    }

    private static Map<String, Object> identity(EpisodeFacts facts) {
        Map<String, Object> identity = new LinkedHashMap<>();
        identity.put("file", facts.file().toString());
        identity.put("demo", facts.demo());
        identity.put("env_name", facts.envName());
        identity.put("run", facts.run());
        identity.put("env", facts.env());
        identity.put("episode", facts.episode());
        identity.put("instruction", facts.instruction());
        identity.put("success", facts.success().orElse(null));
        return identity;
    }
}
