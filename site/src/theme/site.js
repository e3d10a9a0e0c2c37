// Searches all pages, adds buttons that copy code, and scrolls the list of pages to the current one. The pages also work
// without this script.
'use strict';

/** The search box. search-index.js is loaded when it is first used. */
(() => {
  const MOST = 12;
  const input = document.getElementById('search-box');
  const results = document.getElementById('search-results');
  const list = document.getElementById('search-found');
  const count = document.getElementById('search-count');
  let active = -1;

  /** Returns the weight of a word in a text: 1 for a whole word, less for the beginning of one, or a part if long enough. */
  function weight(text, word) {
    let best = 0;
    for (let at = text.indexOf(word); at >= 0 && best < 1; at = text.indexOf(word, at + 1)) {
      const begins = at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]);
      const ends = !/[\p{L}\p{N}]/u.test(text[at + word.length] ?? ' ');
      best = Math.max(best, begins ? (ends ? 1 : 0.7) : word.length > 2 ? 0.3 : 0);
    }
    return best;
  }

  /** Ranks sections that have a word only in their text. */
  function often(text, word) {
    return Math.min(text.split(word).length - 1, 5) / 5;
  }

  /** A title weighs more than a heading, and a heading more than text. Returns 0 unless the section has every word. */
  function score(section, words) {
    const [page, heading, text] = [section.page, section.heading, section.text].map(part => part.toLowerCase());
    let sum = 0;
    for (const word of words) {
      const best = Math.max((heading ? 2 : 100) * weight(page, word), 30 * weight(heading, word), 5 * weight(text, word));
      if (best === 0) return 0;
      sum += best + often(text, word);
    }
    const phrase = words.join(' ');
    return sum * (phrase === (heading || page) ? 2 : 1) * (text.includes(phrase) ? 1.2 : 1);
  }

  function find(words) {
    return (window.searchIndex ?? [])
      .map(section => ({ section, score: score(section, words) }))
      .filter(hit => hit.score > 0)
      .sort((a, b) => b.score - a.score);
  }

  /** Appends text, and marks the search words in it. */
  function appendMarked(parent, text, words) {
    const pattern = words.map(word => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
    text.split(new RegExp(`(${pattern})`, 'i')).forEach((part, at) => {
      const mark = at % 2 === 1 ? parent.appendChild(document.createElement('mark')) : parent;
      mark.append(part);
    });
  }

  /** Returns the text around the first search word. */
  function excerpt(text, words) {
    const lower = text.toLowerCase();
    const at = Math.min(...words.map(word => lower.indexOf(word)).filter(found => found >= 0), text.length);
    const from = at === text.length || at < 50 ? 0 : text.indexOf(' ', at - 50) + 1;
    const to = text.length <= from + 160 ? text.length : text.lastIndexOf(' ', from + 160);
    return (from > 0 ? '… ' : '') + text.slice(from, Math.max(from, to)) + (to < text.length ? ' …' : '');
  }

  function option(section, words, number) {
    const link = document.createElement('a');
    link.id = 'found-' + number;
    link.href = section.url;
    link.tabIndex = -1;
    link.setAttribute('role', 'option');
    link.setAttribute('aria-selected', 'false');
    const title = link.appendChild(document.createElement('strong'));
    appendMarked(title, section.heading || section.page, words);
    if (section.heading) {
      appendMarked(link.appendChild(document.createElement('small')), section.page, words);
    }
    appendMarked(link.appendChild(document.createElement('span')), excerpt(section.text, words), words);
    return link;
  }

  function select(number) {
    const options = list.children;
    options[active]?.setAttribute('aria-selected', 'false');
    active = options.length ? (number + options.length) % options.length : -1;
    const now = options[active];
    now?.setAttribute('aria-selected', 'true');
    now?.scrollIntoView({ block: 'nearest' });
    if (now) input.setAttribute('aria-activedescendant', now.id);
    else input.removeAttribute('aria-activedescendant');
  }

  function show() {
    const words = input.value.toLowerCase().split(/\s+/).filter(word => word);
    const hits = words.length ? find(words) : [];
    list.replaceChildren(...hits.slice(0, MOST).map((hit, number) => option(hit.section, words, number)));
    count.textContent = hits.length === 0 ? 'Nothing found'
      : hits.length > MOST ? `The best ${MOST} of ${hits.length} sections` : `${hits.length} section${hits.length > 1 ? 's' : ''}`;
    results.hidden = !words.length || !window.searchIndex;
    input.setAttribute('aria-expanded', String(!results.hidden && hits.length > 0));
    results.scrollTop = 0;
    select(0);
  }

  function close() {
    results.hidden = true;
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  }

  function load() {
    const script = document.createElement('script');
    script.src = 'search-index.js';
    script.onload = show;
    document.head.append(script);
  }

  const keys = {
    ArrowDown: () => results.hidden ? show() : select(active + 1),
    ArrowUp: () => results.hidden ? show() : select(active - 1),
    Enter: () => !results.hidden && list.children[active]?.click(),
    Escape: () => {
      if (results.hidden) input.blur();
      close();
      input.value = '';
    },
  };

  input.addEventListener('focus', load, { once: true });
  input.addEventListener('focus', show);
  input.addEventListener('input', show);
  input.addEventListener('blur', close);
  input.addEventListener('keydown', event => {
    if (keys[event.key] && !event.isComposing) {
      event.preventDefault();
      keys[event.key]();
    }
  });
  // Keeps the focus in the box during a click on a section.
  results.addEventListener('mousedown', event => event.preventDefault());
  list.addEventListener('click', () => input.blur());
  document.addEventListener('keydown', event => {
    const typing = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      input.focus();
      input.select();
    }
  });
  input.parentElement.hidden = false;
})();

/** Adds a copy button to each block of code. */
(() => {
  const SECONDS = 2;

  /** Without https, scripts have no access to the clipboard, but can copy the selection. */
  async function copy(pre) {
    const text = pre.textContent.replace(/\n$/, '');
    if (navigator.clipboard) return navigator.clipboard.writeText(text);
    getSelection().selectAllChildren(pre);
    if (!document.execCommand('copy')) throw new Error('the browser cannot copy');
    getSelection().removeAllRanges();
  }

  for (const pre of document.querySelectorAll('.code > pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    const status = document.createElement('span');
    status.className = 'unseen';
    status.setAttribute('role', 'status');
    button.addEventListener('click', async () => {
      let result = 'Copied';
      try {
        await copy(pre);
      } catch {
        result = 'Not copied';
      }
      button.textContent = status.textContent = result;
      setTimeout(() => {
        button.textContent = 'Copy';
        status.textContent = '';
      }, SECONDS * 1000);
    });
    pre.after(button, status);
  }
})();

/** If the list of pages is longer than the screen, scrolls it to the current page. */
(() => {
  const list = document.getElementById('navigation');
  const current = list.querySelector('[aria-current]');
  if (current.offsetTop + current.offsetHeight > list.clientHeight) list.scrollTop = current.offsetTop - list.clientHeight / 3;
})();
