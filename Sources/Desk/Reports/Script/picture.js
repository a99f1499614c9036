/** Saves the map as a picture, as it is shown. */
const makePicture = (map, button) => {
  const width = () => map.clientWidth, height = () => map.clientHeight;
  /** A copy of the map with its own style. */
  const copy = () => {
    const made = map.cloneNode(true);
    const copies = [...made.querySelectorAll("*")];
    // The switches that hide a part are not in the copy.
    [...map.querySelectorAll("*")].forEach((one, index) => {
      if (getComputedStyle(one).display === "none") copies[index].remove();
    });
    made.setAttribute("width", width());
    made.setAttribute("height", height());
    for (const [name, value] of Object.entries({ width: `${width()}px`, height: `${height()}px`, "max-height": "none", "min-height": "0" })) {
      made.style.setProperty(name, value);
    }
    const [x, y, wide, high] = made.getAttribute("viewBox").split(" ").map(Number);
    const ground = drawn("rect", { x: x - wide, y: y - high, width: 3 * wide, height: 3 * high });
    ground.style.fill = "var(--card)";
    made.prepend(drawn("style", {}, document.querySelector("style").textContent), ground);
    const credit = map.parentElement.querySelector(".credit")?.textContent;
    if (credit) {
      const unit = Number(map.style.getPropertyValue("--u"));
      const words = drawn("g", { transform: `translate(${x + wide / 2} ${y + high - 6 * unit}) scale(${unit})` });
      words.append(drawn("text", {}, credit));
      made.append(words);
    }
    return new XMLSerializer().serializeToString(made);
  };
  button.addEventListener("click", async () => {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(copy())}`;
    await image.decode();
    const canvas = make("canvas");
    const scale = Math.max(2, 1600 / width());
    [canvas.width, canvas.height] = [Math.round(width() * scale), Math.round(height() * scale)];
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
    const address = URL.createObjectURL(file);
    make("a", { href: address, download: `${document.title}.png` }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
  });
};
