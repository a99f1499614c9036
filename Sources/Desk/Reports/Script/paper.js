/** Unfolds the page for paper, and folds it again. */
const makePaper = (timelines) => {
  let opened = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll("details:not([open])")];
    for (const one of opened) one.open = true;
    timelines?.print(true);
  });
  addEventListener("afterprint", () => {
    for (const one of opened) one.open = false;
    timelines?.print(false);
  });
};
