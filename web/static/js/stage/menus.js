// The menus stay out of sight until somebody moves the pointer, touches the screen or presses a key.

const SHOWN_MS = 5000;

export function showMenus() {
  let timer = 0;
  const wake = () => {
    clearTimeout(timer);
    document.body.classList.add("awake");
    timer = setTimeout(() => document.body.classList.remove("awake"), SHOWN_MS);
  };
  for (const kind of ["pointermove", "pointerdown", "keydown"]) window.addEventListener(kind, wake);
}
