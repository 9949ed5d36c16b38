package io.github.roboreel.fleet.export;

import io.github.roboreel.fleet.folders.FaultRow;
import io.github.roboreel.fleet.storage.Location;
import java.io.Serializable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the episodes of a folder are, for a plan.
 *
 * @param facts where what is known of each stands
 * @param state digest of what the folder holds
 * @param surveyJson of the exporter, of the episodes in their order
 * @param episodes their references; of folder 0
 * @param leftOut how many were not wanted, by reason
 * @param notable how many there are with something that is reported to users, by name
 * @param problems what could not be read or is doubtful
 * @param refusal why these episodes make no dataset; empty when they do
 */
record FolderSurvey(
        Location facts,
        String state,
        String surveyJson,
        References episodes,
        Map<String, Integer> leftOut,
        Map<String, Long> notable,
        List<FaultRow> problems,
        String refusal)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    FolderSurvey {
        problems = List.copyOf(problems);
        leftOut = new TreeMap<>(leftOut);
        notable = new TreeMap<>(notable);
    }
}
