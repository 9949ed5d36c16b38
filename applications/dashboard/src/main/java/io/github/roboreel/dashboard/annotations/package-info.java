/** What people note about episodes in the page: the only thing that the dashboard writes. */
package io.github.roboreel.dashboard.annotations;
