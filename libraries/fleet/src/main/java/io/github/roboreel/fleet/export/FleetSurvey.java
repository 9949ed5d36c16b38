package io.github.roboreel.fleet.export;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ShardSurvey;
import io.github.roboreel.dataset.ShardedExporter;
import io.github.roboreel.fleet.engine.Results;
import io.github.roboreel.fleet.export.References.Reference;
import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.fleet.storage.Storages;
import io.github.roboreel.recordings.episodes.EpisodeNames;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What the folders of a fleet turned out to hold; takes what was found in them in their order. For one thread. */
final class FleetSurvey implements Results<FolderSurvey> {
    private final ShardedExporter exporter;
    private final ShardSurvey all;
    private final References episodes = new References();
    private final List<Location> facts = new ArrayList<>();
    private final List<String> states = new ArrayList<>();
    private final List<Remarks> remarks = new ArrayList<>();
    private final EpisodeNames names = new EpisodeNames();

    FleetSurvey(ExportRequest request) {
        exporter = request.exporter();
        all = exporter.survey(request.changes());
    }

    @Override
    public void take(int folder, FolderSurvey found) throws IOException {
        if (!found.refusal().isEmpty()) {
            throw new ExportRefusedException(found.refusal());
        }
        episodes.addAll(folder, found.episodes());
        all.add(exporter.survey(WorkFolder.JSON.readTree(found.surveyJson())));
        facts.add(found.facts());
        states.add(found.state());
        remarks.add(found.remarks());
        names.addAll(found.names());
    }

    ShardedExporter exporter() {
        return exporter;
    }

    /** Of all episodes, also of those that are left out later. */
    ShardSurvey all() {
        return all;
    }

    References episodes() {
        return episodes;
    }

    /** Where the facts of each folder's episodes stand. */
    List<Location> facts() {
        return facts;
    }

    /** Those of each folder. */
    List<Remarks> remarks() {
        return remarks;
    }

    /** Of all that were found, the unwanted ones among them. */
    EpisodeNames names() {
        return names;
    }

    /** All of it, for a name. */
    void addTo(Sha256 name) {
        for (int folder = 0; folder < facts.size(); folder++) {
            name.add(facts.get(folder).name()).add(states.get(folder));
        }
        name.add(all.json().toString());
    }

    /** Reads what is known of an episode. */
    KeptEpisode episode(Storages storages, int index) throws IOException {
        Reference at = episodes.get(index);
        return ShardEpisodes.episode(
                storages,
                new ShardEpisodes.Part(
                        facts.get(episodes.folder(index)), new FactsFile.Place(at.offset(), at.length())));
    }

    /** Those that are none of the given. */
    References without(Unreadables unreadable) {
        if (unreadable.isEmpty()) {
            return episodes;
        }
        References left = new References();
        for (int i = 0; i < episodes.size(); i++) {
            Location file = facts.get(episodes.folder(i));
            if (!unreadable.contains(file, episodes.get(i).offset())) {
                left.add(episodes, i);
            }
        }
        return left;
    }
}
