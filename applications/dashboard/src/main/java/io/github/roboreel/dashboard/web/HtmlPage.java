package io.github.roboreel.dashboard.web;

import io.github.roboreel.format.FormatJson;
import java.util.Locale;

/** Pages that the server itself makes, for browsers whose address shows no page of the dashboard. */
final class HtmlPage {
    static final String TYPE = "text/html; charset=utf-8";

    private HtmlPage() {}

    /** One sentence, and a link to the dashboard. */
    static byte[] saying(String title, String sentence) {
        return page(
                "",
                "<h1>" + escaped(title) + "</h1><p>" + escaped(whole(sentence))
                        + "</p><p><a href=\"/\">Go to the list of recordings</a></p>");
    }

    /** Leads to another page: a redirection of another site's link goes without the cookie, a page's own does not. */
    static byte[] onward(String address) {
        return page(
                "<meta http-equiv=\"refresh\" content=\"0; url=" + escaped(address) + "\">",
                "<a href=\"" + escaped(address) + "\">Open the dashboard</a>");
    }

    /** Problems are worded to stand behind a colon. */
    private static String whole(String sentence) {
        return sentence.isEmpty()
                ? ""
                : sentence.substring(0, 1).toUpperCase(Locale.ROOT) + sentence.substring(1) + ".";
    }

    private static byte[] page(String head, String body) {
        return FormatJson.utf8("<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>RoboReel</title>"
                + head + "</head><body>" + body + "</body></html>");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
