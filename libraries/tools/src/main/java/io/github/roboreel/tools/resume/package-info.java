/** Resuming a recording: what is complete, what does not fit, what must be repeated. */
package io.github.roboreel.tools.resume;
