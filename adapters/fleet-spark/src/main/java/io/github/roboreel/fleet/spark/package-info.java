/** Apache Spark as an engine. */
package io.github.roboreel.fleet.spark;
