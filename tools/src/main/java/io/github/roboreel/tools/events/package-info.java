/** What happened in episodes, in time. */
package io.github.roboreel.tools.events;
