// Runs before all else, in any browser there ever was: whoever cannot read the pages' scripts is led to the
// page that needs none. Nothing here is newer than ECMAScript 3.

(function () {
  var scripts = document.getElementsByTagName("script");
  var own = scripts[scripts.length - 1];
  document.documentElement.className =
    "on-" + own.getAttribute("data-page") + (keepsLetters() ? " has-letters" : "");

  // Whether an earlier page fetched the font of our own (letters.js).
  function keepsLetters() {
    try {
      return localStorage.getItem("letters");
    } catch (error) {
      return !error; // a browser that keeps nothing
    }
  }

  function lead() {
    location.replace(String(own.getAttribute("data-plain")));
  }

  if (!("noModule" in own)) {
    lead();
    return;
  }
  // The pages' script cannot be read if something goes wrong before its first line: it would be there.
  window.onerror = function (_words, source) {
    if (!("modules" in window) && /\/bundled\//.test(String(source))) lead();
  };
})();
