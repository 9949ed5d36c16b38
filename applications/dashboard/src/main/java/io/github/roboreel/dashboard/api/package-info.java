/** What can be asked of the dashboard below {@code /api/v1}, without HTTP: requests, answers, endpoints. */
package io.github.roboreel.dashboard.api;
