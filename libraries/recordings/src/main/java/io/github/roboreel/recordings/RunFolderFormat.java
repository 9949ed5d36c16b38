package io.github.roboreel.recordings;

import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.spi.RunReaders;
import io.github.roboreel.recordings.episodes.ChosenEpisodes;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeReaders;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.recordings.spi.EpisodeCatalogue;
import io.github.roboreel.recordings.spi.RecordingFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Output folders of RoboReel and RoboLab, of older ones, too, and single run files in them; also while they are being
 * recorded.
 */
public final class RunFolderFormat implements RecordingFormat {
    @Override
    public String name() {
        return "robolab";
    }

    @Override
    public String description() {
        return "an output folder with <ENV>/run_<i>.hdf5 in it, or one such file";
    }

    @Override
    public boolean recognises(Path place) {
        try {
            boolean isFolder = Files.isDirectory(place) && (hasResults(place) || hasEnv(place));
            return isFolder || Files.isRegularFile(place) && isRunFile(place);
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean hasResults(Path folder) {
        return Files.exists(folder.resolve(RunFolder.RESULTS))
                || Files.exists(folder.resolve(RunFolder.LEGACY_RESULTS));
    }

    private static boolean hasEnv(Path folder) throws IOException {
        for (Path inner : FolderEntries.folders(folder)) {
            if (FolderEntries.of(inner).stream().anyMatch(RunFolderFormat::isOfEnv)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isOfEnv(Path file) {
        return file.endsWith(RunFolder.ENV_CONFIG) || isRunFile(file);
    }

    private static boolean isRunFile(Path file) {
        return file.endsWith(RunFolder.LEGACY_RUN_FILE)
                || RunFileName.RUN.matcher(file.getFileName().toString()).matches();
    }

    @Override
    public EpisodeCatalogue open(Path place) throws IOException {
        return catalogue(ChosenEpisodes.readable(List.of(place), EpisodeChoice.all()));
    }

    /**
     * Finds the episodes of an output folder, its run files read by other readers.
     *
     * @throws IOException when it cannot be listed
     */
    public static EpisodeCatalogue open(Path folder, RunReaders readers) throws IOException {
        return catalogue(ChosenEpisodes.readable(List.of(folder), EpisodeChoice.all(), readers));
    }

    private static EpisodeCatalogue catalogue(ChosenEpisodes found) {
        return new EpisodeCatalogue() {
            @Override
            public int episodes() {
                return found.episodes().size();
            }

            @Override
            public EpisodeFacts facts(int index) {
                return found.episodes().get(index);
            }

            @Override
            public long steps(int index) {
                return found.steps(index);
            }

            @Override
            public List<FileFault> problems() {
                return found.problems();
            }

            @Override
            public EpisodeReaders readers() {
                return found.readers();
            }

            @Override
            public void close() {}
        };
    }
}
