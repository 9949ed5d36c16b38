/** The command line: parses arguments, shows progress, prints results. */
package io.github.roboreel.cli;
