/** Statistics of LeRobot's features: of episodes, joined to those of parts of a dataset and of the whole. */
package io.github.roboreel.dataset.lerobot.statistics;
