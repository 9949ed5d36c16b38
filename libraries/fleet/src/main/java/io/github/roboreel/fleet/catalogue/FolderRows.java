package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.fleet.folders.FaultRow;
import java.io.Serializable;
import java.util.ArrayList;

/**
 * What a folder adds to a catalogue.
 *
 * @param rows that were rebuilt
 * @param unchanged run files whose rows are taken over
 * @param read run files that were opened
 * @param problems what cannot be read
 */
record FolderRows(ArrayList<EpisodeRow> rows, ArrayList<String> unchanged, int read, ArrayList<FaultRow> problems)
        implements Serializable {}
