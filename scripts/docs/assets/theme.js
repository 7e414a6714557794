// Runs before the first paint. The key is the one that the API reference uses, so that one choice holds everywhere.
try {
  const chosen = localStorage.getItem("redoc.colorMode");
  if (chosen === "light" || chosen === "dark") document.documentElement.classList.add(chosen);
} catch {
  // Without storage the system decides.
}
