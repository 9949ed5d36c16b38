/** {@code config}: which settings are in force and where each is from. */
package io.github.roboreel.cli.settings;
