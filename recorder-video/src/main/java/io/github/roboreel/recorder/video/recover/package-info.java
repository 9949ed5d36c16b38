/** Finishes or discards the videos that a recorder left when it died. */
package io.github.roboreel.recorder.video.recover;
