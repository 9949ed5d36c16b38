/** Output folders as they are read: result lines, logs, run files and their episodes. */
package io.github.roboreel.recordings.folder;
