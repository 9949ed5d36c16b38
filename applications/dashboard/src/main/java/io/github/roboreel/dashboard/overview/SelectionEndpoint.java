package io.github.roboreel.dashboard.overview;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.ExportFormat;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.ListedEpisode;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.format.JsonFields;
import io.github.roboreel.format.fault.ShellWord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** {@code POST /selection/command}: command lines that export some episodes, in one of {@code /selection/formats}. */
final class SelectionEndpoint {
    private static final int MAX_EPISODES = 10_000;

    private final RecordingIndex index;
    private final List<ExportFormat> formats;

    SelectionEndpoint(RecordingIndex index, List<ExportFormat> formats) {
        this.index = index;
        this.formats = List.copyOf(formats);
    }

    /** Which episodes of which env. */
    private record Part(String env, Set<Integer> numbers) {}

    Answer answer(Request request) throws Refusal {
        ExportFormat format = format(request.body().path("format").asText());
        List<String> leftOut = new ArrayList<>();
        List<String> commands = new ArrayList<>();
        Map<Part, Set<Path>> parts = parts(ids(request.body().path("episodes")), leftOut);
        parts.forEach((part, folders) -> {
            String number = parts.size() == 1 ? "" : "_" + (commands.size() + 1);
            commands.add(command(format, part, folders, "selection" + number));
        });
        return new Answer.Json(new JsonFields().with("commands", commands).with("left_out", leftOut));
    }

    /** The names of the formats. */
    Answer formats() {
        return new Answer.Json(Map.of("formats", names()));
    }

    private List<String> names() {
        return formats.stream().map(ExportFormat::name).toList();
    }

    private ExportFormat format(String name) throws Refusal {
        if (name.isEmpty()) {
            throw Refusal.badRequest("format is missing; give one of " + String.join(", ", names()));
        }
        return formats.stream()
                .filter(format -> format.name().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        Refusal.badRequest("format is " + name + "; expected one of " + String.join(", ", names())));
    }

    private static Set<String> ids(JsonNode given) throws Refusal {
        if (!given.isArray() || given.isEmpty() || given.size() > MAX_EPISODES) {
            throw Refusal.badRequest("episodes is no list of 1 to " + MAX_EPISODES + " ids; give the ids of episodes");
        }
        Set<String> ids = new LinkedHashSet<>();
        given.forEach(id -> ids.add(id.asText()));
        return ids;
    }

    /** Folders that lend the same episodes of the same env are exported together. */
    private Map<Part, Set<Path>> parts(Set<String> ids, List<String> leftOut) throws Refusal {
        Map<Path, Map<String, Set<Integer>>> numbers = new TreeMap<>();
        for (String id : ids) {
            Optional<ListedEpisode> found = index.find(id);
            if (found.isEmpty() && !index.hasEpisode(id)) {
                throw Refusal.notFound("there is no episode " + id + " any more; choose again from the list");
            }
            if (found.isEmpty() || found.get().episode().episode().isEmpty()) {
                leftOut.add("an episode without a number in its env folder cannot be exported by number");
                continue;
            }
            numbers.computeIfAbsent(found.get().recording().recording().path(), path -> new TreeMap<>())
                    .computeIfAbsent(found.get().episode().envName(), env -> new TreeSet<>())
                    .add(found.get().episode().episode().getAsInt());
        }
        Map<Part, Set<Path>> parts = new LinkedHashMap<>();
        numbers.forEach((folder, envs) ->
                envs.forEach((env, chosen) -> parts.computeIfAbsent(new Part(env, chosen), part -> new TreeSet<>())
                        .add(folder)));
        return parts;
    }

    private static String command(ExportFormat format, Part part, Set<Path> folders, String dataset) {
        List<String> words = new ArrayList<>(List.of("roboreel", "export", format.name()));
        folders.forEach(folder -> words.add(folder.toString()));
        words.add("--env-name=" + literal(part.env));
        words.add("--episodes=" + ranges(part.numbers));
        words.addAll(format.target().apply(dataset));
        return String.join(" ", words.stream().map(ShellWord::of).toList());
    }

    /** A pattern that only this name matches. */
    private static String literal(String env) {
        return env.replaceAll("[*?\\[]", "[$0]");
    }

    /** {@code 0-3,7}. */
    static String ranges(Set<Integer> numbers) {
        List<String> ranges = new ArrayList<>();
        Integer first = null;
        Integer last = null;
        for (int number : new TreeSet<>(numbers)) {
            if (first == null || number != last + 1) {
                addRange(ranges, first, last);
                first = number;
            }
            last = number;
        }
        addRange(ranges, first, last);
        return String.join(",", ranges);
    }

    private static void addRange(List<String> ranges, Integer first, Integer last) {
        if (first != null) {
            ranges.add(first.equals(last) ? String.valueOf(first) : first + "-" + last);
        }
    }
}
