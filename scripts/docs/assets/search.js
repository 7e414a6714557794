// The search over the whole site, in the bar.

/** The entries in which every word of the query occurs; a word in the title counts more than one in the text. */
function find(entries, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const score = ({ title, page, text }, word) => {
    const name = title.toLowerCase();
    if (name.includes(word)) return name.startsWith(word) ? 6 : 4;
    return `${page} ${text}`.toLowerCase().includes(word) ? 1 : Number.NEGATIVE_INFINITY;
  };
  return entries
    .map((entry) => ({ entry, score: words.reduce((sum, word) => sum + score(entry, word), 0) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length)
    .slice(0, 12)
    .map(({ entry }) => entry);
}

function element(name, attributes, ...content) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...content);
  return made;
}

function foundItem({ title, page, text }, index, isSelected) {
  const start = text.length > 90 ? `${text.slice(0, 90)}…` : text;
  const place = start === "" ? page : `${page} · ${start}`;
  const attributes = { id: `found-${index}`, role: "option", "aria-selected": isSelected };
  return element("li", attributes, element("strong", {}, title), element("span", {}, place));
}

function setUpSearch(box) {
  const input = box.querySelector("input");
  const list = box.querySelector("ul");
  const entries = JSON.parse(document.getElementById("search-index").textContent);
  let found = [];
  let selected = 0;

  const show = () => {
    const isOpen = input.value.trim() !== "";
    const nothing = { class: "nothing", role: "option", "aria-disabled": true };
    list.replaceChildren(...found.map((entry, index) => foundItem(entry, index, index === selected)));
    if (found.length === 0) list.append(element("li", nothing, "Nothing found."));
    list.hidden = !isOpen;
    input.setAttribute("aria-expanded", isOpen);
    if (isOpen && found.length > 0) input.setAttribute("aria-activedescendant", `found-${selected}`);
    else input.removeAttribute("aria-activedescendant");
    list.children[selected].scrollIntoView({ block: "nearest" });
  };
  const search = (query) => {
    input.value = query;
    found = find(entries, query);
    selected = 0;
    show();
  };
  const open = (index) => {
    if (found[index] === undefined) return;
    location.href = found[index].href;
    search("");
    input.blur();
  };

  input.addEventListener("input", () => search(input.value));
  input.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) {
      event.preventDefault();
      selected = (selected + step + found.length) % found.length;
      show();
    }
    if (event.key === "Enter") open(selected);
    if (event.key === "Escape") search("");
  });
  // Not "click": by then the field has lost the focus, and the list is gone.
  list.addEventListener("mousedown", (event) => {
    event.preventDefault();
    open([...list.children].indexOf(event.target.closest("li")));
  });
  input.addEventListener("blur", () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", false);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName)) return;
    event.preventDefault();
    input.focus();
  });
}

for (const box of document.querySelectorAll(".search")) setUpSearch(box);
