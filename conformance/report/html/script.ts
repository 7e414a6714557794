/**
 * What the page can do with JavaScript: filter, search, unfold, copy, follow links into folds. The same for
 * every report, so that its digest can stand in the Content-Security-Policy; data never becomes script.
 */
export const script = `
"use strict";
(() => {
  const tools = document.getElementById("tools");
  const search = document.getElementById("search");
  const told = document.getElementById("told");
  const nothing = document.getElementById("nothing");
  const checks = [...document.querySelectorAll("article.check")];
  const groups = [...document.querySelectorAll("section.group")];
  const buttons = [...tools.querySelectorAll("button[data-verdict]")];
  const texts = new Map(checks.map((check) => [
    check,
    [...check.querySelectorAll("summary h3, .id, .message, .rule, .facts dd")].map((part) => part.textContent).join(" ").toLowerCase(),
  ]));

  const wanted = () => buttons.filter((button) => button.getAttribute("aria-pressed") === "true").map((button) => button.dataset.verdict);

  function filter() {
    const verdicts = wanted();
    const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let shown = 0;
    for (const check of checks) {
      const fits = (verdicts.length === 0 || verdicts.includes(check.dataset.verdict)) && words.every((word) => texts.get(check).includes(word));
      check.hidden = !fits;
      if (fits) shown++;
    }
    const isFiltering = verdicts.length > 0 || words.length > 0;
    for (const group of groups) {
      const own = [...group.querySelectorAll("article.check")];
      group.hidden = isFiltering && own.every((check) => check.hidden);
      for (const line of group.querySelectorAll(".elsewhere")) line.hidden = isFiltering;
    }
    for (const part of document.querySelectorAll("#questions, #about")) part.hidden = isFiltering;
    nothing.hidden = shown > 0;
    told.textContent = isFiltering ? shown + " of " + checks.length + " checks" : "";
  }

  function clear() {
    search.value = "";
    for (const button of buttons) button.setAttribute("aria-pressed", "false");
    filter();
  }

  function reveal() {
    let id = "";
    try {
      id = decodeURIComponent(location.hash.slice(1));
    } catch {
      return;
    }
    const target = document.getElementById(id);
    if (target === null) return;
    if (target.closest("[hidden]") !== null) clear();
    const own = target.matches("article.check") ? target.querySelector("details") : null;
    for (let fold = own ?? target.closest("details"); fold !== null; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
    target.scrollIntoView();
  }

  for (const button of buttons) {
    button.addEventListener("click", () => {
      button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
      filter();
    });
  }
  search.addEventListener("input", filter);
  document.getElementById("clear").addEventListener("click", clear);

  const unfold = document.getElementById("unfold");
  unfold.addEventListener("click", () => {
    const open = unfold.getAttribute("aria-pressed") !== "true";
    unfold.setAttribute("aria-pressed", String(open));
    for (const check of checks) if (!check.hidden) check.querySelector("details").open = open;
  });

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/" && document.activeElement !== search) {
      event.preventDefault();
      search.focus();
    } else if (event.key === "Escape" && document.activeElement === search) {
      clear();
    }
  });

  if (navigator.clipboard) {
    for (const command of document.querySelectorAll(".command")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      button.textContent = "Copy";
      button.setAttribute("aria-label", "Copy this command");
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(command.textContent);
          button.textContent = "Copied";
        } catch {
          button.textContent = "Not allowed";
        }
        setTimeout(() => { button.textContent = "Copy"; }, 2000);
      });
      command.after(" ", button);
    }
  }

  tools.hidden = false;
  addEventListener("hashchange", reveal);
  reveal();
})();
`;
