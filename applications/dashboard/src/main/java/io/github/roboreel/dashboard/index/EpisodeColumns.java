package io.github.roboreel.dashboard.index;

import io.github.roboreel.dashboard.index.IndexedEpisode.Figures;
import io.github.roboreel.dashboard.index.IndexedEpisode.Outcome;
import io.github.roboreel.dashboard.index.IndexedEpisode.Place;
import io.github.roboreel.dashboard.index.IndexedEpisode.Texts;
import io.github.roboreel.format.Annotation;
import java.nio.DoubleBuffer;
import java.nio.LongBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.LongStream;

/**
 * Episodes of a recording as rows of numbers, in which what many have alike stands by its place in a list.
 *
 * @param texts names and instructions
 * @param names those of figures, and wrong objects
 * @param maps counts of events, and fields that the format does not know
 * @param notes what users noted
 * @param wholes of each episode, in the order of an {@link IndexedEpisode}'s parts
 * @param reals likewise
 */
record EpisodeColumns(
        List<Texts> texts,
        List<List<String>> names,
        List<Map<String, Object>> maps,
        List<Annotation> notes,
        long[][] wholes,
        double[][] reals) {
    static EpisodeColumns of(List<IndexedEpisode> episodes) {
        Map<Texts, Integer> texts = new LinkedHashMap<>();
        Map<List<String>, Integer> names = new LinkedHashMap<>();
        Map<Map<String, Object>, Integer> maps = new LinkedHashMap<>();
        Map<Annotation, Integer> notes = new LinkedHashMap<>();
        long[][] wholes = new long[episodes.size()][];
        double[][] reals = new double[episodes.size()][];
        for (int i = 0; i < wholes.length; i++) {
            IndexedEpisode episode = episodes.get(i);
            Place place = episode.place();
            Outcome outcome = episode.outcome();
            Figures figures = episode.figures();
            List<Numbers> numbers = List.of(figures.metrics(), figures.lifted(), figures.timings());
            LongStream.Builder whole = LongStream.builder()
                    .add(episode.key())
                    .add(number(texts, episode.texts()))
                    .add(place.line())
                    .add(place.start())
                    .add(place.end())
                    .add(place.run())
                    .add(place.envId())
                    .add(place.episode())
                    .add(place.demo())
                    .add(place.isLegacy() ? 1 : 0)
                    .add(outcome.verdict())
                    .add(outcome.steps());
            numbers.forEach(
                    each -> whole.add(number(names, List.copyOf(each.places().keySet()))));
            wholes[i] = whole.add(number(maps, new LinkedHashMap<>(figures.events())))
                    .add(number(names, figures.wrongObjects()))
                    .add(number(maps, figures.others()))
                    .add(episode.note() == null ? -1 : number(notes, episode.note()))
                    .build()
                    .toArray();
            reals[i] = DoubleStream.concat(
                            DoubleStream.of(outcome.score(), outcome.duration(), outcome.dtSeconds()),
                            numbers.stream().flatMapToDouble(each -> Arrays.stream(each.values())))
                    .toArray();
        }
        return new EpisodeColumns(
                List.copyOf(texts.keySet()),
                List.copyOf(names.keySet()),
                List.copyOf(maps.keySet()),
                List.copyOf(notes.keySet()),
                wholes,
                reals);
    }

    private static <T> int number(Map<T, Integer> known, T value) {
        return known.computeIfAbsent(value, each -> known.size());
    }

    /** The episodes; none is read again. */
    List<IndexedEpisode> episodes(String folder) {
        List<Map<String, Integer>> places = names.stream().map(Numbers::places).toList();
        List<IndexedEpisode> episodes = new ArrayList<>();
        for (int i = 0; i < wholes.length; i++) {
            episodes.add(episode(folder, places, LongBuffer.wrap(wholes[i]), DoubleBuffer.wrap(reals[i])));
        }
        return List.copyOf(episodes);
    }

    @SuppressWarnings("unchecked")
    private IndexedEpisode episode(
            String folder, List<Map<String, Integer>> places, LongBuffer whole, DoubleBuffer real) {
        return new IndexedEpisode(
                whole.get(),
                folder,
                texts.get((int) whole.get()),
                new Place(
                        (int) whole.get(),
                        whole.get(),
                        whole.get(),
                        (int) whole.get(),
                        (int) whole.get(),
                        (int) whole.get(),
                        (int) whole.get(),
                        whole.get() != 0),
                new Outcome((byte) whole.get(), (int) whole.get(), real.get(), real.get(), real.get()),
                new Figures(
                        numbers(places.get((int) whole.get()), real),
                        numbers(places.get((int) whole.get()), real),
                        numbers(places.get((int) whole.get()), real),
                        (Map<String, Integer>) (Map<String, ?>) maps.get((int) whole.get()),
                        names.get((int) whole.get()),
                        maps.get((int) whole.get())),
                note((int) whole.get()));
    }

    private static Numbers numbers(Map<String, Integer> places, DoubleBuffer real) {
        double[] values = new double[places.size()];
        real.get(values);
        return new Numbers(places, values);
    }

    private Annotation note(int number) {
        return number < 0 ? null : notes.get(number);
    }
}
