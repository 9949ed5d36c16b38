/** Results of audits, metrics and reports in words, tables and JSON, of one folder or of a fleet. */
package io.github.roboreel.cli.print;
