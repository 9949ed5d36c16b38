package io.github.roboreel.fleet.hadoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.fleet.storage.Entry;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storage;
import io.github.roboreel.fleet.storage.StorageContract;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.fleet.storage.ThisMachine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** S3 through S3A, against a server in a process of its own. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class S3StorageIT extends StorageContract {
    private S3Server server;
    private int roots;

    @BeforeAll
    void start(@TempDir Path scratch) throws Exception {
        server = S3Server.start(scratch);
        server.makeBucket("lab");
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Override
    protected Storage storage() throws IOException {
        return new Storages(server.settings()).of(new Location("s3a://lab"));
    }

    @Override
    protected Location root() {
        return new Location("s3a://lab/root-" + roots++);
    }

    @Test
    void aVersionIsAnEtag(@TempDir Path folder) throws IOException {
        Location file = root().child("file");
        storage().put(Files.writeString(folder.resolve("x"), "x"), file);
        assertEquals(
                "9dd4e461268c8034f5c8564e155c67a6",
                storage().find(file).orElseThrow().version().replace("\"", ""));
    }

    @Test
    void deletingLeavesNoMarkerOfAFolder(@TempDir Path folder) throws IOException {
        Location root = root();
        storage().put(Files.writeString(folder.resolve("x"), "x"), root.child("sub/file"));
        storage().delete(root.child("sub/file"));
        assertTrue(storage().find(root.child("sub")).isEmpty());
        assertTrue(storage().find(root).isEmpty());
    }

    @Test
    void theBucketItselfIsListed(@TempDir Path folder) throws IOException {
        Location root = root();
        storage().put(Files.writeString(folder.resolve("x"), "x"), root.child("file"));
        List<String> names = storage().list(new Location("s3a://lab")).stream()
                .filter(Entry::isFolder)
                .map(Entry::name)
                .toList();
        assertTrue(names.contains(root.name()), names.toString());
    }

    private String failure(Location place, Map<String, String> others) {
        Map<String, String> settings = new HashMap<>(server.settings());
        settings.putAll(others);
        return assertThrows(
                        IOException.class,
                        () -> new Storages(settings).of(place).list(place))
                .getMessage();
    }

    @Test
    void aBucketThatIsNotThereIsNamed() {
        String message = failure(new Location("s3a://nobucket/data"), Map.of());
        assertEquals("cannot list s3a://nobucket/data: there is no bucket 'nobucket'", message);
    }

    @Test
    void wrongCredentialsAreRefused() {
        String message = failure(new Location("s3a://lab2/data"), Map.of("fs.s3a.secret.key", "wrong"));
        assertTrue(message.startsWith("cannot list s3a://lab2/data: the store refuses access ("), message);
        assertFalse(message.contains("\n"), message);
    }

    @Test
    void missingCredentialsAreSaid() {
        Map<String, String> none = Map.of(
                "fs.s3a.access.key",
                "",
                "fs.s3a.secret.key",
                "",
                "fs.s3a.aws.credentials.provider",
                "org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider");
        String message = failure(new Location("s3a://lab3/data"), none);
        assertTrue(
                message.startsWith("cannot list s3a://lab3/data: no credentials were found on " + ThisMachine.name()
                        + "; give them to the store's own providers there"),
                message);
    }

    @Test
    void anEndpointThatIsNotThereIsSaid() {
        String refused = failure(new Location("s3a://lab4/data"), Map.of("fs.s3a.endpoint", "http://127.0.0.1:1"));
        assertTrue(refused.startsWith("cannot list s3a://lab4/data: the store cannot be reached ("), refused);
        String unknown = failure(new Location("s3a://lab5/data"), Map.of("fs.s3a.endpoint", "http://nowhere.invalid"));
        assertTrue(unknown.startsWith("cannot list s3a://lab5/data: the store cannot be reached ("), unknown);
    }
}
