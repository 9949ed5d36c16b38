package io.github.roboreel.dashboard.index;

import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.github.roboreel.dashboard.index.IndexedRecording.Times;
import io.github.roboreel.dashboard.index.IndexedRecording.Totals;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is kept of recordings from one start to the next: a file of what lists show and one of episodes each, named by
 * the recording's id. A file that is damaged, of another version, or older than its recording is passed over and
 * written again. For one thread.
 */
final class KeptIndex {
    private static final Logger LOG = LoggerFactory.getLogger(KeptIndex.class);
    private static final String SUFFIX = ".recording";
    private static final String EPISODES = ".episodes";

    /** To be raised with every change of what is kept, and of what is derived from a line. */
    private static final int VERSION = 4;

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
            .addModule(new SimpleModule()
                    .addSerializer(Path.class, ToStringSerializer.instance)
                    .addDeserializer(Path.class, new PathFromText()))
            .build();

    /** Jackson makes addresses of paths, in which those that are not absolute would become so. */
    private static final class PathFromText extends FromStringDeserializer<Path> {
        private static final long serialVersionUID = 1L;

        PathFromText() {
            super(Path.class);
        }

        @Override
        protected Path _deserialize(String text, DeserializationContext context) {
            return Path.of(text);
        }
    }

    /** @param episodes checksum of the file with the episodes */
    private record Kept(
            int version,
            long episodes,
            Traces traces,
            Recording recording,
            List<EnvSummary> envs,
            List<FileFault> problems,
            Totals totals,
            Times times) {}

    private final Path folder;

    KeptIndex(Path folder) {
        this.folder = folder;
    }

    private Path file(Recording recording, String suffix) {
        return folder.resolve(recording.id() + suffix);
    }

    /**
     * A recording as it was kept.
     *
     * @param recording its id, name and path
     * @param now what its files must still look like
     * @param read reads its episodes where what was kept of them is damaged
     */
    Optional<IndexedRecording> load(
            Recording recording, String served, Traces now, Supplier<List<IndexedEpisode>> read) {
        Path file = file(recording, SUFFIX);
        try {
            if (!Files.isRegularFile(file)) {
                return Optional.empty();
            }
            ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file));
            if (bytes.limit() < Long.BYTES || bytes.getLong() != checksum(bytes.slice())) {
                return Optional.empty();
            }
            Kept kept = MAPPER.readValue(bytes.array(), Long.BYTES, bytes.remaining(), Kept.class);
            boolean holds = kept.version == VERSION
                    && kept.traces.equals(now)
                    && kept.recording.path().equals(recording.path())
                    && kept.recording.name().equals(recording.name());
            LateEpisodes episodes =
                    new LateEpisodes(() -> episodes(recording, kept.episodes).orElseGet(read));
            return holds
                    ? Optional.of(new IndexedRecording(
                            kept.recording, served, true, episodes, kept.envs, kept.problems, kept.totals, kept.times))
                    : Optional.empty();
        } catch (IOException e) {
            LOG.debug("{} cannot be read and is written again", file, e);
            return Optional.empty();
        }
    }

    private Optional<List<IndexedEpisode>> episodes(Recording recording, long checksum) {
        try {
            byte[] json = Files.readAllBytes(file(recording, EPISODES));
            return checksum(ByteBuffer.wrap(json)) == checksum
                    ? Optional.of(FormatJson.read(json, EpisodeColumns.class).episodes(recording.name()))
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static long checksum(ByteBuffer bytes) {
        CRC32C checksum = new CRC32C();
        checksum.update(bytes);
        return checksum.getValue();
    }

    /** Keeps a recording; a disk that is full is no reason to stop. */
    void store(IndexedRecording read, Traces traces) {
        Path file = file(read.recording(), SUFFIX);
        try {
            byte[] episodes = FormatJson.utf8(FormatJson.text(EpisodeColumns.of(read.episodes())));
            long checksum = checksum(ByteBuffer.wrap(episodes));
            byte[] json = MAPPER.writeValueAsBytes(new Kept(
                    VERSION,
                    checksum,
                    traces,
                    read.recording(),
                    read.envs(),
                    read.problems(),
                    read.totals(),
                    read.times()));
            ByteBuffer all = ByteBuffer.allocate(Long.BYTES + json.length);
            all.putLong(checksum(ByteBuffer.wrap(json))).put(json);
            Files.createDirectories(folder);
            WholeFile.write(file(read.recording(), EPISODES), episodes);
            WholeFile.write(file, all.array());
        } catch (IOException e) {
            LOG.warn("{} could not be written, so the next start reads the recording again: {}", file, e.toString());
        }
    }
}
