package io.github.roboreel.dashboard.index;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Names that tell recordings apart: that of the folder, and as much of the path before it as differs. */
final class RecordingNames {
    private RecordingNames() {}

    /**
     * Gives each recording a name of its own: those of the same name become longer until none is.
     *
     * @param names what each is called within its served folder, by path
     */
    static Map<Path, String> distinct(Map<Path, String> names) {
        Map<Path, String> distinct = new LinkedHashMap<>(names);
        List<Path> alike = alike(distinct);
        while (!alike.isEmpty()) {
            alike.forEach(path -> distinct.compute(path, (same, name) -> longer(path, name)));
            alike = alike(distinct);
        }
        return distinct;
    }

    /** Paths that share their name with another and could have a longer one. */
    private static List<Path> alike(Map<Path, String> names) {
        Map<String, List<Path>> byName = names.keySet().stream()
                .collect(Collectors.groupingBy(names::get, LinkedHashMap::new, Collectors.toList()));
        return byName.values().stream()
                .filter(paths -> paths.size() > 1)
                .flatMap(List::stream)
                .filter(path -> !names.get(path).equals(longer(path, names.get(path))))
                .toList();
    }

    private static String longer(Path path, String name) {
        int count = path.getNameCount();
        int parts = Math.min(count, Path.of(name).getNameCount() + 1);
        return path.subpath(count - parts, count).toString();
    }
}
