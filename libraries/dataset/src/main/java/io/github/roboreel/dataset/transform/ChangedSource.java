package io.github.roboreel.dataset.transform;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The same episodes, changed one after the other. Each has the attribute {@value #ATTRIBUTE}, and the notes of the
 * dataset say what was done.
 *
 * @param recorded the episodes as they are
 * @param changes in their order
 * @param words what was done, for the attribute and the notes
 */
public record ChangedSource(EpisodeSource recorded, List<EpisodeChange> changes, String words)
        implements EpisodeSource {
    /** Free attribute of changed episodes. */
    public static final String ATTRIBUTE = "transforms";

    public ChangedSource {
        changes = List.copyOf(changes);
    }

    @Override
    public void visit(Visitor visitor) throws IOException {
        recorded.visit((facts, episode) -> changed(facts, episode, visitor));
    }

    @Override
    public void look(Visitor visitor) throws IOException {
        recorded.look((facts, episode) -> changed(facts, episode, visitor));
    }

    private void changed(EpisodeFacts facts, EpisodeReader episode, Visitor visitor) throws IOException {
        EpisodeFacts known = facts;
        EpisodeReader arrays = episode;
        for (EpisodeChange change : changes) {
            EpisodeReader before = arrays;
            arrays = change.arrays(known, before);
            known = change.facts(known, before);
        }
        Map<String, Object> attributes = new LinkedHashMap<>(known.attributes());
        if (!changes.isEmpty()) {
            attributes.put(ATTRIBUTE, words);
        }
        visitor.visit(with(known, known.ending(), known.dtSeconds(), attributes, known.videos()), arrays);
    }

    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>(recorded.notes());
        if (!changes.isEmpty()) {
            notes.add("the episodes were changed on their way: " + words);
            changes.forEach(change -> notes.addAll(change.notes()));
        }
        return notes;
    }

    static EpisodeFacts with(
            EpisodeFacts facts,
            EpisodeFacts.Ending ending,
            double dtSeconds,
            Map<String, Object> attributes,
            Map<String, List<Path>> videos) {
        return new EpisodeFacts(
                facts.file(),
                facts.demo(),
                facts.envName(),
                facts.run(),
                facts.env(),
                facts.episode(),
                facts.instruction(),
                facts.policy(),
                ending,
                facts.success(),
                facts.score(),
                facts.seed(),
                dtSeconds,
                facts.metrics(),
                attributes,
                videos,
                facts.environmentConfig());
    }
}
