/** Recorded episodes as tables of a database that only answers questions. */
package io.github.roboreel.dataset.sql;
