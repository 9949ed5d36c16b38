/** Camera pictures of the tabletop. */
package io.github.roboreel.simulator.render;
