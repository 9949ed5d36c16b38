/** The command that shows recordings in a browser. */
package io.github.roboreel.cli.serve;
