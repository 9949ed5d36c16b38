package io.github.roboreel.dashboard.index;

import java.nio.file.Path;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.stream.Collectors;

/** Names that tell recordings apart: that of the folder, and as much of the path before it as differs. */
final class RecordingNames {
    private RecordingNames() {}

    /**
     * Gives each recording a name of its own.
     *
     * @param names what each is called within its served folder, by path
     */
    static Map<Path, String> distinct(Map<Path, String> names) {
        Map<Path, String> distinct = new LinkedHashMap<>(names);
        Map<String, List<Path>> alike = names.entrySet().stream()
                .collect(Collectors.groupingBy(
                        Entry::getValue, LinkedHashMap::new, Collectors.mapping(Entry::getKey, Collectors.toList())));
        alike.forEach((name, paths) -> {
            if (paths.size() > 1) {
                int most = paths.stream().mapToInt(Path::getNameCount).max().orElseThrow();
                int parts = Path.of(name).getNameCount() + 1;
                while (parts < most && countOfEnds(paths, parts) < paths.size()) {
                    parts++;
                }
                int needed = parts;
                paths.forEach(path -> distinct.put(path, end(path, needed)));
            }
        });
        return distinct;
    }

    private static long countOfEnds(Collection<Path> paths, int parts) {
        return paths.stream().map(path -> end(path, parts)).distinct().count();
    }

    private static String end(Path path, int parts) {
        int count = path.getNameCount();
        return path.subpath(Math.max(0, count - parts), count).toString();
    }
}
