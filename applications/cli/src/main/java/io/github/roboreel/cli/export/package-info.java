/**
 * Commands that export to datasets and import from them, and {@code fleet}: exports that processes share, and a
 * catalogue.
 */
package io.github.roboreel.cli.export;
