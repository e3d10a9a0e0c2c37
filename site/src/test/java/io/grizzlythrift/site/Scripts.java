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

    private Scripts() {}
}
