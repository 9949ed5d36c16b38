package com.example;

import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.util.NativeLibrary;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Bullet's native library, which lies in a jar of Maven Central. */
final class BulletLibrary {
    static final String VERSION = "Libbulletjme " + NativeLibrary.expectedVersion;

    private static final String RESOURCE = "/native/linux/x86_64/libbulletjme.so";

    private static final Logger BULLET_LOG = Logger.getLogger("com.jme3.bullet");

    /** Loads it once for this class loader, which is also that of Bullet's Java classes. */
    static {
        try {
            load();
        } catch (IOException e) {
            throw new UncheckedIOException("Bullet's native library cannot be unpacked into the temporary folder.", e);
        }
        BULLET_LOG.setLevel(Level.WARNING); // it names every body that is made
        NativeLibrary.setStartupMessageEnabled(false); // stdout belongs to the command
        new SphereCollisionShape(1); // its first object makes the library ready, which two threads must not do at once
    }

    private BulletLibrary() {}

    /** Loads the library where that has not happened yet. */
    static void require() {
        // The work is that of the class's initialisation.
    }

    private static void load() throws IOException {
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!platform.equals("Linux amd64")) {
            throw new UnsupportedOperationException(
                    "This example brings Bullet for Linux on amd64 only, and this is " + platform + ".");
        }
        Path file = Files.createTempFile("libbulletjme", ".so");
        try (InputStream library = BulletLibrary.class.getResourceAsStream(RESOURCE)) {
            if (library == null) {
                throw new IOException("There is no " + RESOURCE + " on the class path.");
            }
            Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
            System.load(file.toString());
        } finally {
            Files.delete(file); // a library that is loaded needs its name no more
        }
    }
}
