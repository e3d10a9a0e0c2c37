// The catalogue with its search, and the method that is chosen.

class ServicesPage {
  constructor(catalogue, info) {
    this.catalogue = catalogue;
    this.info = info;
    this.entries = [];
    this.search = el("input", { type: "search", "aria-label": "Search methods", placeholder: "Search methods", autocomplete: "off",
      input: () => this.filter(), keydown: event => this.searchKey(event) });
    this.count = el("p.quiet", { role: "status" });
    this.list = el("div.services", {}, catalogue.services.map(service => this.serviceView(service)));
    this.nav = el("nav.catalogue", { "aria-label": "Methods" }, this.search, this.count, this.list);
    this.detail = el("div.detail");
    this.element = el("div.split", {}, this.nav, this.detail);
    this.filter();
    addEventListener("keydown", event => this.globalKey(event));
  }

  serviceView(service) {
    const items = service.methods.map(method => {
      const link = el("a", { href: addressOf(service, method) }, method.name, method.oneway ? el("span.mark", {}, "oneway") : null);
      const item = el("li", {}, link);
      this.entries.push({ service, method, item, link,
        text: `${service.callName}.${method.name} ${method.doc} ${method.args.map(arg => arg.name).join(" ")}`.toLowerCase() });
      return item;
    });
    const name = service.callName === service.name ? service.name : `${service.callName} (${service.name})`;
    const view = el("details.service", { open: true }, el("summary", {}, name), documentation(service.doc), el("ul", {}, items));
    service.view = view;
    return view;
  }

  /** Shows the methods that have every word. */
  filter() {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const found = new Set();
    let methods = 0;
    for (const entry of this.entries) {
      const matches = words.every(word => entry.text.includes(word));
      entry.item.hidden = !matches;
      if (matches) {
        methods++;
        found.add(entry.service);
      }
    }
    for (const service of this.catalogue.services) {
      service.view.hidden = words.length > 0 && !found.has(service);
      if (words.length > 0) {
        service.view.open = true;
      }
    }
    setText(this.count, methods === 1 ? "1 method" : `${methods} methods`);
  }

  searchKey(event) {
    const first = this.entries.find(entry => !entry.item.hidden);
    if (event.key === "Enter" && first) {
      location.hash = first.link.hash;
    } else if (event.key === "Escape") {
      this.search.value = "";
      this.filter();
    }
  }

  globalKey(event) {
    const isTyping = event.target instanceof Element && event.target.matches("input, textarea, select");
    if (event.key === "/" && !isTyping && this.element.isConnected) {
      event.preventDefault();
      this.search.focus();
    }
  }

  /** Shows what an address names, and returns its title. */
  open(kind, [serviceName, methodName], query) {
    const entry = this.entries.find(each => each.service.callName === serviceName && each.method.name === methodName);
    this.entries.forEach(each => each.link.removeAttribute("aria-current"));
    this.element.classList.toggle("chosen", kind === "call");
    if (kind !== "call") {
      this.view = null;
      show(this.detail, this.overview());
      return "Services";
    }
    if (!entry) {
      this.view = null;
      show(this.detail, el("p.message", { role: "alert" }, "The server has no method ", `${serviceName}.${methodName}`));
      return "Services";
    }
    entry.link.setAttribute("aria-current", "page");
    const state = Object.fromEntries(query);
    this.view = new MethodView(entry.service, entry.method, this.catalogue, this.info, state, changed => this.remember(entry, changed));
    show(this.detail, el("a.back", { href: "#/services" }, "All methods"), this.view.element);
    return `${entry.service.callName}.${entry.method.name}`;
  }

  /** Keeps the state of the form in the address, which no server ever gets. */
  remember(entry, state) {
    const query = new URLSearchParams(Object.entries(state).filter(([, value]) => value !== "" && value !== "{}"));
    history.replaceState(null, "", addressOf(entry.service, entry.method) + (query.size > 0 ? "?" + query : ""));
  }

  overview() {
    if (this.catalogue.services.length === 0) {
      return el("p.message", {}, "The server has no services that can be described: their processors are not generated code.");
    }
    return [
      el("h1", {}, "Services"),
      this.catalogue.services.map(service => el("section", {},
        el("h2", {}, service.callName),
        service.extended ? el("p.quiet", {}, "extends ", service.extended) : null,
        documentation(service.doc),
        el("p", {}, service.methods.length === 1 ? "1 method" : `${service.methods.length} methods`))),
    ];
  }

  close() {
    this.view?.cancel?.abort();
  }
}

function addressOf(service, method) {
  return `#/call/${encodeURIComponent(service.callName)}/${encodeURIComponent(method.name)}`;
}
