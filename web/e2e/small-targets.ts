/**
 * Runs inside the page: the controls that are smaller than 24 pixels and so near to another one that a finger may meet that
 * instead (WCAG 2.5.8). A link in a sentence is as high as its line.
 */
export function findSmallTargets(): string[] {
  const least = 24;
  const selector =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role^=menuitem]';
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.matches('.sr-only, .sr-only *, [aria-hidden=true] *');
  const isInSentence = (element: Element) =>
    getComputedStyle(element).display === 'inline' &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node instanceof Text && node.data.trim() !== '',
    );
  const targets = [...root.querySelectorAll(selector)].filter(isShown).map((element) => {
    // The press of a link or button may be taken by what lies on its whole box.
    const pressed = element.closest('label') ?? element;
    const cover = getComputedStyle(element, '::after');
    const isWhole = cover.position === 'absolute' && cover.content !== 'none';
    const box = (
      isWhole ? ((element as HTMLElement).offsetParent ?? pressed) : pressed
    ).getBoundingClientRect();
    return { element, pressed, box, isSmall: box.width < least - 0.5 || box.height < least - 0.5 };
  });
  const isFree = (target: (typeof targets)[number]) => {
    const x = (target.box.left + target.box.right) / 2;
    const y = (target.box.top + target.box.bottom) / 2;
    return targets.every(({ pressed, box, isSmall }) => {
      if (pressed === target.pressed || pressed.contains(target.pressed)) return true;
      const dx = isSmall ? (box.left + box.right) / 2 - x : Math.max(box.left - x, 0, x - box.right);
      const dy = isSmall ? (box.top + box.bottom) / 2 - y : Math.max(box.top - y, 0, y - box.bottom);
      return Math.hypot(dx, dy) >= (isSmall ? least : least / 2);
    });
  };
  return targets
    .filter(
      (target) => target.isSmall && target.box.width > 0 && !isInSentence(target.element) && !isFree(target),
    )
    .map(({ element, box }) => {
      const size = `${Math.round(box.width)} × ${Math.round(box.height)}`;
      return `${size} <${element.localName} class="${(element.getAttribute('class') ?? '').slice(0, 60)}"> ${(element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40)}`;
    });
}

/**
 * Runs inside the page: buttons, lists and fields that are lower than a finger wants them (44 pixels). A link is as high as
 * its line, and a button in a line of figures as that.
 */
export function findLowControls(): string[] {
  const root = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body;
  const lineControls = '[role=switch], [type=range], [type=checkbox], [type=radio], .underline';
  return [...root.querySelectorAll('button, select, summary, textarea, input:not([type=hidden])')].flatMap(
    (element) => {
      const isShown =
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !element.matches('.sr-only, .sr-only *, [aria-hidden=true] *');
      const box = (element.closest('label') ?? element).getBoundingClientRect();
      if (!isShown || element.matches(lineControls) || box.width === 0 || box.height >= 43.5) return [];
      const name = (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 40);
      return [`${Math.round(box.height)} <${element.localName}> ${name}`];
    },
  );
}
