"use strict";
(() => {
  const form = document.getElementById("filter");
  const list = document.getElementById("list");
  const shown = document.getElementById("shown");
  const items = Array.from(list.children);
  const choices = Array.from(form.querySelectorAll("select[name]")).filter((field) => field.name !== "sort");
  const texts = new Map();
  let sorted = "";

  // The lower-case text of an item, computed when it is first searched.
  const textOf = (item) => {
    if (!texts.has(item)) texts.set(item, item.textContent.toLowerCase());
    return texts.get(item);
  };

  const holds = (item, name, wanted) => (item.dataset[name] || "").split("\n").includes(wanted);

  const apply = () => {
    const wanted = choices.filter((field) => field.value).map((field) => [field.name, field.value]);
    const words = form.text.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const item of items) {
      const fits = wanted.every(([name, value]) => holds(item, name, value))
        && (!words.length || words.every((word) => textOf(item).includes(word)));
      item.hidden = !fits;
      count += fits;
    }
    if (form.sort.value !== sorted) {
      sorted = form.sort.value;
      const order = items.slice();
      if (sorted) order.sort((a, b) => b.dataset.sure - a.dataset.sure);
      list.append(...order);
    }
    shown.textContent = `${count.toLocaleString("en")} of ${items.length.toLocaleString("en")}`;
  };

  // The address holds the filter, as in #part=held&result=wrong, or the number of an item, which has no "=".
  const fromAddress = () => {
    const hash = location.hash.slice(1);
    if (hash.includes("=")) {
      const wanted = new URLSearchParams(hash);
      for (const field of form.elements) {
        if (!field.name) continue;
        field.value = wanted.get(field.name) || "";
        // A value that no item has gets an option of its own: it matches no item, whereas "any" would match all.
        if (field.selectedIndex === -1) field.add(new Option(wanted.get(field.name), wanted.get(field.name), false, true));
      }
      apply();
      form.scrollIntoView();
      return;
    }
    const target = hash && document.getElementById(hash);
    const item = target && target.closest("#list > details");
    if (!item) return;
    if (item.hidden) {
      form.reset();
      apply();
    }
    // Older browsers do not open the target of a link themselves.
    item.open = true;
    item.scrollIntoView();
  };

  const toAddress = () => {
    const wanted = new URLSearchParams();
    for (const field of form.elements) if (field.name && field.value) wanted.set(field.name, field.value);
    history.replaceState(null, "", `#${wanted}`);
  };

  let waiting = 0;
  form.addEventListener("input", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      apply();
      toAddress();
    }, 120);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(() => {
    apply();
    toAddress();
  }));
  addEventListener("hashchange", fromAddress);
  form.hidden = false;
  apply();
  fromAddress();
})();
