package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.hdf5.file.RunFileProbe;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.H5File;
import io.github.roboreel.recorder.hdf5.lib.H5Group;
import io.github.roboreel.recorder.hdf5.lib.H5Object;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What a run file shows where it reads that the new one in its place does not have: steps, or objects and attributes
 * that a user added. What does not read is no evidence.
 */
final class OldContent {
    private final List<String> findings = new ArrayList<>();

    private final Set<String> discarded;

    private OldContent(Set<String> discarded) {
        this.discarded = discarded;
    }

    /**
     * A sentence for each thing.
     *
     * @param discarded names of the demos whose episodes were thrown away; their rows may not have been yet
     */
    static List<String> missingIn(Path rebuilt, Path original, Set<String> discarded) throws IOException {
        OldContent content = new OldContent(discarded);
        try (H5File ours = H5File.openClosed(rebuilt);
                H5File old = openAsLeft(original)) {
            content.compare(old.root(), ours.root(), "");
        } catch (IOException e) {
            return content.findings;
        }
        return content.findings;
    }

    /** The id of the run that a file holds, nothing where it has none; empty when it does not read. */
    static Optional<String> runId(Path file) {
        try (H5File old = openAsLeft(file);
                H5Group data = old.root().group(DemoPaths.DATA)) {
            return Optional.of(data.attribute(AttributeNames.RUN_ID).orElse("").toString());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Whether a file of continuous episodes reads, and none has begun in it. */
    static boolean isUnused(Path file) {
        try (H5File old = openAsLeft(file);
                H5Group data = old.root().group(DemoPaths.DATA)) {
            for (String name : data.linkNames()) {
                if (!isUnusedPlace(data, name, "/" + DemoPaths.DATA)) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static H5File openAsLeft(Path file) throws IOException {
        RunFileProbe probe = RunFileProbe.of(file);
        return H5File.openAsLeft(file, probe.isMarked() || probe.truncated());
    }

    private void compare(H5Group old, H5Group ours, String path) throws IOException {
        compareAttributes(old, ours, path.isEmpty() ? "/" : path);
        List<String> names = ours.linkNames();
        for (String name : old.linkNames()) {
            String child = path + "/" + name;
            if (names.contains(name)) {
                compareMembers(old, ours, name, child);
            } else if (!isUnusedPlace(old, name, path)) {
                findings.add(child + " is in the original file alone");
            }
        }
    }

    private void compareMembers(H5Group old, H5Group ours, String name, String path) throws IOException {
        try (H5Object one = old.object(name);
                H5Object other = ours.object(name)) {
            if (one instanceof H5Group group && other instanceof H5Group otherGroup) {
                compare(group, otherGroup, path);
            } else if (one instanceof H5Dataset && other instanceof H5Dataset) {
                compareAttributes(one, other, path);
            } else {
                findings.add(path + " is of another kind in the original file");
            }
        }
    }

    private void compareAttributes(H5Object old, H5Object ours, String path) throws IOException {
        Map<String, Object> known = ours.attributes();
        Map<String, Object> shown = new LinkedHashMap<>(old.attributes());
        if (shown.remove(AttributeNames.NUM_SAMPLES) instanceof Long steps
                && known.get(AttributeNames.NUM_SAMPLES) instanceof Long kept
                && steps > kept
                && !discarded.contains(path.substring(path.lastIndexOf('/') + 1))) {
            findings.add(
                    Sentence.of("%s has %s steps in the original file, of which %s are proven", path, steps, kept));
        }
        shown.keySet().removeAll(known.keySet());
        shown.keySet().forEach(name -> findings.add("attribute " + name + " of " + path + " is in the original alone"));
    }

    /** A new file lacks the places behind the last that an episode took. */
    private static boolean isUnusedPlace(H5Group old, String name, String path) throws IOException {
        if (!path.equals("/" + DemoPaths.DATA) || DemoPaths.demoNumber(name).isEmpty()) {
            return false;
        }
        try (H5Group demo = old.group(name)) {
            return Long.valueOf(0)
                            .equals(demo.attribute(AttributeNames.NUM_SAMPLES).orElse(0L))
                    && Long.valueOf(-1)
                            .equals(demo.attribute(AttributeNames.SIM_ENV_ID).orElse(0L));
        }
    }
}
