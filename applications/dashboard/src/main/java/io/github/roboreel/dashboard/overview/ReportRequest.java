package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.fault.ShellWord;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.report.Grouping;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.ReportOptions.Columns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a request for a report asks for, in the words of {@code roboreel report}.
 *
 * @param selection which episodes
 * @param options how they are grouped and counted
 */
record ReportRequest(Selection selection, ReportOptions options) {
    private static final String ATTRIBUTE = "attribute";
    private static final String BY_ATTRIBUTE = ATTRIBUTE + ":";

    static ReportRequest of(RecordingIndex index, Request request) throws Refusal {
        String by = request.parameter("by").orElse("task");
        Optional<String> named = byAttribute(request, by);
        Request filters = named.isPresent() && !by.startsWith(BY_ATTRIBUTE) ? without(request, named.get()) : request;
        ReportOptions options = new ReportOptions(
                named.isPresent() ? Grouping.EPISODE_ATTRIBUTE : grouping(by),
                false,
                new Columns(true, true, true, false),
                isTrue(request, "exclude_containers"),
                interval(request));
        return new ReportRequest(
                Selection.of(index, filters),
                named.map(options::byEpisodeAttribute).orElse(options));
    }

    /** The groupings, in the words of {@code by}, whose rows say more of these episodes than their total. */
    static List<String> groupings(List<IndexedEpisode> episodes) {
        return Stream.of(Grouping.values())
                .filter(grouping -> grouping.hasContent(episodes))
                .map(ReportRequest::name)
                .toList();
    }

    /** The command line that prints the same report. */
    static String command(RecordingIndex index, Request request) throws Refusal {
        ReportRequest asked = of(index, request);
        List<Path> folders = asked.selection.recordings().stream()
                .map(recording -> recording.recording().path())
                .toList();
        Optional<String> named = byAttribute(request, request.parameter("by").orElse(""));
        Request filters = named.isPresent() ? without(request, named.get()) : request;
        List<String> words = new ArrayList<>(Filters.words(filters));
        named.ifPresent(name -> words.add("--by=" + BY_ATTRIBUTE + name));
        if (named.isEmpty() && asked.options.grouping() != Grouping.TASK) {
            words.add("--by=" + name(asked.options.grouping()).replace('_', '-'));
        }
        if (asked.options.excludeContainers()) {
            words.add("--exclude-containers");
        }
        if (asked.options.interval() != RateInterval.HPD) {
            words.add("--interval=" + asked.options.interval().label());
        }
        return command(folders, words);
    }

    /** The command line of the report of some folders' episodes that pass these options. */
    static String command(List<Path> folders, List<String> words) {
        return Stream.of(Stream.of("roboreel", "report"), folders.stream().map(Path::toString), words.stream())
                .flatMap(part -> part)
                .map(ShellWord::of)
                .collect(Collectors.joining(" "));
    }

    /** The attribute that the rows stand for: {@code by=attribute:NAME}, or the first attribute without a value. */
    private static Optional<String> byAttribute(Request request, String by) throws Refusal {
        if (by.startsWith(BY_ATTRIBUTE)) {
            return Optional.of(by.substring(BY_ATTRIBUTE.length()));
        }
        if (!by.equals("episode_attribute")) {
            return Optional.empty();
        }
        Optional<String> named = request.all(ATTRIBUTE).stream()
                .filter(name -> !name.isBlank() && name.indexOf('=') < 0)
                .findFirst();
        if (named.isEmpty()) {
            throw Refusal.badRequest("by is episode_attribute; add attribute=NAME, the attribute that rows stand for");
        }
        return named;
    }

    private static Request without(Request request, String attribute) {
        Map<String, List<String>> parameters = new LinkedHashMap<>(request.parameters());
        List<String> others = request.all(ATTRIBUTE).stream()
                .filter(name -> !name.equals(attribute))
                .toList();
        parameters.put(ATTRIBUTE, others);
        return new Request(request.ids(), parameters, request.headers(), request.body());
    }

    private static Grouping grouping(String by) throws Refusal {
        List<Grouping> known = Arrays.stream(Grouping.values())
                .filter(grouping -> grouping != Grouping.EPISODE_ATTRIBUTE)
                .toList();
        for (Grouping grouping : known) {
            if (name(grouping).equals(by.replace('-', '_'))) {
                return grouping;
            }
        }
        throw Refusal.badRequest("by is " + by + "; expected one of "
                + known.stream().map(ReportRequest::name).collect(Collectors.joining(", ")) + ", or attribute:NAME");
    }

    private static String name(Grouping grouping) {
        return grouping.name().toLowerCase(Locale.ROOT);
    }

    private static RateInterval interval(Request request) throws Refusal {
        try {
            return RateInterval.ofLabel(request.parameter("interval").orElse(RateInterval.HPD.label()));
        } catch (IllegalArgumentException e) {
            throw Refusal.badRequest(e.getMessage());
        }
    }

    static boolean isTrue(Request request, String name) throws Refusal {
        String given = request.parameter(name).orElse("false");
        return given.equals("true") || given.equals("1");
    }
}
