/**
 * What commands are made of: their contract, shared options, checks of arguments, interruption, reports of failures.
 */
package io.github.roboreel.cli.base;
