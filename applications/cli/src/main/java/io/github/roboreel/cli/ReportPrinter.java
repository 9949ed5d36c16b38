package io.github.roboreel.cli;

import io.github.roboreel.cli.base.Json;
import io.github.roboreel.cli.base.NewFile;
import io.github.roboreel.cli.base.Outcome;
import io.github.roboreel.cli.base.ProblemLines;
import io.github.roboreel.cli.base.Screen;
import io.github.roboreel.cli.base.TableView;
import io.github.roboreel.cli.base.Terminal;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.tools.report.Csv;
import io.github.roboreel.tools.report.EpisodeCondition;
import io.github.roboreel.tools.report.EpisodeFilter;
import io.github.roboreel.tools.report.Report;
import io.github.roboreel.tools.report.ReportOptions;
import io.github.roboreel.tools.report.Sources;
import io.github.roboreel.tools.report.Table;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Printer of a report.
 *
 * @param filterAdvice more words for a filter that names what is not there
 */
record ReportPrinter(
        Terminal terminal,
        ReportOptions options,
        EpisodeFilter episodes,
        Form form,
        Optional<NewFile> csvFile,
        Supplier<String> filterAdvice) {
    /** What is printed. */
    public enum Form {
        /** For people. */
        TABLES,
        /** Comma-separated values. */
        CSV,
        /** One document. */
        JSON
    }

    /**
     * Prints the report on folders; what the command comes to.
     *
     * @param others what the episodes must fulfil besides the options' filter
     */
    public Outcome print(Sources sources, List<EpisodeCondition> others) throws IOException {
        Report report = report(sources, episodes.and(others));
        if (report.isEmpty() && report.problems().isEmpty()) {
            terminal.say("no episode passes the filters");
        }
        if (csvFile.isPresent() && !report.isEmpty()) {
            csvFile.get().write(Csv.of(report.csvTables()));
        }
        terminal.print(text(report));
        report.scenesNote().ifPresent(terminal::say);
        report.metricsNote().ifPresent(terminal::say);
        return ProblemLines.say(report.problems(), terminal);
    }

    private Report report(Sources sources, EpisodeFilter wanted) {
        try {
            return Report.of(sources, wanted, options);
        } catch (IllegalArgumentException e) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, e.getMessage() + filterAdvice.get(), e);
        }
    }

    private String text(Report report) {
        if (form == Form.JSON) {
            return Json.document(report.document());
        }
        if (report.isEmpty()) {
            return "";
        }
        return form == Form.CSV ? Csv.of(report.csvTables()) : tables(report);
    }

    private String tables(Report report) {
        TableView view = new TableView(Screen.of(terminal));
        List<Table> tables = report.tables();
        return tables.stream().map(view::of).collect(Collectors.joining("\n"));
    }
}
