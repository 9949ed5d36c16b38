/** {@code fleet}: the reading commands and exports over many folders, on threads or a cluster. */
package io.github.roboreel.cli.fleet;
