import { h } from "preact";
import htm from "htm";

/** Elements from a template; text in it is always a text node. */
export const html = htm.bind(h);
