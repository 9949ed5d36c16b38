package io.github.roboreel.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Folders as other recorders leave them, made by the conformance suite's own writer. */
public final class ExampleFolders {
    /** Name of the env in each of them. */
    public static final String ENV = "RubiksCubeAndBananaTask";

    private ExampleFolders() {}

    /** Writes one; {@code modes} may hold {@code --foreign} or {@code --legacy}. */
    public static Path make(Path folder, String... modes) throws Exception {
        List<String> arguments = new ArrayList<>();
        arguments.add(InProcess.HOME.resolve("conformance/make_example.py").toString());
        arguments.add(folder.toString());
        arguments.addAll(List.of(modes));
        ChildJvm.python(arguments.toArray(String[]::new));
        return folder;
    }
}
