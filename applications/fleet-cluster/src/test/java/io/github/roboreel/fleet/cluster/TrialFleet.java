package io.github.roboreel.fleet.cluster;

import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Real recordings of eight output folders, each of two runs with four envs. */
final class TrialFleet {
    /** Episodes of all folders. */
    static final int EPISODES = 64;

    private TrialFleet() {}

    /** Makes them below a new folder. */
    static Path make(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Cli.run(
                folder,
                List.of(
                        "record",
                        "--num-envs=4",
                        "--num-runs=2",
                        "--max-steps=150",
                        "--camera-size=128x96",
                        "--quiet",
                        "--output-dir=" + folder,
                        "--output-folder-name=source"));
        Path fleet = folder.resolve("fleet");
        Cli.script("make_fleet.py", folder.resolve("source"), fleet, "--hosts=4", "--takes=2", "--no-videos");
        return fleet;
    }

    /** Puts all files below a folder into a store. */
    static void upload(Path folder, Location place, Map<String, String> settings) throws IOException {
        Storages storages = new Storages(settings);
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String name = folder.relativize(file).toString();
                storages.of(place).put(file, place.child(name));
            }
        }
    }

    /** Gets all files below a place. */
    static void download(Location place, Path folder, Map<String, String> settings) throws IOException {
        Storages storages = new Storages(settings);
        Files.createDirectories(folder);
        for (Entry entry : storages.of(place).list(place)) {
            Path copy = folder.resolve(entry.name());
            if (entry.isFolder()) {
                download(entry.location(), copy, settings);
            } else {
                storages.of(place).fetch(entry.location(), copy);
            }
        }
    }

    /** Options that give a command settings. */
    static List<String> options(Map<String, String> settings) {
        List<String> options = new ArrayList<>();
        settings.forEach((name, value) -> options.add("--conf=" + name + "=" + value));
        return options;
    }
}
