/**
 * The JavaScript features of the page: filter, search, unfold, copy, follow links into folds. The same for
 * every report, so its digest can be in the Content-Security-Policy; data never becomes script.
 */
export const script = `
"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const isPressed = (button) => button.getAttribute("aria-pressed") === "true";
  const press = (button, isOn) => button.setAttribute("aria-pressed", String(isOn));
  const search = byId("search");
  const unfold = byId("unfold");
  const buttons = all("#tools button[data-verdict]");
  const checks = all("article.check");
  const texts = new Map(checks.map((check) => {
    const parts = all("summary h3, .id, .message, .rule, .facts dd", check);
    return [check, parts.map((part) => part.textContent).join(" ").toLowerCase()];
  }));

  function filter() {
    const verdicts = buttons.filter(isPressed).map((button) => button.dataset.verdict);
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    const isFiltering = verdicts.length > 0 || words.length > 0;
    for (const check of checks) {
      const hasVerdict = verdicts.length === 0 || verdicts.includes(check.dataset.verdict);
      check.hidden = !hasVerdict || !words.every((word) => texts.get(check).includes(word));
    }
    for (const group of all("section.group")) {
      group.hidden = isFiltering && all("article.check:not([hidden])", group).length === 0;
    }
    for (const part of all(".elsewhere, #questions, #about")) part.hidden = isFiltering;
    const shown = checks.filter((check) => !check.hidden).length;
    byId("nothing").hidden = shown > 0;
    byId("told").textContent = isFiltering ? shown + " of " + checks.length + " checks" : "";
  }

  function clear() {
    search.value = "";
    for (const button of buttons) press(button, false);
    filter();
  }

  function reveal() {
    // Every target is made of characters that a URL does not encode.
    const target = byId(location.hash.slice(1));
    if (target === null) return;
    if (target.closest("[hidden]") !== null) clear();
    const own = target.matches("article.check") ? target.querySelector("details") : null;
    for (let fold = own ?? target.closest("details"); fold !== null; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    target.scrollIntoView();
  }

  async function copy(button, text) {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Not allowed";
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2000);
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      press(button, !isPressed(button));
      filter();
    });
  }
  search.addEventListener("input", filter);
  byId("clear").addEventListener("click", clear);
  unfold.addEventListener("click", () => {
    press(unfold, !isPressed(unfold));
    for (const fold of all("article.check:not([hidden]) > details")) fold.open = isPressed(unfold);
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const isSearching = document.activeElement === search;
    if (event.key === "/" && !isSearching) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && isSearching) {
      clear();
    }
  });
  for (const command of navigator.clipboard ? all(".command") : []) {
    const button = document.createElement("button");
    Object.assign(button, { type: "button", className: "copy", textContent: "Copy", ariaLabel: "Copy this command" });
    button.addEventListener("click", () => copy(button, command.textContent));
    command.after(" ", button);
  }

  byId("tools").hidden = false;
  addEventListener("hashchange", reveal);
  reveal();
})();
`;
