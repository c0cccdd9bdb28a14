import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';

/** Moves focus to the content when another page comes, as a real page load would; not at the first one. */
export function useFocusOnNewPage(contentRef: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shownPath = useRef(pathname);
  useEffect(() => {
    if (shownPath.current === pathname) return;
    shownPath.current = pathname;
    contentRef.current?.focus({ preventScroll: true });
  }, [pathname, contentRef]);
}
