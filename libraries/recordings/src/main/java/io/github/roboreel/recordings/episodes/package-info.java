/** Finds the episodes of output folders that an export takes, and reads them as often as it asks. */
package io.github.roboreel.recordings.episodes;
