/** The command that simulates and records. */
package io.github.roboreel.cli.record;
