package io.github.roboreel.fleet.storage;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every storage promises. */
public abstract class StorageContract {
    @TempDir
    Path local;

    /** The storage. */
    protected abstract Storage storage() throws IOException;

    /** A folder that no other test uses; it need not exist. */
    protected abstract Location root() throws IOException;

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(local.resolve(name), bytes);
    }

    private Path text(String text) throws IOException {
        return file("text-" + text.hashCode(), text.getBytes(StandardCharsets.UTF_8));
    }

    private String read(Location file) throws IOException {
        try (InputStream in = Channels.newInputStream(storage().open(file))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<String> names(Location folder) throws IOException {
        return storage().list(folder).stream().map(Entry::name).toList();
    }

    @Test
    void whatWasPutIsReadAndListed() throws IOException {
        Location root = root();
        storage().put(text("one"), root.child("b/one.json"));
        storage().put(text("three"), root.child("a with blank.txt"));
        storage().put(text(""), root.child("empty"));

        assertEquals("one", read(root.child("b/one.json")));
        assertEquals("", read(root.child("empty")));
        List<Entry> entries = storage().list(root);
        assertEquals(
                List.of("a with blank.txt", "b", "empty"),
                entries.stream().map(Entry::name).toList());
        assertEquals(
                List.of(false, true, false),
                entries.stream().map(Entry::isFolder).toList());
        assertEquals(5, entries.get(0).bytes());
        assertEquals(root.child("a with blank.txt"), entries.get(0).location());
        assertEquals("three", read(entries.get(0).location()));
        assertEquals(List.of("one.json"), names(root.child("b")));
    }

    @Test
    void namesAreTakenAsTheyAre() throws IOException {
        Location root = root();
        List<String> names = List.of("50%25 done.json", "a+b&c=d.txt", "höhe.json", "run_0.hdf5");
        for (String name : names) {
            storage().put(text(name), root.child(name));
        }
        assertEquals(names, names(root));
        for (String name : names) {
            assertEquals(name, read(root.child(name)));
        }
    }

    @Test
    void whatIsNotThereIsNotFound() throws IOException {
        Location root = root();
        assertEquals(List.of(), storage().list(root.child("nowhere")));
        assertTrue(storage().find(root.child("nowhere")).isEmpty());
        IOException e = assertThrows(IOException.class, () -> storage().open(root.child("nowhere.json")));
        assertTrue(e instanceof FileNotFoundException || e instanceof NoSuchFileException, e.toString());
        assertTrue(e.getMessage().contains("nowhere.json"), e.getMessage());
        storage().delete(root.child("nowhere"));
    }

    @Test
    void aPlaceIsFoundAsFileOrFolder() throws IOException {
        Location root = root();
        storage().put(text("x"), root.child("folder/file"));
        Entry file = storage().find(root.child("folder/file")).orElseThrow();
        assertFalse(file.isFolder());
        assertEquals(1, file.bytes());
        assertTrue(storage().find(root.child("folder")).orElseThrow().isFolder());
        assertEquals(List.of(), storage().list(root.child("folder/file")), "a file holds nothing");
    }

    @Test
    void aVersionIsThatOfTheListAndOfTheFileAlike() throws IOException {
        Location root = root();
        storage().put(text("x"), root.child("file"));
        String version = storage().find(root.child("file")).orElseThrow().version();
        assertFalse(version.isEmpty());
        assertEquals(version, storage().list(root).get(0).version());
    }

    @Test
    void aPutReplacesAndChangesTheVersion() throws IOException, InterruptedException {
        Location file = root().child("folder/file");
        storage().put(text("old text"), file);
        String old = storage().find(file).orElseThrow().version();
        Thread.sleep(20); // times of change are in ms
        storage().put(text("new"), file);
        assertEquals("new", read(file));
        assertNotEquals(old, storage().find(file).orElseThrow().version());
        assertEquals(List.of("file"), names(root(file)), "no attempt is left");
    }

    @Test
    void aFileThatIsTakenIsPut() throws IOException {
        Location file = root().child("folder/file");
        storage().put(text("old"), file);
        storage().take(text("new text"), file);
        assertEquals("new text", read(file));
        assertEquals(List.of("file"), names(root(file)), "no attempt is left");
    }

    private static Location root(Location file) {
        return file.sibling("").text().isEmpty()
                ? file
                : new Location(file.sibling("").text());
    }

    @Test
    void putNewPutsOnlyWhereNothingIs() throws IOException {
        Location file = root().child("folder/file");
        assertTrue(storage().putNew(text("first"), file));
        assertFalse(storage().putNew(text("second"), file));
        assertEquals("first", read(file));
        assertEquals(List.of("file"), names(root(file)), "no attempt is left");
    }

    /** Whether of writers at the same moment one wins; where not, the class says so. */
    protected boolean hasOneWinner() {
        return true;
    }

    @Test
    void ofManyNewOnesOneWins() throws Exception {
        org.junit.jupiter.api.Assumptions.assumeTrue(hasOneWinner());
        Location file = root().child("file");
        Storage storage = storage();
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Boolean>> writers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                Path text = text("writer " + i);
                writers.add(() -> storage.putNew(text, file));
            }
            List<Integer> winners = new ArrayList<>();
            List<Future<Boolean>> done = threads.invokeAll(writers);
            for (int i = 0; i < done.size(); i++) {
                if (done.get(i).get()) {
                    winners.add(i);
                }
            }
            assertEquals(1, winners.size(), winners.toString());
            assertEquals("writer " + winners.get(0), read(file));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aFailedPutLeavesWhatWas() throws IOException {
        Location root = root();
        storage().put(text("kept"), root.child("file"));
        assertThrows(IOException.class, () -> storage().put(local.resolve("not there"), root.child("file")));
        assertThrows(IOException.class, () -> storage().putNew(local.resolve("not there"), root.child("other")));
        assertEquals(List.of("file"), names(root));
        assertEquals("kept", read(root.child("file")));
    }

    @Test
    void aFileIsReadFromAnyPosition() throws IOException {
        byte[] bytes = new byte[3 << 20];
        new Random(1).nextBytes(bytes);
        Location file = root().child("big");
        storage().put(file("big", bytes), file);
        try (SeekableByteChannel channel = storage().open(file)) {
            assertEquals(bytes.length, channel.size());
            for (int position : new int[] {2 << 20, 0, bytes.length - 10, 1000, 1010}) {
                ByteBuffer into = ByteBuffer.allocate(10);
                channel.position(position);
                readFully(channel, into);
                assertArrayEquals(Arrays.copyOfRange(bytes, position, position + 10), into.array());
                assertEquals(position + 10, channel.position());
            }
            ByteBuffer direct = ByteBuffer.allocateDirect(bytes.length + 5);
            channel.position(0);
            readFully(channel, direct);
            byte[] all = new byte[bytes.length];
            direct.flip().get(all);
            assertArrayEquals(bytes, all);
            channel.position(bytes.length + 5L);
            assertEquals(-1, channel.read(ByteBuffer.allocate(1)));
        }
    }

    private static void readFully(SeekableByteChannel channel, ByteBuffer into) throws IOException {
        while (into.hasRemaining() && channel.read(into) >= 0) {
            // until it is full or the file ends
        }
    }

    @Test
    void aChannelIsForReadingUntilClosed() throws IOException {
        Location file = root().child("file");
        storage().put(text("abc"), file);
        SeekableByteChannel channel = storage().open(file);
        assertThrows(NonWritableChannelException.class, () -> channel.write(ByteBuffer.allocate(1)));
        assertTrue(channel.isOpen());
        channel.close();
        channel.close();
        assertFalse(channel.isOpen());
        assertThrows(ClosedChannelException.class, () -> channel.read(ByteBuffer.allocate(1)));
    }

    @Test
    void aFolderIsDeletedWithAllThatIsInIt() throws IOException {
        Location root = root();
        storage().put(text("1"), root.child("gone/a/1"));
        storage().put(text("2"), root.child("gone/2"));
        storage().put(text("3"), root.child("gone2/3"));
        storage().delete(root.child("gone"));
        assertEquals(List.of("gone2"), names(root));
        storage().delete(root.child("gone2/3"));
        assertTrue(storage().find(root.child("gone2/3")).isEmpty());
    }

    @Test
    void aFolderIsRenamedInOneStepOrNotAtAll() throws IOException {
        Location root = root();
        storage().put(text("1"), root.child("old/sub/1"));
        storage().put(text("2"), root.child("taken/2"));
        if (!storage().renamesFolders()) {
            assertThrows(
                    UnsupportedOperationException.class, () -> storage().rename(root.child("old"), root.child("new")));
            return;
        }
        assertThrows(FileAlreadyExistsException.class, () -> storage().rename(root.child("old"), root.child("taken")));
        assertEquals(List.of("2"), names(root.child("taken")));
        storage().rename(root.child("old"), root.child("new"));
        assertEquals(List.of("new", "taken"), names(root));
        assertEquals("1", read(root.child("new/sub/1")));
    }
}
