/** What commands are made of: their contract, checks of arguments, interruption, reports of failures. */
package io.github.roboreel.cli.base;
