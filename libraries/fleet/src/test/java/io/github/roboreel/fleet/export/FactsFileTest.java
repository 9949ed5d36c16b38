package io.github.roboreel.fleet.export;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.export.FactsFile.Place;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FactsFileTest {
    private static EpisodeFacts facts(int episode, boolean isBare, String config) {
        Map<String, Object> attributes = new LinkedHashMap<>();
        attributes.put("count", 7L);
        attributes.put("whole", 5.0);
        attributes.put("nan", Double.NaN);
        attributes.put("flag", true);
        attributes.put("text", "ä\0\"☃");
        return new EpisodeFacts(
                Path.of("/lab/out/Wave/run_" + episode + ".hdf5"),
                "demo_" + episode,
                "Wave",
                1,
                2,
                episode,
                "wave",
                isBare ? Optional.empty() : Optional.of("pi0"),
                EpisodeFacts.Ending.TRUNCATED,
                isBare ? Optional.empty() : Optional.of(false),
                isBare ? OptionalDouble.empty() : OptionalDouble.of(0.1),
                isBare ? OptionalLong.empty() : OptionalLong.of(Long.MAX_VALUE),
                1 / 15.0,
                isBare ? Map.of() : Map.of("ee_sparc", -1.0 / 3),
                isBare ? Map.of() : attributes,
                isBare ? Map.of() : Map.of("viewport", List.of(Path.of("/lab/out/Wave/a.mp4"))),
                config);
    }

    private static KeptEpisode kept(EpisodeFacts facts, int episode) {
        Location file = new Location("hdfs:///lab/out/Wave/run_" + episode + ".hdf5");
        return KeptEpisode.of(facts, file, Map.of("viewport", List.of(file.sibling("a.mp4"))));
    }

    @Test
    void factsAreReadBackInAnyOrder(@TempDir Path folder) throws IOException {
        List<KeptEpisode> written = new ArrayList<>();
        List<Place> places = new ArrayList<>();
        Path file = folder.resolve("facts");
        String config = "{\"x\": \"" + "y".repeat(10_000) + "\"}";
        try (FactsFile.Writer writer = new FactsFile.Writer(file)) {
            for (int i = 0; i < 20; i++) {
                KeptEpisode episode = kept(facts(i, i % 3 == 0, i % 2 == 0 ? config : ""), i);
                written.add(episode);
                places.add(writer.add(episode));
            }
        }
        assertTrue(Files.size(file) < 20_000, "a configuration that episodes share is there once");
        try (SeekableByteChannel channel = Files.newByteChannel(file)) {
            for (int i = 19; i >= 0; i--) {
                assertEquals(written.get(i), FactsFile.read(channel, places.get(i)));
            }
        }
    }
}
