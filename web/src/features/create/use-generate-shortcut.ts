import { type RefObject, useEffect } from 'react';

/** ctrl/cmd+Enter sends the form from anywhere on the page, but not from behind an open dialog. */
export function useGenerateShortcut(formRef: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      formRef.current?.requestSubmit();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [formRef]);
}
