package io.github.roboreel.cli;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoHeader;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.Signals;
import io.github.roboreel.format.fault.IoAction;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.RunReader;
import io.github.roboreel.recordings.episodes.DemoFilter;
import io.github.roboreel.recordings.folder.RunFileReaders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Contents of a run file, without the values of its datasets.
 *
 * @param file the file
 * @param fileBytes its size
 * @param deadBytes what of it holds nothing any more; empty of another recorder's file
 * @param attributes of the group {@code data}
 * @param demos in numerical order
 * @param problems what is missing here because it cannot be read, a sentence each
 */
record RunContents(
        Path file,
        long fileBytes,
        OptionalLong deadBytes,
        Map<String, Object> attributes,
        List<Demo> demos,
        List<String> problems) {
    /**
     * One stored episode.
     *
     * @param name of its group
     * @param attributes of its group
     * @param datasets by path below the demo
     */
    record Demo(String name, Map<String, Object> attributes, Map<String, DatasetInfo> datasets) {}

    /** The demos in which an episode has begun. */
    List<Demo> episodes() {
        return demos.stream()
                .filter(demo -> !DemoHeader.isUnused(demo.attributes()))
                .toList();
    }

    boolean hasEpisodes() {
        return !episodes().isEmpty();
    }

    /** With what is said of the episodes, not of their arrays. */
    RunContents withoutFields() {
        List<Demo> bare = demos.stream()
                .map(demo -> new Demo(demo.name(), demo.attributes(), Map.of()))
                .toList();
        return new RunContents(file, fileBytes, deadBytes, attributes, bare, problems);
    }

    /** Of all episodes. */
    long numSteps() {
        return demos.stream()
                .mapToLong(demo -> demo.attributes().get(AttributeNames.NUM_SAMPLES) instanceof Number samples
                        ? samples.longValue()
                        : 0)
                .sum();
    }

    /** Share of the file that holds nothing any more, %. */
    OptionalDouble deadPercent() {
        return deadBytes.isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(100.0 * deadBytes.getAsLong() / fileBytes);
    }

    static RunContents read(Path file) throws IOException {
        return read(file, DemoFilter.Factory.ALL);
    }

    /** @param filters which of its demos are wanted */
    static RunContents read(Path file, DemoFilter.Factory filters) throws IOException {
        try (RunReader reader = RunFileReaders.open(file)) {
            Map<String, Object> attributes = new LinkedHashMap<>();
            List<Demo> demos = new ArrayList<>();
            List<String> problems = new ArrayList<>();
            attempt(() -> attributes.putAll(reader.attributes()), problems);
            Signals.of(attributes)
                    .fault()
                    .ifPresent(fault -> problems.add(Sentence.of(
                            "%s, %s: attribute %s %s; names and bounds in it are not shown",
                            file, DemoPaths.DATA, AttributeNames.SIGNALS, fault)));
            DemoFilter filter = filters.of(reader);
            for (String name : reader.demoNames()) {
                attempt(() -> addDemo(reader.demo(name), filter, demos, problems), problems);
            }
            OptionalLong deadBytes = deadBytes(reader, attributes, problems);
            return new RunContents(file, Files.size(file), deadBytes, attributes, demos, problems);
        }
    }

    private static OptionalLong deadBytes(RunReader reader, Map<String, Object> attributes, List<String> problems) {
        try {
            return attributes.containsKey(AttributeNames.FORMAT_VERSION) ? reader.deadSpace() : OptionalLong.empty();
        } catch (IOException e) {
            problems.add(e.getMessage());
            return OptionalLong.empty();
        }
    }

    private static void addDemo(EpisodeReader reader, DemoFilter filter, List<Demo> demos, List<String> problems)
            throws IOException {
        if (filter.includes(reader)) {
            demos.add(demo(reader, problems));
        }
    }

    private static Demo demo(EpisodeReader reader, List<String> problems) throws IOException {
        Map<String, Object> attributes = new LinkedHashMap<>();
        Map<String, DatasetInfo> datasets = new LinkedHashMap<>();
        attempt(() -> attributes.putAll(reader.attributes()), problems);
        for (String path : reader.paths()) {
            attempt(() -> datasets.put(path, reader.info(path)), problems);
        }
        return new Demo(reader.name(), attributes, datasets);
    }

    private static void attempt(IoAction part, List<String> problems) {
        try {
            part.run();
        } catch (IOException e) {
            problems.add(e.getMessage());
        }
    }
}
