/** Events of episodes, in time. */
package io.github.roboreel.recordings.events;
