// What a page does beside search and filter: the theme, copy buttons, the place in the contents.
// Every page can be read without a script.

const root = document.documentElement;

function switchTheme() {
  const dark =
    root.classList.contains("dark") ||
    (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.remove("light", "dark");
  root.classList.add(dark ? "light" : "dark");
  try {
    localStorage.setItem("redoc.colorMode", dark ? "light" : "dark");
  } catch {
    // Without storage the choice ends with the page.
  }
}

function setUpCopying() {
  if (!navigator.clipboard) return;
  for (const figure of document.querySelectorAll(".code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", async () => {
      await navigator.clipboard.writeText(figure.querySelector("code").textContent);
      button.textContent = "Copied";
      setTimeout(() => {
        button.textContent = "Copy";
      }, 1500);
    });
    figure.append(button);
  }
}

function setUpContents(contents) {
  const links = new Map([...contents.querySelectorAll("a")].map((link) => [link.hash.slice(1), link]));
  const headings = [...links.keys()].map((id) => document.getElementById(id));
  const mark = () => {
    const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 140);
    const here = (passed.at(-1) ?? headings[0])?.id;
    for (const [id, link] of links) link.classList.toggle("here", id === here);
  };
  addEventListener("scroll", mark, { passive: true });
  mark();
}

document.getElementById("theme")?.addEventListener("click", switchTheme);
for (const contents of document.querySelectorAll(".contents")) setUpContents(contents);
setUpCopying();
