/** Videos of episodes: what there is, their bytes, and single pictures of them. */
package io.github.roboreel.dashboard.media;
