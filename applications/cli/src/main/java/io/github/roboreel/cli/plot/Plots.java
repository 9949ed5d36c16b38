package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.Comparison.TaskRate;
import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.recordings.episodes.EpisodeSelection;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.ResultFolder;
import io.github.roboreel.tools.confidence.RateInterval;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws output folders: success rates of them together, where there are several folders or policies to compare also
 * mean scores and times, paths of the end effector per env, and for chosen episodes joint positions against commands,
 * speed and score.
 */
final class Plots {
    /**
     * What was drawn.
     *
     * @param folder the pictures
     * @param notes sentences about what was left out because it would have been too much
     * @param problems what could not be read
     */
    public record Drawn(PlotFolder folder, List<String> notes, List<FileFault> problems) {
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
        target.write("success_rate", TaskFigures.successRates(subtitle, rates, options.interval()));
        if (rates.stream().anyMatch(rate -> rate.series() > 0)) {
            target.write("score_and_time", TaskFigures.means(subtitle, rates));
        }
    }

    /**
     * Selection of plots and of their content. Immutable.
     *
     * @param selection which episodes are drawn one by one; rates and means are always those of all
     * @param comparison what rates and means are compared by
     * @param interval which interval of a success rate
     * @param robot what the robot's datasets mean
     */
    public record PlotOptions(
            EpisodeSelection selection, Comparison comparison, RateInterval interval, MetricSettings robot) {}

    /**
     * Form in which pictures are written. Immutable.
     *
     * @param format of the files
     * @param titles whether title and subtitle are part of the picture
     */
    public record PlotStyle(PlotFormat format, boolean titles) {
        /** PNG with titles. */
        public static final PlotStyle DEFAULT = new PlotStyle(PlotFormat.PNG, true);
    }

    /** Finds out before anything is drawn whether this machine can draw text. */
    static final class Fonts {
        private Fonts() {}

        /**
         * Draws a letter.
         *
         * @throws IOException saying what to install, when there is no font
         */
        static void require() throws IOException {
            try {
                Graphics2D g = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
                g.setFont(PlotLook.TEXT);
                g.drawString("x", 0, 1);
                g.dispose();
            } catch (RuntimeException | InternalError | LinkageError e) {
                // What the JDK throws without fontconfig, fonts or FreeType depends on its version.
                throw new IOException(
                        "text cannot be drawn because this machine has no fonts for Java ("
                                + rootOf(e).getMessage()
                                + "); install fontconfig and fonts-dejavu-core",
                        e);
            }
        }

        private static Throwable rootOf(Throwable fault) {
            Throwable root = fault;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return root;
        }
    }
}
