package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.DatasetReader;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.FoundEpisode;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.RunFileName;
import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.spi.files.ArrayFileFormat;
import io.github.roboreel.recorder.spi.files.ArrayFileReader;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A robomimic file, open to be read. */
final class RobomimicDataset implements DatasetReader {
    private final Path path;
    private final ArrayFileReader file;
    private final RobomimicMetadata metadata;
    private final List<String> demos;
    private final FileForms forms;
    private final List<String> empty;
    private final List<String> others;
    private final Map<String, List<String>> masksByDemo;

    private RobomimicDataset(Path path, ArrayFileReader file) throws IOException {
        this.path = path;
        this.file = file;
        if (file.kind("data") != Kind.GROUP) {
            throw new ExportRefusedException(path + " has no group 'data', so it is no robomimic file");
        }
        metadata = RobomimicMetadata.of(file.attributes(""), file.attributes("data"), path);
        List<String> members = file.members("data");
        List<String> named = members.stream().filter(RobomimicDataset::isDemo).toList();
        demos = new ArrayList<>();
        empty = new ArrayList<>();
        for (String demo : named) {
            (isEmpty(file, DemoPaths.inData(demo)) ? empty : demos).add(demo);
        }
        forms = new FileForms(file, demos);
        others = members.stream().filter(name -> !isDemo(name)).toList();
        masksByDemo = masks(file);
    }

    /** Whether nothing was recorded but a reset, as Isaac Lab's first one leaves a demo. */
    private static boolean isEmpty(ArrayFileReader file, String demo) throws IOException {
        if (file.kind(demo) != Kind.GROUP || file.kind(demo + "/" + DemoLayout.ACTIONS) != Kind.NOTHING) {
            return false;
        }
        Object said = file.attributes(demo).get("num_samples");
        boolean hasSteps = said instanceof Long steps && steps > 0;
        return !hasSteps && file.members(demo).stream().allMatch(name -> name.startsWith("initial_"));
    }

    private static boolean isDemo(String name) {
        return name.startsWith("demo");
    }

    /** Whether a file looks like one: HDF5, and none that a recorder names. */
    static boolean recognises(Path file) {
        String name = String.valueOf(file.getFileName());
        boolean isRun = RunFileName.parse(name).isPresent() || name.equals(RunFolder.LEGACY_RUN_FILE);
        return Files.isRegularFile(file) && !isRun && name.matches(".*\\.(hdf5|h5)");
    }

    static RobomimicDataset open(Path path) throws IOException {
        ArrayFileReader file = ArrayFileFormat.hdf5().openDoubtful(path);
        try {
            return new RobomimicDataset(path, file);
        } catch (IOException | RuntimeException e) {
            file.close();
            throw e;
        }
    }

    private static Map<String, List<String>> masks(ArrayFileReader file) throws IOException {
        Map<String, List<String>> masks = new HashMap<>();
        if (file.kind("mask") != Kind.GROUP) {
            return masks;
        }
        for (String mask : file.members("mask")) {
            for (String demo : demosOf(file, "mask/" + mask)) {
                masks.computeIfAbsent(demo, d -> new ArrayList<>()).add(mask);
            }
        }
        return masks;
    }

    private static List<String> demosOf(ArrayFileReader file, String mask) throws IOException {
        return file.kind(mask) == Kind.TEXTS ? file.readTexts(mask) : List.of();
    }

    @Override
    public int episodes() {
        return demos.size();
    }

    @Override
    public FoundEpisode episode(int index, ImportNotes notes) throws IOException {
        for (String name : empty) {
            notes.add("'data/" + name + "' is left out: it has no steps");
        }
        String demo = demos.get(index);
        List<String> masks = masksByDemo.getOrDefault(demo, List.of());
        return new RobomimicEpisode(file, path, metadata, DemoPaths.inData(demo), masks, forms, notes).read();
    }

    /** The steps that the file says, {@code total}, may be those of demos recorded again. */
    @Override
    public void compare(long steps, ImportNotes notes) throws IOException {
        notes.addAttributes(file, "data");
        for (String name : metadata.unused()) {
            notes.add("attribute '" + name + "' of the file is left out");
        }
        for (String name : file.members("")) {
            if (!name.equals("data") && !name.equals("mask")) {
                notes.add("'" + name + "' is left out: demos are below 'data'");
            }
        }
        for (String name : others) {
            notes.add("'data/" + name + "' is left out: demos are called demo_0 and on");
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
