/**
 * Videos of an episode: which cameras go where, encoders, files that survive a crash. Found by the recorder through
 * {@link io.github.roboreel.recorder.video.VideoSinkProvider}.
 */
package io.github.roboreel.recorder.video;
