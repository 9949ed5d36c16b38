/** MP4 files: recordings that are playable at any time, finished videos, and what a file really holds. */
package io.github.roboreel.recorder.video.container;
