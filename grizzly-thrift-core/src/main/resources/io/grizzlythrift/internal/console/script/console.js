// Starts the console and shows the page that the address names:
//   #/services                                           the catalogue
//   #/call/SERVICE/METHOD?args=...&headers=...&timeout=...   a method, with what its form contains
//   #/live, #/live/METHOD                                what the server does

const main = document.getElementById("main");
const state = document.getElementById("state");

document.getElementById("skip").addEventListener("click", () => main.focus());

/** The page that is shown; it has open(path, query), close() and element. */
let shown = null;
const pages = new Map();

const makers = {
  services: async () => new ServicesPage(readCatalogue(await getText("catalog")), info),
  live: async () => new LivePage(report),
};
makers.call = makers.services;

let info;

function report(text) {
  setText(state, text);
}

async function pageOf(kind) {
  const name = kind === "live" ? "live" : "services";
  if (!pages.has(name)) {
    pages.set(name, await makers[name]());
  }
  return pages.get(name);
}

/** Counts the changes of the address: a page that comes late does not replace a newer one. */
let turn = 0;

async function route() {
  const mine = ++turn;
  const [path, query = ""] = location.hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [kind, ...names] = path.split("/").map(decode);
  for (const link of document.querySelectorAll("header nav a")) {
    const isCurrent = (link.hash === "#/live") === (kind === "live");
    isCurrent ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  try {
    const page = await pageOf(kind);
    if (mine !== turn) {
      return;
    }
    if (shown !== page) {
      shown?.close();
      shown = page;
      show(main, page.element);
    }
    document.title = [page.open(kind, names, new URLSearchParams(query)), info.name].filter(Boolean).join(" · ");
  } catch (e) {
    shown?.close();
    shown = null;
    show(main, el("p.message", { role: "alert" }, "The server did not answer as expected. ", e.message));
  }
}

function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function start() {
  try {
    info = await getData("info");
  } catch (e) {
    show(main, el("p.message", { role: "alert" }, "The server did not answer as expected. ", e.message));
    return;
  }
  setText(document.getElementById("server"), info.name);
  addEventListener("hashchange", route);
  await route();
}

start();
