/** Commands that export to datasets and import from them. */
package io.github.roboreel.cli.export;
