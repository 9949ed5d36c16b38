package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.recordings.episodes.EpisodeNames;
import java.io.Serializable;

/**
 * What the episodes of a folder are, for a plan.
 *
 * @param facts where what is known of each stands
 * @param state digest of what the folder holds
 * @param surveyJson of the exporter, of the episodes in their order
 * @param episodes their references; of folder 0
 * @param names of all that were found, the unwanted ones among them
 * @param remarks about them, and about those that were left out
 * @param refusal why these episodes make no dataset; empty when they do
 */
record FolderSurvey(
        Location facts,
        String state,
        String surveyJson,
        References episodes,
        EpisodeNames names,
        Remarks remarks,
        String refusal)
        implements Serializable {}
