package io.github.roboreel.cli;

import io.github.roboreel.cli.ui.DisplayText;
import io.github.roboreel.cli.ui.Json;
import io.github.roboreel.cli.ui.TextTable;
import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Puts the contents of a folder's run files into text. */
final class RunsTable {
    private static final List<String> HEADER = List.of("run file", "episodes", "steps", "size", "dead space");

    private RunsTable() {}

    /** A table of run files, then the fields of each env, as its first episode has them. */
    static String tables(FolderContents folder) {
        List<List<String>> rows = new ArrayList<>(List.of(HEADER));
        folder.envs().forEach(env -> env.runs().forEach(run -> rows.add(cells(env, run))));
        StringBuilder text = new StringBuilder(TextTable.aligned(rows));
        for (FolderContents.Env env : folder.envs()) {
            env.runs().stream()
                    .filter(RunContents::hasEpisodes)
                    .findFirst()
                    .ifPresent(run -> text.append(fields(env, run)));
        }
        return text.toString();
    }

    /** The documents of all run files in one, by env. */
    static String json(FolderContents folder) {
        Map<String, Object> envs = new LinkedHashMap<>();
        folder.envs()
                .forEach(env -> envs.put(
                        env.name(),
                        env.runs().stream().map(RunListing::document).toList()));
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("folder", folder.folder().toString());
        document.put("envs", envs);
        document.put("problems", folder.problems());
        return Json.document(document);
    }

    private static List<String> cells(FolderContents.Env env, RunContents run) {
        return List.of(
                DisplayText.oneLine(env.name() + "/" + run.file().getFileName()),
                String.valueOf(run.episodes().size()),
                String.valueOf(run.numSteps()),
                RunListing.size(run.fileBytes()),
                run.deadPercent().isEmpty()
                        ? "-"
                        : Sentence.of("%.0f %%", run.deadPercent().getAsDouble()));
    }

    private static String fields(FolderContents.Env env, RunContents run) {
        RunContents.Demo first = run.episodes().get(0);
        String heading = Sentence.of(
                "\n%s, fields of %s, %s:\n",
                DisplayText.oneLine(env.name()), run.file().getFileName(), DisplayText.oneLine(first.name()));
        return heading + RunListing.fields(first.datasets());
    }
}
