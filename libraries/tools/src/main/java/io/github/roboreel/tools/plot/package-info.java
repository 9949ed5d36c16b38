/** Pictures of recorded episodes for people. */
package io.github.roboreel.tools.plot;
