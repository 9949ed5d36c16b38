/** Numbers about processes: how a recorder fares, asked of its own endpoint, and the meters of the dashboard itself. */
package io.github.roboreel.dashboard.health;
