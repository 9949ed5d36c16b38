/**
 * Settings, names and files of an episode's videos. Found by the recorder through
 * {@link io.github.roboreel.recorder.video.sink.VideoSinkProvider}.
 */
package io.github.roboreel.recorder.video;
