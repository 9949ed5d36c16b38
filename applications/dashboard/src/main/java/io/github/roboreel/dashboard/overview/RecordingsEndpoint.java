package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedRecording;
import io.github.roboreel.dashboard.index.Recording.Status;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.dashboard.index.RecordingIndex.ServedFolder;
import io.github.roboreel.format.JsonFields;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;

/** {@code /recordings}: the list of recordings. */
record RecordingsEndpoint(RecordingIndex index) {
    private static final Map<String, Comparator<IndexedRecording>> ORDERS = orders();

    private static Map<String, Comparator<IndexedRecording>> orders() {
        Map<String, Comparator<IndexedRecording>> orders = new LinkedHashMap<>();
        orders.put("name", Comparator.comparing(r -> r.recording().name()));
        orders.put(
                "started",
                Comparator.comparing(r -> r.times().started(), Comparator.nullsFirst(Comparator.naturalOrder())));
        orders.put("episodes", Comparator.comparingInt(r -> r.totals().episodes()));
        orders.put("success_rate", Comparator.comparingDouble(RecordingsEndpoint::rate));
        orders.put("bytes", Comparator.comparingLong(r -> r.totals().bytes()));
        return orders;
    }

    /** Those without a rate come first. */
    private static double rate(IndexedRecording recording) {
        int judged = recording.totals().judged();
        return judged == 0 ? -1 : (double) recording.totals().successes() / judged;
    }

    Answer answer(Request request) throws Refusal {
        List<IndexedRecording> all = index.indexed();
        List<IndexedRecording> chosen =
                all.stream().filter(r -> isChosen(request, r)).toList();
        List<IndexedRecording> sorted = ListPage.sorted(request, chosen, "name", ORDERS::get, ORDERS.keySet());
        return new Answer.Json(ListPage.of(request, "recordings", sorted, RecordingDocument::row)
                .with("indexing", index.progress())
                .with("folders", index.folders().stream().map(this::folder).toList())
                .with("facets", facets(all)));
    }

    /** {@code /folders}: the served folders. */
    Answer folders() {
        return new Answer.Json(
                Map.of("folders", index.folders().stream().map(this::described).toList()));
    }

    private JsonFields folder(ServedFolder folder) {
        return new JsonFields()
                .with("id", folder.id())
                .with("name", folder.name())
                .with(
                        "unreadable",
                        index.unreadable().stream()
                                .filter(path -> path.startsWith(folder.path()))
                                .map(path -> folder.path().relativize(path).toString())
                                .toList());
    }

    private JsonFields described(ServedFolder folder) {
        List<IndexedRecording> recordings = index.indexed().stream()
                .filter(recording -> recording.served().equals(folder.id()))
                .toList();
        return folder(folder)
                .with("path", folder.path().toString())
                .with("recordings", recordings.size())
                .with(
                        "bytes",
                        recordings.stream().mapToLong(r -> r.totals().bytes()).sum())
                .with(
                        "live",
                        recordings.stream()
                                .filter(r -> r.recording().status() == Status.RECORDING)
                                .count());
    }

    private static boolean isChosen(Request request, IndexedRecording recording) {
        return holdsText(request, recording)
                && isOneOf(request.all("policy"), recording.totals().policies())
                && isOneOf(request.all("task"), recording.totals().tasks())
                && isOneOf(
                        request.all("status"),
                        List.of(RecordingDocument.label(recording.recording().status())))
                && isOneOf(request.all("folder"), List.of(recording.served()));
    }

    private static boolean holdsText(Request request, IndexedRecording recording) {
        Stream<String> texts = Stream.of(
                        List.of(recording.recording().name()),
                        recording.totals().policies(),
                        recording.totals().tasks())
                .flatMap(List::stream);
        List<String> known = texts.map(text -> text.toLowerCase(Locale.ROOT)).toList();
        return request.all("q").stream()
                .map(text -> text.toLowerCase(Locale.ROOT).strip())
                .allMatch(sought -> known.stream().anyMatch(text -> text.contains(sought)));
    }

    private static boolean isOneOf(List<String> asked, List<String> values) {
        List<String> given = asked.stream().filter(value -> !value.isBlank()).toList();
        return given.isEmpty() || values.stream().anyMatch(given::contains);
    }

    private static Map<String, Object> facets(List<IndexedRecording> all) {
        Map<String, Long> statuses = new TreeMap<>();
        all.forEach(r -> statuses.merge(RecordingDocument.label(r.recording().status()), 1L, Long::sum));
        return new JsonFields()
                .with("policies", names(all, r -> r.totals().policies()))
                .with("tasks", names(all, r -> r.totals().tasks()))
                .with("statuses", statuses);
    }

    private static List<String> names(List<IndexedRecording> all, Function<IndexedRecording, List<String>> namesOf) {
        TreeSet<String> names = new TreeSet<>();
        all.forEach(recording -> names.addAll(namesOf.apply(recording)));
        return List.copyOf(names);
    }
}
