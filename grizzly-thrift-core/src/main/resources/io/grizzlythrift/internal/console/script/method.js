// One method: its form, its reply, and the same call for a shell.

const MAX_TIMEOUT = 3_600_000;

class MethodView {
  /**
   * @param state what the address has: {args, headers, timeout} as texts, or absent
   * @param changed is called with the state when it has changed
   */
  constructor(service, method, catalogue, info, state, changed) {
    this.service = service;
    this.method = method;
    this.catalogue = catalogue;
    this.info = info;
    this.changed = changed;
    this.controls();
    this.element = el("article.method", { "aria-labelledby": this.titleId }, this.heading(), this.form, this.output);
    this.restore(state);
    this.update();
  }

  heading() {
    const { service, method } = this;
    const inherited = method.declaredBy !== service.name ? el("p.quiet", {}, "Declared by ", method.declaredBy) : null;
    return [
      el("h1", { id: this.titleId }, el("span.quiet", {}, service.callName, "."), method.name),
      el("p.signature", {}, el("code", {}, signature(method))),
      documentation(method.doc),
      inherited,
    ];
  }

  controls() {
    this.titleId = newId();
    this.inJson = false;
    this.slot = el("div.arguments");
    this.fresh();
    this.json = el("textarea.json", { rows: 8, spellcheck: "false", "aria-label": "Arguments as JSON" });
    this.tabs = ["Form", "JSON"].map(label => button(label, () => this.toggle(label === "JSON")));
    this.headers = el("textarea", { id: newId(), rows: 2, spellcheck: "false", placeholder: "Name: value" });
    this.timeout = el("input", { id: newId(), type: "text", inputmode: "numeric", placeholder: "none", autocomplete: "off" });
    this.problem = el("p.problem", { role: "alert" });
    this.submit = el("button.main", { type: "submit", title: "Ctrl+Enter" }, "Call");
    this.submit.disabled = !this.info.calls;
    this.reply = el("section.reply", { "aria-label": "Reply", "aria-live": "polite" });
    this.lines = el("section.lines", { "aria-label": "The same call elsewhere" });
    this.output = el("div.output", {}, this.reply, this.lines);
    const listeners = {
      submit: event => { event.preventDefault(); this.call(); },
      keydown: event => this.key(event),
      input: () => this.update(),
      change: () => this.update(),
      click: () => this.update(),
    };
    this.form = el("form", { novalidate: true, ...listeners },
      el("div.tabs", { role: "group", "aria-label": "Arguments as" }, this.tabs),
      this.slot,
      el("details", { open: false }, el("summary", {}, "Headers and deadline"),
        el("div.label", {}, el("label", { for: this.headers.id }, "Headers"), " ", el("span.quiet", {}, "one in each line")),
        this.headers,
        el("div.label", {}, el("label", { for: this.timeout.id }, "Deadline"), " ", el("span.quiet", {}, "in milliseconds")),
        this.timeout),
      el("div.actions", {}, this.submit, this.info.calls ? null : el("span.quiet", {}, "This console makes no calls.")),
      this.problem);
    this.toggle(false);
  }

  fresh() {
    const struct = { name: this.method.name, fields: this.method.args };
    this.widget = new StructWidget(struct, this.catalogue, this.method.name, 0, true);
  }

  /** Shows the arguments as a form or as JSON. */
  toggle(toJson) {
    try {
      if (toJson && !this.inJson) {
        this.json.value = pretty(this.widget.read());
      } else if (!toJson && this.inJson) {
        const value = parse(this.json.value);
        this.fresh();
        this.widget.write(value);
      }
    } catch (e) {
      this.report(e);
      return;
    }
    this.inJson = toJson;
    this.tabs.forEach((tab, index) => tab.setAttribute("aria-pressed", String((index === 1) === toJson)));
    show(this.slot, toJson ? this.json : this.widget.element);
  }

  restore({ args, headers, timeout }) {
    this.headers.value = headers ?? "";
    this.timeout.value = timeout ?? "";
    this.form.querySelector("details").open = Boolean(headers || timeout);
    if (args) {
      try {
        this.widget.write(parse(args));
      } catch { // of another version of the service: somebody may still mend it
        this.fresh();
        this.toggle(false);
        this.json.value = args;
        this.inJson = true;
        this.tabs.forEach((tab, index) => tab.setAttribute("aria-pressed", String(index === 1)));
        show(this.slot, this.json);
      }
    }
  }

  /** Reads the call. Throws Invalid or another Error. */
  read() {
    const args = write(this.inJson ? parse(this.json.value) : this.widget.read());
    const timeout = this.timeout.value.trim();
    if (timeout !== "" && !(/^\d{1,7}$/.test(timeout) && Number(timeout) >= 1 && Number(timeout) <= MAX_TIMEOUT)) {
      throw new Invalid(`the deadline must be 1 to ${MAX_TIMEOUT} milliseconds`, this.timeout);
    }
    return {
      service: this.service.callName,
      method: this.method.name,
      args,
      headers: parseHeaders(this.headers.value),
      timeout: timeout === "" ? null : Number(timeout),
    };
  }

  /** Shows what follows from the form: the lines for a shell, and the address. */
  update() {
    this.form.querySelectorAll("[aria-invalid]").forEach(each => each.removeAttribute("aria-invalid"));
    setText(this.problem, "");
    let call;
    try {
      call = this.read();
    } catch (e) {
      show(this.lines, el("p.quiet", {}, "The form is not complete: ", e.message));
      return;
    }
    show(this.lines,
      line("thriftcall", thriftcallLine(call, location, this.info.reflection)),
      this.info.jsonCalls ? line("curl", curlLine(call, location, TIMEOUT_HEADER)) : null,
      el("p", {}, copyButton("Copy a link to this call", () => location.href)));
    this.changed({ args: call.args, headers: withoutCredentials(this.headers.value).trim(), timeout: this.timeout.value.trim() });
  }

  /** Enter begins a line in a text, so Control and Enter call. */
  key(event) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && this.info.calls) {
      event.preventDefault();
      this.form.requestSubmit();
    }
  }

  async call() {
    let call;
    try {
      call = this.read();
    } catch (e) {
      this.report(e);
      return;
    }
    this.cancel?.abort();
    const cancel = new AbortController();
    this.cancel = cancel;
    show(this.reply, el("p.quiet", {}, "Waiting for the reply … "), button("Cancel", () => cancel.abort()));
    const begin = performance.now();
    try {
      const response = await send(call, cancel.signal);
      const text = await response.text();
      show(this.reply, replyView(response, text, performance.now() - begin, this.method));
    } catch (e) {
      show(this.reply, el("p.status.bad", {}, cancel.signal.aborted ? "Cancelled" : "No reply"),
        cancel.signal.aborted ? null : el("p", {}, e.message));
    }
  }

  report(error) {
    setText(this.problem, error.message);
    if (error.control) {
      error.control.setAttribute("aria-invalid", "true");
      error.control.focus();
    }
  }
}

function send(call, signal) {
  const headers = new Headers(CALL_HEADERS);
  call.headers.forEach(([name, value]) => headers.append(name, value));
  if (call.timeout !== null) {
    headers.set(TIMEOUT_HEADER, String(call.timeout));
  }
  const path = [call.service, call.method].map(encodeURIComponent).join("/");
  return fetch("call/" + path, { method: "POST", headers, body: call.args, signal, cache: "no-store" });
}

function signature(method) {
  const fields = list => list.map(field => `${field.id}: ${typeName(field.type)} ${field.name}`).join(", ");
  return (method.oneway ? "oneway " : "") + (method.result ? typeName(method.result) : "void") + " " + method.name
    + "(" + fields(method.args) + ")" + (method.exceptions.length > 0 ? " throws (" + fields(method.exceptions) + ")" : "");
}

function line(name, text) {
  return [
    el("div.label", {}, el("h2", {}, name), copyButton("Copy", () => text)),
    el("pre", { tabindex: "0", "aria-label": name }, el("code", {}, text)),
  ];
}
