package io.github.roboreel.cli.golden;

import io.github.roboreel.cli.HostileFolders;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.ArraySpec;
import io.github.roboreel.recordings.Episode;
import io.github.roboreel.recordings.Recordings;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;

/** What a dataset holds: its files, and what is read back of its episodes. */
final class MadeFiles {
    private static final int DIGEST_DIGITS = 16;

    /** Those that describe a dataset, and whose numbers are not those of the arrays. */
    private static final Set<String> DOCUMENTS =
            Set.of("metadata.json", "features.json", "dataset_info.json", "info.json");

    private MadeFiles() {}

    /** Files, what they say about the dataset, and per array of each episode type, shape and a digest of the values. */
    static String list(Path dataset) throws IOException {
        if (!Files.exists(dataset)) {
            return "nothing was made\n";
        }
        StringBuilder text = new StringBuilder();
        for (Path file : HostileFolders.regularFiles(dataset)) {
            text.append("file ").append(dataset.getParent().relativize(file)).append('\n');
            if (DOCUMENTS.contains(file.getFileName().toString())) {
                text.append(FormatJson.read(Files.readString(file)).toPrettyString())
                        .append('\n');
            }
        }
        try (Recordings recordings = Recordings.open(dataset)) {
            for (Episode episode : recordings.episodes()) {
                describe(episode, text);
            }
            recordings
                    .problems()
                    .forEach(problem -> text.append(problem.complaint()).append('\n'));
        }
        return text.toString();
    }

    private static void describe(Episode episode, StringBuilder text) throws IOException {
        EpisodeFacts facts = episode.facts();
        text.append("%s, run %s, env %s, episode %s, seed %s: %s steps, %s, success %s%n"
                .formatted(
                        facts.envName(),
                        facts.run(),
                        facts.env(),
                        facts.episode(),
                        facts.seed().isPresent() ? facts.seed().getAsLong() : "-",
                        episode.steps(),
                        facts.ending(),
                        facts.success().map(String::valueOf).orElse("-")));
        for (ArraySpec array : episode.arrays().values()) {
            String values = isClock(array.path())
                    ? "-"
                    : digest(episode.read(array.path()).bytes());
            text.append(
                    "  %s %s %s x %s %s%n".formatted(array.path(), array.dtype(), array.rows(), array.shape(), values));
        }
    }

    private static boolean isClock(String path) {
        return path.contains("wall_time");
    }

    private static String digest(byte[] bytes) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(bytes);
            return HexFormat.of().formatHex(digest).substring(0, DIGEST_DIGITS);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
