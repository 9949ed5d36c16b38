package io.github.roboreel.dashboard.live;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.hdf5.read.UnfinishedRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The runs that are looked at by their staging files, kept open while those are there. Thread-safe; one file is read by
 * one thread at a time.
 */
final class StagingFiles implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StagingFiles.class);
    private static final int MAX_OPEN = 256;

    private final Map<Path, Opened> opened = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Opened> eldest) {
            boolean tooMany = size() > MAX_OPEN;
            if (tooMany) {
                eldest.getValue().close();
            }
            return tooMany;
        }
    };

    private final Set<Path> warned = ConcurrentHashMap.newKeySet();

    /** A staging file with its identity, which another file of the same name does not have. */
    private static final class Opened {
        private final Object key;
        private UnfinishedRun run;

        Opened(Object key, UnfinishedRun run) {
            this.key = key;
            this.run = run;
        }

        synchronized <A> Optional<A> look(IoFunction<UnfinishedRun, A> look) throws IOException {
            return run == null || run.isGone() ? Optional.empty() : Optional.ofNullable(look.apply(run));
        }

        synchronized void close() {
            try {
                if (run != null) {
                    run.close();
                }
                run = null;
            } catch (IOException e) {
                LOG.warn("a staging file could not be closed: {}", e.getMessage());
            }
        }
    }

    /**
     * Looks into a run.
     *
     * @param file its staging file, in an env folder of an output folder
     * @return empty when that is not there, a link, damaged, of an older version, not whole yet or not any more
     */
    <A> Optional<A> look(Path file, IoFunction<UnfinishedRun, A> look) {
        try {
            Optional<Opened> found = opened(file);
            return found.isPresent() ? found.get().look(look) : Optional.empty();
        } catch (IOException | RoboReelException e) {
            forget(file);
            return Optional.empty();
        } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
            // Bytes of another process: nothing is certain about them.
            forget(file);
            if (warned.add(file.getParent().getParent())) {
                LOG.warn("{} cannot be read while it is recorded; the pages show it without its newest rows", file, e);
            }
            return Optional.empty();
        }
    }

    private synchronized Optional<Opened> opened(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        Opened known = opened.get(file);
        if (known != null && known.key.equals(attributes.fileKey())) {
            return Optional.of(known);
        }
        forget(file);
        Optional<Path> runFile = RunFolder.runFileOf(file);
        if (!attributes.isRegularFile() || runFile.isEmpty()) {
            return Optional.empty();
        }
        Opened now = new Opened(attributes.fileKey(), UnfinishedRun.openLive(runFile.get()));
        opened.put(file, now);
        return Optional.of(now);
    }

    private synchronized void forget(Path file) {
        Opened known = opened.remove(file);
        if (known != null) {
            known.close();
        }
    }

    /** Closes those that are not there any more. */
    void tidy() {
        for (Path file : files()) {
            if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) {
                forget(file);
            }
        }
    }

    private synchronized List<Path> files() {
        return List.copyOf(opened.keySet());
    }

    @Override
    public synchronized void close() {
        opened.values().forEach(Opened::close);
        opened.clear();
    }
}
