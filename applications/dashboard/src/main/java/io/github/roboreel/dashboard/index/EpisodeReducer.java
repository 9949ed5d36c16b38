package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.index.IndexedEpisode.Place;
import io.github.roboreel.dashboard.index.IndexedEpisode.Texts;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.ResultLine;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EnvFolder.DemoLocation;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.report.ReportedEpisode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;

/** Reducer of result lines to what the index keeps of them. For one thread. */
final class EpisodeReducer {
    private final ResultFolder folder;
    private final Pool pool;
    private final List<FileFault> problems;

    /**
     * @param folder the lines' folder, with its name
     * @param problems where a log that cannot be read is added
     */
    EpisodeReducer(ResultFolder folder, Pool pool, List<FileFault> problems) {
        this.folder = folder;
        this.pool = pool;
        this.problems = problems;
    }

    IndexedEpisode reduce(EpisodeRecord line) {
        ReportedEpisode reported = ReportedEpisode.of(folder, line, problems);
        ResultLine fields = line.fields();
        EnvFolder env = folder.envOf(line);
        Numbers metrics = numbers(fields.metrics(), Function.identity());
        Place place = place(line, env);
        return new IndexedEpisode(
                place.key(folder.path(), line.envName()),
                folder.name(),
                texts(line),
                place,
                new IndexedEpisode.Outcome(
                        verdict(fields.success()),
                        number(line.episodeStep()),
                        fields.score() == null ? Double.NaN : fields.score(),
                        reported.durationSeconds().orElse(Double.NaN),
                        folder.dtSeconds(line).orElse(EnvFolder.DEFAULT_DT_SECONDS)),
                new IndexedEpisode.Figures(
                        metrics,
                        lifted(reported, metrics),
                        line.hasTiming() ? numbers(fields.timing(), EpisodeReducer::finite) : Numbers.NONE,
                        counts(line.eventCounts()),
                        pool.sharedTexts(reported.wrongObjects()),
                        line.others().isEmpty() ? Map.of() : pool.shared(line.others())),
                null);
    }

    private Texts texts(EpisodeRecord line) {
        ResultLine fields = line.fields();
        return pool.shared(new Texts(
                pool.shared(fields.envName()),
                pool.shared(fields.taskName()),
                pool.shared(fields.policy()),
                pool.shared(fields.instruction()),
                pool.shared(fields.instructionType()),
                pool.shared(fields.reason()),
                pool.shared(fields.status()),
                pool.sharedTexts(line.attributes())));
    }

    private static Place place(EpisodeRecord line, EnvFolder env) {
        Optional<DemoLocation> at = env.demoOf(line);
        boolean isLegacy = at.isPresent()
                && env.legacyRun().isPresent()
                && env.legacyRun().get().path().equals(at.get().file());
        OptionalInt demo = at.isPresent() ? DemoPaths.demoNumber(at.get().demo()) : OptionalInt.empty();
        return new Place(
                line.line(),
                line.start(),
                line.end(),
                number(line.run()),
                number(line.envId()),
                number(line.episode()),
                number(demo),
                isLegacy);
    }

    private static int number(OptionalInt value) {
        return value.orElse(IndexedEpisode.UNKNOWN);
    }

    private static byte verdict(Boolean success) {
        if (success == null) {
            return -1;
        }
        return (byte) (success ? 1 : 0);
    }

    private static Double finite(Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue()) ? number.doubleValue() : null;
    }

    private <T> Numbers numbers(Map<String, T> map, Function<T, Double> number) {
        if (map == null || map.isEmpty()) {
            return Numbers.NONE;
        }
        double[] values = new double[map.size()];
        int i = 0;
        for (T value : map.values()) {
            Double finite = value == null ? null : number.apply(value);
            values[i++] = finite == null ? Double.NaN : finite;
        }
        return new Numbers(pool.names(List.copyOf(map.keySet())), values);
    }

    /** Standard metrics whose value is not that of the line's own. */
    private Numbers lifted(ReportedEpisode reported, Numbers own) {
        List<String> names = new ArrayList<>();
        List<Double> values = new ArrayList<>();
        for (String name : EpisodeMetrics.STANDARD.names()) {
            OptionalDouble value = reported.metric(name);
            if (value.isPresent() && !value.equals(own.get(name))) {
                names.add(name);
                values.add(value.getAsDouble());
            }
        }
        return names.isEmpty()
                ? Numbers.NONE
                : new Numbers(
                        pool.names(names),
                        values.stream().mapToDouble(Double::doubleValue).toArray());
    }

    private EventCounts counts(Map<String, Integer> events) {
        if (events.isEmpty()) {
            return EventCounts.NONE;
        }
        int[] values = events.values().stream().mapToInt(Integer::intValue).toArray();
        return pool.shared(new EventCounts(pool.names(List.copyOf(events.keySet())), values));
    }
}
