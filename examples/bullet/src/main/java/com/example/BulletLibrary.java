package com.example;

import com.jme3.bullet.collision.shapes.SphereCollisionShape;
import com.jme3.bullet.util.NativeLibrary;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Bullet's native library, which lies in a jar of Maven Central. */
final class BulletLibrary {
    static final String VERSION = "Libbulletjme " + NativeLibrary.expectedVersion;

    private static final String RESOURCE = "/native/linux/x86_64/libbulletjme.so";
    private static final Logger LOG = Logger.getLogger("com.jme3.bullet");

    private static boolean isLoaded;

    private BulletLibrary() {}

    /**
     * Loads the library into this class loader, which is also that of Bullet's Java classes, where that has not
     * happened yet.
     *
     * @throws RoboReelException when there is none for this machine, or it cannot be loaded
     */
    static synchronized void require() {
        if (!isLoaded) {
            requirePlatform();
            load();
            start();
            isLoaded = true;
        }
    }

    private static void requirePlatform() {
        String platform = System.getProperty("os.name") + " " + System.getProperty("os.arch");
        if (!platform.equals("Linux amd64")) {
            throw new RoboReelException(
                    Kind.UNSUPPORTED, "this example brings Bullet for Linux on amd64 only, and this is " + platform);
        }
    }

    private static void load() {
        try {
            Path file = Files.createTempFile("libbulletjme", ".so");
            try (InputStream library = BulletLibrary.class.getResourceAsStream(RESOURCE)) {
                Files.copy(library, file, StandardCopyOption.REPLACE_EXISTING);
                System.load(file.toString());
            } finally {
                Files.delete(file); // a library that is loaded needs its name no more
            }
        } catch (IOException | UnsatisfiedLinkError e) {
            throw new RoboReelException(
                    Kind.UNSUPPORTED, "Bullet's library cannot be loaded from the folder for temporary files: " + e, e);
        }
    }

    private static void start() {
        LOG.setLevel(Level.WARNING); // it names every body that is made
        NativeLibrary.setStartupMessageEnabled(false); // stdout belongs to the command
        new SphereCollisionShape(1); // the first object makes the library ready, which two threads must not do at once
    }
}
