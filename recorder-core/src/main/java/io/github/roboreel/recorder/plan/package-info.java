/** What of a run is recorded, and what is added to it by callbacks. */
package io.github.roboreel.recorder.plan;
