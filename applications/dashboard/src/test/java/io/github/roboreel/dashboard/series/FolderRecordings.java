package io.github.roboreel.dashboard.series;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Ids;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.dashboard.index.Recording;
import io.github.roboreel.dashboard.index.ServedRecordings;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.folder.EnvFolder;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/** The episodes of one output folder, looked up again each time, and the answers about them. */
final class FolderRecordings implements ServedRecordings {
    private final Path folder;
    private final Recording.Status status;

    FolderRecordings(Path folder, Recording.Status status) throws IOException {
        this.folder = folder.toRealPath();
        this.status = status;
    }

    @Override
    public List<Recording> all() {
        String name = folder.getFileName().toString();
        return List.of(new Recording(Ids.of(folder.toString()), name, folder, status));
    }

    @Override
    public Optional<Recording> recording(String id) {
        return all().stream().filter(recording -> recording.id().equals(id)).findFirst();
    }

    @Override
    public Optional<EpisodePlace> episode(String id) {
        return episodes().stream().filter(episode -> episode.id().equals(id)).findFirst();
    }

    /** Those with a line; unless it is complete, also the demos of the first eight envs that have none. */
    List<EpisodePlace> episodes() {
        try {
            ResultFolder results = ResultFolder.open(folder);
            Map<String, EpisodePlace> places = new LinkedHashMap<>();
            for (EpisodeRecord line : results.episodes()) {
                EnvFolder env = results.envOf(line);
                env.demoOf(line)
                        .map(place -> place(env, Optional.of(line), place.file(), place.demo()))
                        .ifPresent(place -> places.put(place.id(), place));
            }
            for (EnvFolder env : results.envs()) {
                env.runs().forEach(run -> {
                    for (int number = 0; number < 8 && status != Recording.Status.COMPLETE; number++) {
                        EpisodePlace place = place(env, Optional.empty(), run.path(), DemoPaths.demo(number));
                        places.putIfAbsent(place.id(), place);
                    }
                });
            }
            return new ArrayList<>(places.values());
        } catch (IOException e) {
            return List.of();
        }
    }

    private EpisodePlace place(EnvFolder env, Optional<EpisodeRecord> line, Path file, String demo) {
        OptionalInt run = env.runs().stream()
                .filter(known -> known.path().equals(file))
                .map(EnvFolder.RunFile::run)
                .findFirst()
                .orElse(line.map(EpisodeRecord::run).orElse(OptionalInt.empty()));
        String id = Ids.of(folder.toString(), env.name(), file.getFileName().toString(), demo);
        OptionalInt number = run.isPresent() ? DemoPaths.demoNumber(demo) : OptionalInt.empty();
        return new EpisodePlace(id, all().get(0), env, line, file, demo, run, number, env.dtSecondsOrDefault(), false);
    }

    /** Id of a demo. */
    String id(String env, String runFile, String demo) {
        return Ids.of(folder.toString(), env, runFile, demo);
    }

    /** Those of a folder that may be changed for another, so that one set of workers does for several. */
    static final class Current implements ServedRecordings {
        private volatile FolderRecordings folder;

        void set(FolderRecordings other) {
            folder = other;
        }

        @Override
        public List<Recording> all() {
            return folder.all();
        }

        @Override
        public Optional<Recording> recording(String id) {
            return folder.recording(id);
        }

        @Override
        public Optional<EpisodePlace> episode(String id) {
            return folder.episode(id);
        }
    }

    /** Answers of endpoints, as a server asks for them. */
    record Asked(List<Route> endpoints) {
        /** Of a path below {@code /api/v1}, with parameters {@code name=value}. */
        Answer get(String path, String... parameters) throws IOException {
            Map<String, List<String>> given = new HashMap<>();
            for (String parameter : parameters) {
                int end = parameter.indexOf('=');
                given.computeIfAbsent(parameter.substring(0, end), name -> new ArrayList<>())
                        .add(parameter.substring(end + 1));
            }
            String[] parts = path.split("/");
            for (Route endpoint : endpoints) {
                Map<String, String> ids = match(endpoint.path().split("/"), parts);
                if (ids != null) {
                    return endpoint.answer(new Request(ids, given, Map.of(), MissingNode.getInstance()));
                }
            }
            throw new IOException("no endpoint for " + path);
        }

        private static Map<String, String> match(String[] pattern, String[] parts) {
            Map<String, String> ids = new HashMap<>();
            boolean matches = pattern.length == parts.length;
            for (int i = 0; i < pattern.length && matches; i++) {
                if (pattern[i].startsWith("{")) {
                    ids.put(pattern[i].substring(1, pattern[i].length() - 1), parts[i]);
                } else {
                    matches = pattern[i].equals(parts[i]);
                }
            }
            return matches ? ids : null;
        }

        JsonNode json(String path, String... parameters) throws IOException {
            Object value = ((Answer.Json) get(path, parameters)).value();
            return FormatJson.read(FormatJson.text(value));
        }

        byte[] bytes(String path, String... parameters) throws IOException {
            return ((Answer.Bytes) get(path, parameters)).bytes();
        }
    }
}
