package io.github.roboreel.tools.plot;

import io.github.roboreel.tools.FileFault;
import io.github.roboreel.tools.folder.ResultFolder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws output folders: success rates of them together, where there are several folders or policies to compare also
 * mean scores and times, paths of the end effector per env, and for chosen episodes joint positions against commands,
 * speed and score.
 */
public final class Plots {
    /**
     * What was drawn.
     *
     * @param folder the pictures
     * @param notes sentences about what was left out because it would have been too much
     * @param problems what could not be read
     */
    public record Drawn(PlotFolder folder, List<String> notes, List<FileFault> problems) {
        /** Copies the lists. */
        public Drawn {
            notes = List.copyOf(notes);
            problems = List.copyOf(problems);
        }
    }

    private Plots() {}

    /**
     * Draws folders. What cannot be read is among the problems and the rest is drawn.
     *
     * @throws IOException when a picture cannot be written or this machine has no fonts
     */
    public static Drawn draw(List<ResultFolder> sources, PlotFolder target, PlotOptions options) throws IOException {
        Fonts.require();
        List<FileFault> problems = new ArrayList<>();
        sources.forEach(source -> problems.addAll(source.problems()));
        drawRates(sources, target, options);
        List<String> names = Comparison.namesOf(sources);
        List<String> notes = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            String prefix = sources.size() == 1 ? "" : fileName(names.get(i)) + "_";
            notes.addAll(new FolderPlots(sources.get(i), prefix, target, options, problems).draw());
        }
        return new Drawn(target, notes, problems);
    }

    private static String fileName(String folder) {
        return folder.replaceAll("[^\\p{Alnum}._-]+", "_");
    }

    private static void drawRates(List<ResultFolder> sources, PlotFolder target, PlotOptions options)
            throws IOException {
        List<TaskRate> rates = options.comparison().rates(sources);
        if (rates.isEmpty()) {
            return;
        }
        String subtitle = String.join(", ", Comparison.namesOf(sources));
        target.write("success_rate", SuccessFigure.of(subtitle, rates, options.interval()));
        if (rates.stream().anyMatch(rate -> rate.series() > 0)) {
            target.write("score_and_time", MeansFigure.of(subtitle, rates));
        }
    }
}
