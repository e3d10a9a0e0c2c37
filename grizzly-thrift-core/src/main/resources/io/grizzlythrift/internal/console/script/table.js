// A table that is updated in place: rows and cells are kept, so that the focus and the selection stay where they are.

class Table {
  /**
   * @param title the name of the table
   * @param columns each {title, cell(item), number}; cell returns a text, or fills the element that it gets
   * @param empty the text without items
   */
  constructor(title, columns, empty) {
    this.columns = columns;
    this.empty = empty;
    this.body = el("tbody");
    this.note = el("p.quiet");
    this.heading = el("h2", {}, title);
    this.table = el("table", {}, el("thead", {}, el("tr", {}, columns.map(column =>
      el(column.number ? "th.number" : "th", { scope: "col" }, column.title)))), this.body);
    this.scroller = el("div.scroll", { tabindex: "0", role: "region", "aria-label": title }, this.table);
    this.element = el("section.panel", {}, this.heading, this.scroller, this.note);
  }

  /** Shows items; total is how many there are, if these are not all. */
  update(items, total = items.length) {
    while (this.body.rows.length > items.length) {
      this.body.lastElementChild.remove();
    }
    while (this.body.rows.length < items.length) {
      this.body.append(el("tr", {}, this.columns.map(column => el(column.number ? "td.number" : "td"))));
    }
    items.forEach((item, index) => this.columns.forEach((column, at) => {
      const cell = this.body.rows[index].cells[at];
      const text = column.cell(item, cell);
      if (text !== undefined) {
        setText(cell, text);
      }
    }));
    this.scroller.hidden = items.length === 0;
    const more = total - items.length;
    setText(this.note, items.length === 0 ? this.empty : more > 0 ? `and ${more.toLocaleString("en")} more` : "");
    this.note.hidden = this.note.textContent === "";
  }
}

/** A column whose cell has a bar behind its text. */
function barColumn(title, text, share) {
  return {
    title,
    number: true,
    cell(item, cell) {
      if (!cell.meter) {
        cell.label = el("span");
        cell.meter = el("meter", { min: "0", max: "1", "aria-hidden": "true" });
        cell.replaceChildren(cell.meter, cell.label);
      }
      const part = share(item);
      cell.meter.hidden = part === null;
      cell.meter.value = part ?? 0;
      cell.meter.classList.toggle("high", part >= 0.9);
      setText(cell.label, text(item));
    },
  };
}
