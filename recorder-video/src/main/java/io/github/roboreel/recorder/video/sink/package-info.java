/** From rows of a run to pictures: which cameras a video shows, the queue before the encoders and their threads. */
package io.github.roboreel.recorder.video.sink;
