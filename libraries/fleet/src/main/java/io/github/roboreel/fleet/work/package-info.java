/** The reading commands over many output folders: audits, metrics, reports. */
package io.github.roboreel.fleet.work;
