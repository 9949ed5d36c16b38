import { Component } from "preact";
import { html } from "./html.js";
import { Notice } from "./ui.js";

/** Shows what is inside it, or, when that fails, why not: the rest of the page stays. */
export class Boundary extends Component {
  constructor() {
    super();
    this.state = { error: null };
  }

  componentDidCatch(error) {
    this.setState({ error });
  }

  render({ children }, { error }) {
    if (!error) return children;
    return html`<div class="page">
      <${Notice} kind="bad">This page cannot be shown (${String(error.message ?? error)}). Go to another page, or reload.<//>
    </div>`;
  }
}
