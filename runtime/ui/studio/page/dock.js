// The position of the panels: beside the board, below it, or closed.
import { $ } from "./dom.js";

// dock restores the position of the panels, and lets them be moved and sized.
export function dock() {
  const places = { right: "▥", bottom: "▤", hidden: "□" }, layout = $("layout"), grip = $("grip"), button = $("dock");
  const across = () => layout.dataset.panels !== "bottom";
  const put = (place) => {
    layout.dataset.panels = place;
    localStorage.setItem("panels", place);
    button.textContent = places[place];
    button.setAttribute("aria-label", `Panels: ${place}`);
    grip.setAttribute("aria-orientation", across() ? "vertical" : "horizontal");
  };
  const size = (share) => {
    const percent = Math.round(Math.min(75, Math.max(15, share)));
    layout.style.setProperty("--panels", percent + "%");
    grip.setAttribute("aria-valuenow", percent);
    localStorage.setItem("panels size", percent);
  };
  button.onclick = () => put(Object.keys(places)[(Object.keys(places).indexOf(layout.dataset.panels) + 1) % 3]);
  grip.onpointerdown = (e) => grip.setPointerCapture(e.pointerId);
  grip.onpointermove = (e) => {
    if (!grip.hasPointerCapture(e.pointerId)) return;
    const box = layout.getBoundingClientRect();
    size(across() ? ((box.right - e.clientX) / box.width) * 100 : ((box.bottom - e.clientY) / box.height) * 100);
  };
  grip.onkeydown = (e) => {
    const step = { ArrowLeft: 4, ArrowUp: 4, ArrowRight: -4, ArrowDown: -4 }[e.key];
    if (!step) return;
    size(Number(grip.getAttribute("aria-valuenow")) + step);
    e.preventDefault();
    e.stopPropagation();
  };
  put(localStorage.getItem("panels") in places ? localStorage.getItem("panels") : "right");
  size(Number(localStorage.getItem("panels size")) || 28);
}
