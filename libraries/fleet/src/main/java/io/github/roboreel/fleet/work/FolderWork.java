package io.github.roboreel.fleet.work;

import io.github.roboreel.fleet.folders.FleetFolder;
import io.github.roboreel.fleet.folders.FolderView;
import io.github.roboreel.fleet.folders.FolderView.Part;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.fleet.storage.StoreUnavailableException;
import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.NewerFormatException;
import io.github.roboreel.recordings.folder.FileFault;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Path;

/**
 * Work on one output folder. Whatever it fails of, memory among it, is a fault of the folder; only an interrupt ends
 * more, and a store that does not answer.
 *
 * @param <B> what comes of it
 */
abstract class FolderWork<B> {
    private final FleetFolder folder;
    private final Storages storages;
    private final Part part;

    FolderWork(FleetFolder folder, Storages storages, Part part) {
        this.folder = folder;
        this.storages = storages;
        this.part = part;
    }

    /** Works on what can be seen of the folder. */
    abstract B of(FolderView view) throws IOException;

    /** What comes of it instead. */
    abstract B failed(FileFault fault);

    /** Called when the work is done; closes the view. */
    void done(FolderView view) throws IOException {
        view.close();
    }

    B run() throws IOException {
        FolderView view = null;
        try {
            view = FolderView.open(folder, storages, part);
            return named(view);
        } catch (ClosedByInterruptException | InterruptedIOException e) {
            throw e;
        } catch (StoreUnavailableException e) {
            if (view == null) {
                throw e; // an engine tries again
            }
            return failed(fault(e));
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return failed(fault(e));
        } finally {
            if (view != null) {
                done(view);
            }
        }
    }

    private B named(FolderView view) throws IOException {
        try {
            return of(view);
        } catch (ClosedByInterruptException | InterruptedIOException e) {
            throw e;
        } catch (IOException | RuntimeException | StackOverflowError | OutOfMemoryError e) {
            return failed(view.named(fault(e)));
        }
    }

    private FileFault fault(Throwable e) {
        Path file = Path.of(folder.name());
        if (e instanceof NewerFormatException newer) {
            return FileFault.leftOut(newer.file(), newer.problem(), NewerFormatException.ADVICE);
        }
        String reason = e instanceof FileFaultException ? e.getMessage() : Sentence.reasonOf(e);
        return FileFault.leftOut(file, "was not looked at (" + reason + ")", "check the folder");
    }
}
