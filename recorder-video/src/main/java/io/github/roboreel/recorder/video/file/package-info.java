/** Video files: their encoders, the MP4 container that survives a crash, and what recovers one. */
package io.github.roboreel.recorder.video.file;
