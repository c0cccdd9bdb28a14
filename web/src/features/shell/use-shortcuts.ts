import { useEffect } from 'react';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { useSidebar } from './sidebar-context.tsx';

/** ctrl/cmd+B, ctrl/cmd+K and "?". The form has its own ctrl/cmd+Enter. */
export function useShortcuts(): void {
  const { toggle } = useSidebar();
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const key = event.key.toLowerCase();
      if (isCommand && key === 'b') toggle();
      else if (isCommand && key === 'k') openDialog({ name: 'jump' });
      else if (event.key === '?' && !isTyping(event.target)) openDialog({ name: 'shortcuts' });
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [toggle]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input:not([type="range"]), textarea, select') !== null;
}
