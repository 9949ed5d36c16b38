/** {@code sql}: questions about recorded episodes. */
package io.github.roboreel.cli.sql;
