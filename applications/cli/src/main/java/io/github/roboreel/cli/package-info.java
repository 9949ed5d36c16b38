/** The command line, and the commands that need no package of their own. */
package io.github.roboreel.cli;
