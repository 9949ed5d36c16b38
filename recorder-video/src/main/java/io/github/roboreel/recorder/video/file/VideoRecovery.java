package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.video.VideoFiles;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recorder.video.VideoNames.Name;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Finishes the videos that a recorder left when it died. Only for a folder into which no recorder writes; safe to call
 * from any thread, for one file at a time. Killed in the middle, it can be run again.
 */
public final class VideoRecovery {
    private VideoRecovery() {}

    /**
     * What is unfinished in a folder, by name: recordings ({@code <name>.recording.mp4}) first, then those
     * {@code <name>.finishing} that have no recording of that name beside them.
     *
     * @param envFolder need not exist
     * @throws IOException when the folder cannot be listed
     */
    public static List<Path> unfinished(Path envFolder) throws IOException {
        if (!Files.isDirectory(envFolder)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(envFolder)) {
            return files.filter(VideoRecovery::isUnfinished)
                    .sorted(Comparator.comparing(VideoRecovery::isFinishing).thenComparing(Comparator.naturalOrder()))
                    .toList();
        }
    }

    private static boolean isUnfinished(Path file) {
        boolean isRecording = file.toString().endsWith(RunFolder.RECORDING_VIDEO_SUFFIX);
        return isFile(file) && (isRecording || (isFinishing(file) && !isFile(recordingBeside(file))));
    }

    private static boolean isFinishing(Path file) {
        return file.toString().endsWith(RunFolder.FINISHING_VIDEO_SUFFIX);
    }

    private static Path recordingBeside(Path finishing) {
        String name = finishing.getFileName().toString();
        int stemEnd = name.length() - RunFolder.FINISHING_VIDEO_SUFFIX.length();
        return finishing.resolveSibling(name.substring(0, stemEnd) + RunFolder.RECORDING_VIDEO_SUFFIX);
    }

    private static boolean isFile(Path file) {
        return Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS);
    }

    /**
     * Deletes what is unfinished of a discarded episode: its recorder died, or its videos had failed, before it could.
     * Finished videos are left alone; a discarded episode has none.
     *
     * @return what was deleted, by name
     * @throws IOException when the folder cannot be listed or a file not be deleted
     */
    public static List<Path> discard(Path envFolder, EpisodeId episode) throws IOException {
        if (!Files.isDirectory(envFolder)) {
            return List.of();
        }
        List<Path> discarded;
        try (Stream<Path> files = Files.list(envFolder)) {
            discarded = files.filter(VideoRecovery::isFile)
                    .filter(file -> RecoveredNames.isUnfinishedOf(file, episode))
                    .sorted()
                    .toList();
        }
        for (Path file : discarded) {
            Files.deleteIfExists(file);
        }
        return discarded;
    }

    /** As {@link #finish(Path, Collection)}, where no instruction is known. */
    public static Optional<Path> finish(Path recording) throws IOException {
        return finish(recording, List.of());
    }

    /**
     * Turns a recording into the finished video: the same pictures byte for byte, each shown when and as long as the
     * recording shows it, the table of contents first. A last picture that is not whole is left out. The recording is
     * deleted when the video is whole, on the disk and has its name.
     *
     * <p>The video gets the name it would have got. Where another file has it, it gets the next free one by the rule of
     * {@link VideoNames}; that needs the instruction, without which {@code -2}, {@code -3} and so on stand before the
     * number of the run. Where the file of such a name is this very video, it is that one.
     *
     * @param recording one of {@link #unfinished}; of a {@code .finishing} without its recording, a whole one gets its
     *     name
     * @param instructions those of the run's episodes, in any order
     * @return the finished video; empty when there is not one whole picture, and then the file stays where it is, or
     *     when the file is gone, because it was of another one of them
     * @throws IOException in one sentence, when the recording is damaged before its end, is none, or the video cannot
     *     be written; the recording stays as it is then
     * @throws IllegalArgumentException when the name is not one of an unfinished video
     */
    public static Optional<Path> finish(Path recording, Collection<String> instructions) throws IOException {
        Path folder = recording.toAbsolutePath().getParent();
        Iterator<Name> names = RecoveredNames.of(recording, instructions);
        VideoFiles own = VideoFiles.in(folder, names.next());
        try {
            if (isFile(own.recording())) {
                return finish(own, names);
            }
            return isFile(own.finishing()) ? rename(own, names) : Optional.empty();
        } catch (IOException e) {
            throw named(recording, folder, e);
        }
    }

    /** What the system throws is no sentence. */
    private static IOException named(Path recording, Path folder, IOException e) {
        boolean isSentence = !(e instanceof FileSystemException)
                && String.valueOf(e.getMessage()).startsWith(folder.toString());
        return isSentence ? e : new IOException(recording + " cannot be finished (" + e + "); it is as it was", e);
    }

    private static Optional<Path> finish(VideoFiles own, Iterator<Name> names) throws IOException {
        if (!RecordingReader.finish(own.recording(), own.finishing())) {
            return Optional.empty();
        }
        Path video = publish(own, names);
        Files.delete(own.recording());
        return Optional.of(video);
    }

    private static Optional<Path> rename(VideoFiles own, Iterator<Name> names) throws IOException {
        VideoProbe probe = VideoProbe.read(own.finishing());
        return probe.frames() > 0 && !probe.isFragmented() ? Optional.of(publish(own, names)) : Optional.empty();
    }

    /** Gives the video the first name that is free, or finds it under one that is not. */
    private static Path publish(VideoFiles own, Iterator<Name> names) throws IOException {
        boolean isTaken = own.hasVideo();
        VideoFiles candidate = own;
        while (isTaken && !isSame(own.finishing(), candidate.video())) {
            if (!names.hasNext()) {
                throw new IOException(own.finishing() + " finds every name of a video taken; move some away");
            }
            candidate = VideoFiles.in(own.video().getParent(), names.next());
            isTaken = candidate.anyExists();
        }
        if (isTaken) {
            Files.delete(own.finishing());
        } else {
            Files.move(own.finishing(), candidate.video());
        }
        forceNames(own);
        return candidate.video();
    }

    private static boolean isSame(Path finishing, Path video) throws IOException {
        return isFile(video) && Files.mismatch(finishing, video) < 0;
    }

    private static void forceNames(VideoFiles files) throws IOException {
        try (FileChannel folder = FileChannel.open(files.video().getParent())) {
            folder.force(true);
        }
    }
}
