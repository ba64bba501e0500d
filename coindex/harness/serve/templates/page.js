// The pages work without this: it tells that an answer is on its way, sends examples, and copies.
"use strict";

const ask = document.getElementById("ask");
if (ask) {
  const button = ask.querySelector("button");
  const wait = document.getElementById("wait");
  const text = document.getElementById("text");
  ask.addEventListener("submit", () => {
    for (const name of ["pronoun", "candidates"]) {
      const field = document.getElementById(name);
      if (!field.value.trim()) field.disabled = true; // keeps the address short
    }
    button.disabled = true;
    wait.textContent = "Thinking …";
  });
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      ask.requestSubmit();
    }
  });
  text.addEventListener("paste", (event) => {
    const pasted = event.clipboardData.getData("text").length;
    const kept = text.value.length - (text.selectionEnd - text.selectionStart);
    if (kept + pasted > text.maxLength)
      wait.textContent = `The page takes ${text.maxLength} characters: the rest of what was pasted is left out.`;
  });
  window.addEventListener("pageshow", () => {
    button.disabled = false;
    wait.textContent = "";
    for (const field of ask.elements) field.disabled = false;
  });
  const answer = document.getElementById("answer");
  if (answer && location.hash === "#answer") answer.focus({ preventScroll: true });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  if (!navigator.clipboard) continue;
  button.hidden = false;
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
  });
}

for (const form of document.querySelectorAll("form.try")) {
  const button = form.querySelector("[type=submit]");
  const output = form.querySelector("output");
  const area = form.querySelector("textarea");
  button.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    button.disabled = true;
    output.textContent = "Waiting …";
    let shown;
    try {
      const reply = await fetch(form.dataset.path, {
        method: form.dataset.method,
        headers: area ? { "Content-Type": "application/json" } : {},
        body: area ? area.value : undefined,
      });
      const body = await reply.text();
      shown = `status ${reply.status}\n`;
      try {
        shown += JSON.stringify(JSON.parse(body), null, 2);
      } catch {
        shown += body;
      }
    } catch (error) {
      shown = `The server did not answer: ${error.message}`;
    }
    const pre = document.createElement("pre");
    pre.textContent = shown;
    pre.tabIndex = 0;
    output.replaceChildren(pre);
    button.disabled = false;
  });
}
