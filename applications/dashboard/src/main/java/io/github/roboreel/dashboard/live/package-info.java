/** What happens in the served folders at this moment. */
package io.github.roboreel.dashboard.live;
