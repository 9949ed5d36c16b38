/** From RGB pictures to H.264: FFmpeg's encoders, JCodec where they are missing, and the choice between them. */
package io.github.roboreel.recorder.video.encode;
