// Renders the formulas of a page, also after navigation without reloading.
// KaTeX 0.19.1 (MIT licence, katex/LICENSE) lies beside this file, so the pages work offline.
document$.subscribe(({ body }) => {
  renderMathInElement(body, {
    delimiters: [
      { left: "\\(", right: "\\)", display: false },
      { left: "\\[", right: "\\]", display: true },
    ],
    throwOnError: false,
  });
});
