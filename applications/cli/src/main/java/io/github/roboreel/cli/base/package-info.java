/**
 * What commands are made of: their base, shared options, checks of arguments, interruption, reports of failures;
 * tables, progress, colours and sentences on a terminal.
 */
package io.github.roboreel.cli.base;
