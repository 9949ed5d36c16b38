package io.github.roboreel.fleet.work;

/** Hears of folders that are done, in whatever order. */
@FunctionalInterface
public interface FleetProgress {
    void folderDone();
}
