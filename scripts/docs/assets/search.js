// The search over the whole site, in the bar.

/** The entries in which every word of the query occurs; a word in the title counts more than one in the text. */
function find(entries, query) {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  return entries
    .map((entry) => {
      const title = entry.title.toLowerCase();
      const text = `${title} ${entry.page.toLowerCase()} ${entry.text.toLowerCase()}`;
      const score = words.reduce(
        (sum, word) =>
          sum + (title.startsWith(word) ? 6 : title.includes(word) ? 4 : text.includes(word) ? 1 : -100),
        0,
      );
      return { entry, score };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.title.length - b.entry.title.length)
    .slice(0, 12)
    .map(({ entry }) => entry);
}

function setUpSearch(box) {
  const input = box.querySelector("input");
  const list = box.querySelector("ul");
  const entries = JSON.parse(document.getElementById("search-index").textContent);
  let found = [];
  let selected = 0;

  const show = () => {
    list.replaceChildren(
      ...found.map((entry, index) => {
        const item = document.createElement("li");
        item.id = `found-${index}`;
        item.setAttribute("role", "option");
        item.setAttribute("aria-selected", String(index === selected));
        const title = document.createElement("strong");
        title.textContent = entry.title;
        const place = document.createElement("span");
        place.textContent =
          entry.text === ""
            ? entry.page
            : `${entry.page} · ${entry.text.slice(0, 90)}${entry.text.length > 90 ? "…" : ""}`;
        item.append(title, place);
        item.addEventListener("mousedown", (event) => {
          event.preventDefault();
          open(index);
        });
        return item;
      }),
    );
    if (found.length === 0 && input.value.trim() !== "") {
      const nothing = document.createElement("li");
      nothing.className = "nothing";
      nothing.setAttribute("role", "option");
      nothing.setAttribute("aria-disabled", "true");
      nothing.textContent = "Nothing found.";
      list.append(nothing);
    }
    const visible = input.value.trim() !== "";
    list.hidden = !visible;
    input.setAttribute("aria-expanded", String(visible));
    if (found.length > 0) input.setAttribute("aria-activedescendant", `found-${selected}`);
    else input.removeAttribute("aria-activedescendant");
    list.children[selected]?.scrollIntoView({ block: "nearest" });
  };
  const hide = () => {
    list.hidden = true;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  };
  const open = (index) => {
    if (found[index] === undefined) return;
    location.href = found[index].href;
    input.value = "";
    hide();
    input.blur();
  };

  input.addEventListener("input", () => {
    found = find(entries, input.value);
    selected = 0;
    show();
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      selected = found.length === 0 ? 0 : (selected + step + found.length) % found.length;
      show();
    } else if (event.key === "Enter") {
      open(selected);
    } else if (event.key === "Escape") {
      input.value = "";
      hide();
    }
  });
  input.addEventListener("blur", hide);
  document.addEventListener("keydown", (event) => {
    const typing = /^(?:INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName);
    if (event.key === "/" && !typing) {
      event.preventDefault();
      input.focus();
    }
  });
}

for (const box of document.querySelectorAll(".search")) setUpSearch(box);
