"use strict";
// Checks a draft while somebody types, polls for an analysis that is still running, and refreshes figures.
// Every page also works without this script: the buttons of the form run the same checks.
(() => {
  const policy = window.trustedTypes
    ? window.trustedTypes.createPolicy("winoflexi", { createHTML: (text) => text })
    : { createHTML: (text) => text };
  // Only HTML that this server has escaped may be passed to this function.
  const put = (place, text) => { place.innerHTML = policy.createHTML(text); };

  const poll = (place) => {
    for (const waiting of place.querySelectorAll("[data-poll]")) {
      let tries = 0;
      const again = async () => {
        if (!waiting.isConnected || (tries += 1) > 90) return;
        try {
          const reply = await fetch(waiting.dataset.poll, { credentials: "same-origin" });
          if (reply.ok) {
            const text = await reply.text();
            if (!text.includes("data-poll")) { put(waiting, text); return; }
          }
        } catch { /* no network: the next poll tries again */ }
        setTimeout(again, Math.min(4000, 500 + 200 * tries));
      };
      setTimeout(again, 600);
    }
  };

  const form = document.getElementById("writing");
  if (form) {
    const place = document.getElementById("checked");
    let timer = 0, number = 0;
    const check = async (deep) => {
      const mine = number += 1;
      const data = new FormData(form);
      if (deep) data.set("deep", "1");
      try {
        const reply = await fetch(form.dataset.check, { method: "POST", body: data, credentials: "same-origin", redirect: "error" });
        const text = await reply.text();
        if (mine !== number || !(reply.ok || reply.status === 422 || reply.status === 429)) return;
        put(place, text);
        poll(place);
        if (!deep && place.querySelector(".checks") && !place.querySelector(".checks .bad")) timer = setTimeout(check, 1200, true);
      } catch { /* saving checks the draft again */ }
    };
    // The two choices of the right target show what is written in the fields of the targets.
    const name = () => {
      for (const radio of form.querySelectorAll("input[type=radio]")) {
        const label = radio.closest("label"), target = form.elements[`target_${Number(radio.value) + 1}`];
        if (!label || !target) continue;
        label.dataset.empty ??= label.lastChild.textContent;
        label.lastChild.textContent = target.value.trim() ? ` ${target.value.trim()}` : label.dataset.empty;
      }
    };
    name();
    form.addEventListener("input", name);
    form.addEventListener("input", () => { clearTimeout(timer); number += 1; timer = setTimeout(check, 600, false); });
  }
  poll(document);

  // Figures that grow while analyses are under way. Whoever has the keyboard in them is not disturbed.
  const figures = document.getElementById("figures");
  let left = 1200;
  const refresh = async () => {
    const marked = figures.querySelector("[data-refresh]");
    if (!marked || (left -= 1) < 0) return;
    try {
      if (!document.hidden && !figures.contains(document.activeElement)) {
        const reply = await fetch(marked.dataset.refresh, { credentials: "same-origin", redirect: "error" });
        if (reply.ok) put(figures, await reply.text());
      }
    } catch { /* no network: the next try may succeed */ }
    setTimeout(refresh, 2000);
  };
  if (figures) setTimeout(refresh, 1000);
})();
