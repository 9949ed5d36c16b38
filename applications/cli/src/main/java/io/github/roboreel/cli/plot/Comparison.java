package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.Comparison.TaskRate.TimedEpisode;
import io.github.roboreel.recordings.folder.CountedScores;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.confidence.SampleStatistics;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;

/** Subjects of a comparison in a picture of several folders or policies. */
enum Comparison {
    /** A series per folder. */
    FOLDER,
    /** A series per policy, of all folders together. */
    POLICY;

    static final String ALL_TASKS = "all tasks";

    /** Folders' names, where these differ, else their paths. */
    static List<String> namesOf(List<ResultFolder> folders) {
        List<String> names = folders.stream()
                .map(f -> f.path().toAbsolutePath().normalize())
                .map(path -> String.valueOf(path.getFileName()))
                .toList();
        boolean areDistinct = Set.copyOf(names).size() == names.size();
        return areDistinct
                ? names
                : folders.stream().map(ResultFolder::path).map(Path::toString).toList();
    }

    /** Rows by task, then series; below more than one task, all together. */
    List<TaskRate> rates(List<ResultFolder> folders) {
        List<String> names = namesOf(folders);
        Map<String, Map<String, List<TimedEpisode>>> tasks = new TreeMap<>();
        Map<String, List<TimedEpisode>> all = new LinkedHashMap<>();
        for (int i = 0; i < names.size(); i++) {
            CountedScores scores = CountedScores.of(folders.get(i).episodes());
            for (EpisodeRecord line : folders.get(i).episodes()) {
                OptionalDouble seconds = folders.get(i).durationSeconds(line);
                TimedEpisode episode = new TimedEpisode(line, scores.of(line), seconds);
                String series = this == FOLDER ? names.get(i) : line.policy().orElse("no policy");
                add(all, series, episode);
                add(tasks.computeIfAbsent(line.envName(), t -> new LinkedHashMap<>()), series, episode);
            }
        }
        List<String> series = List.copyOf(new LinkedHashSet<>(all.keySet()));
        List<TaskRate> rates = new ArrayList<>();
        tasks.forEach((task, episodes) -> addRates(rates, task, series, episodes));
        if (tasks.size() > 1) {
            addRates(rates, ALL_TASKS, series, all);
        }
        return rates;
    }

    private static void add(Map<String, List<TimedEpisode>> groups, String series, TimedEpisode episode) {
        groups.computeIfAbsent(series, s -> new ArrayList<>()).add(episode);
    }

    private static void addRates(
            List<TaskRate> rates, String task, List<String> series, Map<String, List<TimedEpisode>> episodes) {
        for (int i = 0; i < series.size(); i++) {
            String name = series.size() == 1 ? task : task + ", " + series.get(i);
            List<TimedEpisode> members = episodes.get(series.get(i));
            if (members != null) {
                rates.add(TaskRate.of(name, i, members));
            }
        }
    }

    /**
     * Outcome of the episodes of a task, in one series of a comparison.
     *
     * @param name of the task, and of the series where there are several
     * @param series index of the series
     * @param successes successful episodes
     * @param judged episodes with a verdict
     * @param timeouts judged episodes that ended because their time was over
     * @param unjudged episodes without a verdict
     * @param score of those that have one that counts; a success counts as 1
     * @param successSeconds durations of the successes, s
     */
    record TaskRate(
            String name,
            int series,
            int successes,
            int judged,
            int timeouts,
            int unjudged,
            SampleStatistics score,
            SampleStatistics successSeconds) {
        /**
         * A result and how long it took.
         *
         * @param line the result
         * @param score what it adds to the mean
         * @param seconds its duration, s
         */
        record TimedEpisode(EpisodeRecord line, OptionalDouble score, OptionalDouble seconds) {}

        static TaskRate of(String name, int series, List<TimedEpisode> episodes) {
            List<Double> scores = new ArrayList<>();
            List<Double> seconds = new ArrayList<>();
            int successes = 0;
            int timeouts = 0;
            int unjudged = 0;
            for (TimedEpisode episode : episodes) {
                Verdict verdict = Verdict.of(episode.line());
                episode.score().ifPresent(scores::add);
                if (verdict == Verdict.SUCCESS) {
                    successes++;
                    episode.seconds().ifPresent(seconds::add);
                }
                timeouts += verdict == Verdict.TIME_OUT ? 1 : 0;
                unjudged += verdict == Verdict.UNKNOWN ? 1 : 0;
            }
            return new TaskRate(
                    name,
                    series,
                    successes,
                    episodes.size() - unjudged,
                    timeouts,
                    unjudged,
                    SampleStatistics.of(scores),
                    SampleStatistics.of(seconds));
        }
    }
}
