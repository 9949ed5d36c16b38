package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the ledger says of one demo. Read-only outside this package; for one thread. */
public final class StagedDemo {
    private final int number;
    private final List<RecordedChunks> groups = new ArrayList<>();
    private final List<LedgerRecord.Payload> events = new ArrayList<>();
    private int simEnv = -1;
    private int area = -1;
    private LedgerRecord.Payload initialRow;
    private EpisodeBegin said;
    private DemoEnd end;
    private boolean complete;
    private boolean contradictory;
    private LedgerRecord.Payload finalRow;

    /** @param groupColumns columns of each of its groups */
    StagedDemo(int number, List<Integer> groupColumns) {
        this.number = number;
        groupColumns.forEach(columns -> groups.add(new RecordedChunks(columns)));
    }

    void begin(int newSimEnv, int newArea, LedgerRecord.Payload newInitialRow, EpisodeBegin newSaid) {
        contradictory |= initialRow != null;
        simEnv = newSimEnv;
        area = newArea;
        initialRow = newInitialRow;
        said = newSaid;
    }

    void contradict() {
        contradictory = true;
    }

    /** Whether not all of its records can be true. */
    public boolean isContradictory() {
        return contradictory || groups.stream().anyMatch(RecordedChunks::isContradictory);
    }

    void end(DemoEnd newEnd, boolean isComplete, LedgerRecord.Payload newFinalRow) {
        contradictory |= end != null && (end.status() != newEnd.status() || end.numSamples() != newEnd.numSamples());
        end = newEnd;
        complete = isComplete;
        finalRow = newFinalRow;
    }

    void addEvent(LedgerRecord.Payload json) {
        events.add(json);
    }

    /** Number of the demo in the run. */
    public int number() {
        return number;
    }

    /** The simulator's env; -1 when nothing readable says it. */
    public int simEnv() {
        return simEnv;
    }

    /** What the episode is where its begin said it; empty where it is what the run says. */
    public Optional<EpisodeInfo> ownInfo() {
        return Optional.ofNullable(said).map(EpisodeBegin::info);
    }

    /** What its begin said of its metadata. */
    Map<String, Object> metadata() {
        return said == null ? Map.of() : said.metadata();
    }

    /** The staging area of its rows, which another demo may have by now. */
    int area() {
        return area;
    }

    /** The chunks of one of its groups; see {@link RecordedChunks}. */
    public RecordedChunks group(int index) {
        return groups.get(index);
    }

    /** How it ended; empty while it is being recorded. */
    public Optional<DemoEnd> end() {
        return Optional.ofNullable(end);
    }

    /** Whether all of it is staged or recorded: no frame was on its way when its end was recorded. */
    public boolean isComplete() {
        return complete;
    }

    /** Events that are staged. */
    public int numEvents() {
        return events.size();
    }

    LedgerRecord.Payload event(int index) {
        return events.get(index);
    }

    /** Null when the episode has begun without one that can be read. */
    LedgerRecord.Payload initialRow() {
        return initialRow;
    }

    /** Null when there is none. */
    LedgerRecord.Payload finalRow() {
        return finalRow;
    }
}
