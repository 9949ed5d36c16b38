package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.api.Route;
import io.github.roboreel.dashboard.live.EventStream;
import java.util.List;

/**
 * Everything that is served besides the page.
 *
 * @param api endpoints below {@code /api/v1}
 * @param root endpoints whose paths begin at the root, such as {@code /metrics}
 * @param streams of events, below {@code /api/v1}
 */
public record Routes(List<Route> api, List<Route> root, List<EventStream> streams) {}
