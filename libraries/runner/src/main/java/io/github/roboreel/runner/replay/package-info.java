/** Recorded episodes simulated again from their seeds and actions, and what differs then. */
package io.github.roboreel.runner.replay;
