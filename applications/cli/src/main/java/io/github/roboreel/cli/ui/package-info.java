/** Tables, progress, colours and sentences on a terminal. */
package io.github.roboreel.cli.ui;
