package io.grizzlythrift.site;

/** What the tests ask a page. */
final class Scripts {
    /** Elements that begin or end beyond the screen, but for those in a box that scrolls. */
    static final String OUTSIDE = """
            const scrolls = e => e && (/(auto|scroll|hidden)/.test(getComputedStyle(e).overflowX) || scrolls(e.parentElement));
            return [...document.querySelectorAll('body *')].filter(e => {
              const box = e.getBoundingClientRect();
              return box.width > 0 && box.height > 0 && (box.right > innerWidth + 1 || box.left < -1)
                  && !e.classList.contains('skip') && !scrolls(e.parentElement);
            }).map(e => e.outerHTML.slice(0, 120));
            """;

    /** Words whose contrast to what is behind them is under 4.5. */
    static final String PALE = """
            const parts = color => color.match(/[\\d.]+/g).map(Number);
            const channel = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
            const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
            const behind = e => {
              for (; e; e = e.parentElement) {
                const color = parts(getComputedStyle(e).backgroundColor);
                if (color.length == 3 || color[3] == 1) return color;
              }
              return [255, 255, 255];
            };
            const pale = new Set();
            const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
            while (words.nextNode()) {
              const e = words.currentNode.parentElement;
              if (!words.currentNode.data.trim() || !e.checkVisibility()) continue;
              const style = getComputedStyle(e);
              const [a, b] = [parts(e.closest('svg') ? style.fill : style.color), behind(e)].map(luminance);
              const contrast = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
              if (contrast < 4.5) pale.add(contrast.toFixed(2) + ' ' + e.outerHTML.slice(0, 120));
            }
            return [...pale];
            """;

    /** The number of cells of wide tables that are not shown as cells. */
    static final String CELLS_OUTSIDE_TABLES = """
            return [...document.querySelectorAll('.cards td')]
              .filter(e => getComputedStyle(e).display != 'table-cell').length;
            """;

    /** Rows of wide tables whose cells are not one below the other, each with its label, in a box that need not scroll. */
    static final String NO_CARDS = """
            return [...document.querySelectorAll('.cards')].filter(e => e.checkVisibility()).flatMap(box =>
              box.scrollWidth > box.clientWidth ? [box.getAttribute('aria-label') + ' scrolls']
              : [...box.querySelectorAll('tbody tr')].filter(row => {
                const cells = [...row.cells].filter(cell => cell.hasChildNodes());
                const tops = cells.map(cell => cell.getBoundingClientRect().top);
                return tops.some((top, at) => at > 0 && top <= tops[at - 1])
                    || cells.some(cell => !getComputedStyle(cell, '::before').content.includes(cell.dataset.label));
              }).map(row => row.outerHTML.slice(0, 120)));
            """;

    /** Figures that show none of their drawings, or several. */
    static final String NOT_ONE_DRAWING = """
            return [...document.querySelectorAll('.drawing')].filter(figure =>
              [...figure.querySelectorAll('svg')].filter(e => e.checkVisibility()).length != 1).length;
            """;

    /** Size of each chart and drawing, and what was loaded for it. */
    static final String CHARTS = """
            return [...document.querySelectorAll('.chart img')].map(e => ({
              file: e.currentSrc, loaded: e.complete ? e.naturalWidth : 0,
              width: e.getBoundingClientRect().width + 0.001, height: e.getBoundingClientRect().height + 0.001}));
            """;

    private Scripts() {}
}
