package io.github.roboreel.recorder.bench;

import io.aeron.ExclusivePublication;
import io.aeron.Publication;
import io.aeron.archive.Archive;
import io.aeron.archive.ArchiveThreadingMode;
import io.aeron.archive.ArchivingMediaDriver;
import io.aeron.archive.client.AeronArchive;
import io.aeron.archive.status.RecordingPos;
import io.aeron.driver.MediaDriver;
import io.aeron.driver.ThreadingMode;
import java.nio.file.Path;
import java.util.Random;
import org.agrona.concurrent.UnsafeBuffer;
import org.agrona.concurrent.status.CountersReader;

/**
 * Reference peer: Aeron Archive, embedded, records messages of 640 bytes of one publisher in the same process. A
 * message counts once the archive has written it to its file, where it survives the death of the process. Prints one
 * JSON object: the first so many messages, and as many again.
 */
final class AeronPeer implements AutoCloseable {
    private static final int MESSAGE_BYTES = 640;
    private static final int RING_MESSAGES = 4096;
    private static final int STREAM = 640;
    private static final String CHANNEL = "aeron:ipc?term-length=64m";

    private final ArchivingMediaDriver driver;
    private final AeronArchive archive;
    private final UnsafeBuffer messages = new UnsafeBuffer(new byte[RING_MESSAGES * MESSAGE_BYTES]);

    private AeronPeer(Path folder) {
        byte[] noise = new byte[messages.capacity()];
        new Random(0).nextBytes(noise);
        messages.putBytes(0, noise);
        String aeronFolder = folder.resolve("aeron").toString();
        driver = ArchivingMediaDriver.launch(
                new MediaDriver.Context()
                        .aeronDirectoryName(aeronFolder)
                        .dirDeleteOnShutdown(true)
                        .spiesSimulateConnection(true)
                        .threadingMode(ThreadingMode.SHARED),
                new Archive.Context()
                        .aeronDirectoryName(aeronFolder)
                        .archiveDir(folder.resolve("archive").toFile())
                        .deleteArchiveOnStart(true)
                        .controlChannelEnabled(false)
                        .archiveClientContext(ipc(aeronFolder))
                        .replicationChannel("aeron:udp?endpoint=localhost:0")
                        .threadingMode(ArchiveThreadingMode.DEDICATED));
        archive = AeronArchive.connect(ipc(aeronFolder));
    }

    private static AeronArchive.Context ipc(String aeronFolder) {
        return new AeronArchive.Context()
                .aeronDirectoryName(aeronFolder)
                .controlRequestChannel("aeron:ipc")
                .controlResponseChannel("aeron:ipc");
    }

    /** Arguments: folder, number of messages. */
    public static void main(String[] args) {
        int count = Integer.parseInt(args[1]);
        Figures figures = new Figures();
        try (AeronPeer peer = new AeronPeer(Path.of(args[0]));
                ExclusivePublication publication = peer.archive.addRecordedExclusivePublication(CHANNEL, STREAM)) {
            figures.put("cold_mb_per_s", peer.mbPerSecond(publication, count));
            figures.put("mb_per_s", peer.mbPerSecond(publication, count));
        }
        System.out.println(figures.line());
    }

    private double mbPerSecond(Publication publication, int count) {
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            int at = i % RING_MESSAGES * MESSAGE_BYTES;
            while (publication.offer(messages, at, MESSAGE_BYTES) < 0) {
                requireConnected(publication);
                Thread.onSpinWait();
            }
        }
        awaitRecorded(publication);
        return (double) count * MESSAGE_BYTES / (System.nanoTime() - start) * 1e3;
    }

    private void awaitRecorded(Publication publication) {
        CountersReader counters = archive.context().aeron().countersReader();
        int counter = awaitCounter(counters, publication);
        while (counters.getCounterValue(counter) < publication.position()) {
            requireConnected(publication);
            Thread.onSpinWait();
        }
    }

    /** The archive begins to record a moment after the first messages were taken. */
    private int awaitCounter(CountersReader counters, Publication publication) {
        int counter = CountersReader.NULL_COUNTER_ID;
        while (counter == CountersReader.NULL_COUNTER_ID) {
            requireConnected(publication);
            counter = RecordingPos.findCounterIdBySession(counters, publication.sessionId(), archive.archiveId());
            Thread.onSpinWait();
        }
        return counter;
    }

    private static void requireConnected(Publication publication) {
        if (publication.isClosed()) {
            throw new IllegalStateException("Aeron closed the publication");
        }
    }

    @Override
    public void close() {
        archive.close();
        driver.close();
    }
}
