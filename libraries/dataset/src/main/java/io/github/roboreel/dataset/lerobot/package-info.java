/** LeRobot datasets, version 3.0: tables in Parquet, cameras as MP4 videos or as PNG files in the tables. */
package io.github.roboreel.dataset.lerobot;
