/** DuckDB, which writes and reads Parquet files; nothing else of ours names it. */
package io.github.roboreel.dataset.duckdb;
