/** Pictures of recorded episodes for people. */
package io.github.roboreel.cli.plot;
