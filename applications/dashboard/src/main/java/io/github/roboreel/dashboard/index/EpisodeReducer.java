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
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;

/**
 * Reducer of result lines to what the index keeps of them: what many episodes have alike is kept once. For one thread.
 */
final class EpisodeReducer {
    /** A recording whose values are all different is not made smaller by sharing. */
    private static final int MAX_SHARED = 50_000;

    private final Map<Object, Object> values = new HashMap<>();
    private final Map<List<String>, Map<String, Integer>> places = new HashMap<>();
    private final List<FileFault> problems = new ArrayList<>();

    /** Logs that could not be read. */
    List<FileFault> problems() {
        return problems;
    }

    /** The value that was given first among those that equal it; null for null. */
    @SuppressWarnings("unchecked")
    private <T> T shared(T value) {
        if (value == null) {
            return null;
        }
        Object known = values.get(value);
        if (known == null && values.size() < MAX_SHARED) {
            values.put(value, value);
        }
        return known == null ? value : (T) known;
    }

    private List<String> sharedTexts(List<String> texts) {
        List<String> known = texts.stream().map(this::<String>shared).toList();
        return known.isEmpty() ? List.of() : shared(known);
    }

    /** The place of each name; making them again for each episode takes longer than to find them. */
    private Map<String, Integer> places(Collection<String> names) {
        List<String> key = List.copyOf(names);
        Map<String, Integer> known = places.get(key);
        if (known == null) {
            known = Numbers.places(key);
            if (places.size() < MAX_SHARED) {
                places.put(key, known);
            }
        }
        return known;
    }

    /** @param folder the line's folder, with its name */
    IndexedEpisode reduce(ResultFolder folder, EpisodeRecord line) {
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
                        line.eventCounts().isEmpty() ? Map.of() : shared(line.eventCounts()),
                        sharedTexts(reported.wrongObjects()),
                        line.others().isEmpty() ? Map.of() : shared(line.others())),
                null);
    }

    private Texts texts(EpisodeRecord line) {
        ResultLine fields = line.fields();
        return shared(new Texts(
                shared(fields.envName()),
                shared(fields.taskName()),
                shared(fields.policy()),
                shared(fields.instruction()),
                shared(fields.instructionType()),
                shared(fields.reason()),
                shared(fields.status()),
                sharedTexts(line.attributes())));
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
        return new Numbers(places(map.keySet()), values);
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
                        places(names),
                        values.stream().mapToDouble(Double::doubleValue).toArray());
    }
}
