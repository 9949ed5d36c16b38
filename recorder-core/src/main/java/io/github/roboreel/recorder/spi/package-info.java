/** Extension points: what a sink, a reader or another plug-in of the recorder implements. */
package io.github.roboreel.recorder.spi;
