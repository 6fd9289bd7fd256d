"""What must be true of every picture: nothing sticks out, nothing is cut off, everything can be hit."""

from typing import Any

from playwright.sync_api import Page

# Lists may be scrolled; the page itself may not be wider than the screen.
FAULTS = """(onTable) => {
  const faults = [];
  const name = (el) => el.dataset.testid ?? el.dataset.call ?? el.dataset.card ?? el.getAttribute('aria-label')
    ?? el.textContent.trim().slice(0, 30);
  const root = document.documentElement;
  if (root.scrollWidth > innerWidth) faults.push(`the page is ${root.scrollWidth} wide on ${innerWidth}`);
  if (onTable && root.scrollHeight > innerHeight) faults.push(`the page is ${root.scrollHeight} high on ${innerHeight}`);
  const top = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.body;
  const scroller = (el) => {
    for (let at = el.parentElement; at; at = at.parentElement)
      if (at.scrollHeight > at.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(at).overflowY)) return at;
    return null;
  };
  const seen = (el) => el.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  for (const el of top.querySelectorAll('button, label:has(input), a[href], input[type=text], input[readonly]')) {
    if (!seen(el)) continue;
    const list = scroller(el);
    // A page may be longer than the screen; what is below is looked at where it comes up.
    if (!list && !onTable && top === document.body) el.scrollIntoView({ block: 'center' });
    const box = el.getBoundingClientRect();
    if (list) {
      const shown = list.getBoundingClientRect();
      if (box.bottom > shown.bottom + 1 || box.top < shown.top - 1) continue;
    } else if (onTable || top !== document.body) {
      // Cards are held at an angle, and their lower corners may leave the screen.
      const low = el.dataset.card ? 18 : 0.5;
      if (box.left < -0.5 || box.top < -0.5 || box.right > innerWidth + 0.5 || box.bottom > innerHeight + low)
        faults.push(`${name(el)} sticks out: ${[box.left, box.top, box.right, box.bottom].map(Math.round)}`);
    }
    if (Math.min(el.offsetWidth, el.offsetHeight) < 40)
      faults.push(`${name(el)} is only ${el.offsetWidth}×${el.offsetHeight}`);
    if (el.disabled) continue;
    // A card is held by its left edge, as the next one lies over the rest of it.
    const x = el.dataset.card ? box.left + 16 : box.left + box.width / 2;
    const y = box.top + box.height / 2;
    const hit = document.elementFromPoint(x, y);
    if (y < innerHeight && y > 0 && hit !== el && !el.contains(hit) && !(el.closest('label')?.contains(hit)))
      faults.push(`${name(el)} lies under ${hit?.outerHTML.slice(0, 80)}`);
  }
  for (const el of top.querySelectorAll('button, label, dt, dd, th, td, h1, h2, h3, [data-testid^=bubble], [data-testid=contract], .plate, .name')) {
    if (!seen(el) || el.closest('.unseen') || el.classList.contains('unseen')) continue;
    if (!el.textContent.trim()) continue;
    if (getComputedStyle(el).textOverflow === 'ellipsis') continue;
    if (el.scrollWidth > el.clientWidth + 1 && el.clientWidth > 0 && getComputedStyle(el).display !== 'inline')
      faults.push(`${name(el)} is cut off: ${el.scrollWidth} in ${el.clientWidth}`);
    const box = el.getBoundingClientRect();
    if (!scroller(el) && onTable && (box.left < -1 || box.right > innerWidth + 1))
      faults.push(`${name(el)} leaves the screen: ${Math.round(box.left)} to ${Math.round(box.right)}`);
  }
  for (const el of top.querySelectorAll('.bubble, .plate')) {
    if (!onTable && top === document.body) el.scrollIntoView({ block: 'center' });
    const box = el.getBoundingClientRect();
    if (box.left < 0 || box.right > innerWidth || box.top < 0) faults.push(`${el.className} leaves the screen`);
  }
  return faults;
}"""


# A font that arrives late makes the top bar higher and the table lower, and the cards follow a frame behind.
STANDS_STILL = """async () => {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}"""


def faults(page: Page, *, table: bool = True) -> list[str]:
    page.evaluate(STANDS_STILL)
    found: list[str] = page.evaluate(FAULTS, table)
    return found


def barriers(page: Page, axe: str) -> list[str]:
    """What axe finds that is serious or worse."""
    if not page.evaluate("typeof window.axe === 'object'"):
        page.evaluate(axe)
    options = {"resultTypes": ["violations"], "rules": {"region": {"enabled": False}}}
    result: dict[str, Any] = page.evaluate("(options) => axe.run(document, options)", options)
    return [
        f"{each['id']} ({each['impact']}): {node['html'][:160]} {node['failureSummary'][:300]}"
        for each in result["violations"]
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"]
    ]
