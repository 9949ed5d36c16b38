package io.github.roboreel.recorder;

import java.nio.file.Files;
import java.nio.file.Path;

/** Files of the checkout that tests of several modules use; Maven runs each in its module's folder. */
public final class Checkout {
    private Checkout() {}

    /** An existing file or folder, by its path in the checkout. */
    public static Path file(String path) {
        for (Path folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.isDirectory(folder.resolve(".mvn"))) {
                return folder.resolve(path);
            }
        }
        throw new IllegalStateException("the tests run outside of a checkout: no folder above has .mvn");
    }
}
