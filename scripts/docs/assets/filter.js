// The filter above a list of rows.

function setUpFilter(filter) {
  const words = filter.querySelector('input[type="search"]');
  const boxes = [...filter.querySelectorAll('input[type="checkbox"]')];
  const count = filter.querySelector("output");
  const rows = [...document.querySelectorAll(".row")];
  const apply = () => {
    const query = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const kinds = boxes.filter((box) => box.checked).map((box) => box.value);
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const kept =
        (boxes.length === 0 || kinds.includes(row.dataset.kind)) &&
        query.every((word) => text.includes(word));
      row.hidden = !kept;
    }
    for (const section of document.querySelectorAll(".rows")) {
      section.hidden = [...section.querySelectorAll(".row")].every((row) => row.hidden);
    }
    count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
  };
  filter.addEventListener("input", apply);
  // A link to a row that is filtered out has to show it.
  addEventListener("hashchange", () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!target?.closest("[hidden]")) return;
    words.value = "";
    for (const box of boxes) box.checked = true;
    apply();
    target.scrollIntoView();
  });
  apply();
}

for (const filter of document.querySelectorAll(".filter")) setUpFilter(filter);
