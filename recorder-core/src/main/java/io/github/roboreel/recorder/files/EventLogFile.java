package io.github.roboreel.recorder.files;

import io.github.roboreel.format.EventLogDocument;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.format.SetAside;
import io.github.roboreel.format.WholeFile;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import java.io.IOException;
import java.nio.file.Path;

/** The event log of an episode that has ended. */
public final class EventLogFile {
    private EventLogFile() {}

    /** Written whole or not at all; a log that is there already is set aside. */
    public static void write(RunSpec run, EpisodeInfo info, EpisodeSummary summary) throws IOException {
        Path file = run.envFolder().resolve(summary.id().logFileName());
        byte[] content = FormatJson.utf8(FormatJson.ascii(document(run, info, summary)));
        SetAside.move(file);
        WholeFile.write(file, content);
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
                summary.events().stream().map(EventLogFile::entry).toList());
    }

    private static EventLogDocument.Entry entry(EpisodeEvent event) {
        return new EventLogDocument.Entry(event.step(), event.code(), event.name(), event.info(), event.score());
    }
}
