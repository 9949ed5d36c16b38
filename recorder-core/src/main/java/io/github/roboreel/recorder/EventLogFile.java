package io.github.roboreel.recorder;

import io.github.roboreel.format.EventLogDocument;
import io.github.roboreel.format.EventSummary;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.SetAside;
import io.github.roboreel.format.WholeFile;
import java.io.IOException;
import java.nio.file.Path;

/** The event log of an episode that has ended, and the JSON of one event, which is the same in all files. */
public final class EventLogFile {
    private EventLogFile() {}

    /**
     * Written whole or not at all, and only where there are events; a log that is there already is set aside in any
     * case.
     */
    public static void write(RunSpec run, EpisodeInfo info, EpisodeSummary summary) throws IOException {
        Path file = run.envFolder().resolve(summary.id().logFileName());
        SetAside.move(file);
        if (!summary.events().isEmpty()) {
            WholeFile.write(file, FormatJson.utf8(FormatJson.ascii(document(run, info, summary))));
        }
    }

    /** One event, as a log has it: JSON in one line, in UTF-8. */
    public static byte[] encode(EpisodeEvent event) {
        return FormatJson.utf8(FormatJson.ascii(entry(event)));
    }

    /**
     * The event that was {@link #encode encoded}.
     *
     * @throws IOException when it is none
     */
    public static EpisodeEvent decode(byte[] json) throws IOException {
        EventLogDocument.Entry entry = FormatJson.read(json, EventLogDocument.Entry.class);
        try {
            return new EpisodeEvent(
                    entry.step(),
                    entry.code(),
                    entry.name(),
                    entry.info(),
                    entry.score(),
                    EventSummary.objectOf(entry.code(), entry.info()));
        } catch (IllegalArgumentException | NullPointerException e) {
            throw new IOException("it is no event: " + e.getMessage(), e);
        }
    }

    private static EventLogDocument document(RunSpec run, EpisodeInfo info, EpisodeSummary summary) {
        return new EventLogDocument(
                EventLogDocument.SCHEMA_VERSION,
                info.dtSeconds(),
                run.taskName(),
                summary.id().env(),
                summary.id().run(),
                summary.outcome().success(),
                summary.numSamples(),
                summary.events().stream().map(EventLogFile::entry).toList(),
                0);
    }

    /** An event, as a log has it. */
    public static EventLogDocument.Entry entry(EpisodeEvent event) {
        return new EventLogDocument.Entry(event.step(), event.code(), event.name(), event.info(), event.score());
    }
}
