/**
 * Keeps `--keyboard-height` at what the keyboard covers of the page where it makes the page no smaller, as on iPhones, so
 * that a bar at the lower edge stands on it. Returns the function that stops it.
 */
export function watchKeyboardHeight(): () => void {
  const view = window.visualViewport;
  if (!view) return () => undefined;
  const measure = () => {
    // A page that is zoomed in shows a part of itself, whether there is a keyboard or not.
    const covered = view.scale > 1 ? 0 : window.innerHeight - view.height - view.offsetTop;
    document.documentElement.style.setProperty('--keyboard-height', `${Math.max(0, Math.round(covered))}px`);
  };
  view.addEventListener('resize', measure);
  view.addEventListener('scroll', measure);
  return () => {
    view.removeEventListener('resize', measure);
    view.removeEventListener('scroll', measure);
  };
}
