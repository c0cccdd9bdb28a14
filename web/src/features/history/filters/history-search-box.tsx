import Search from 'lucide-react/icons/search';
import X from 'lucide-react/icons/x';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#ui/icon-button.tsx';
import { maxSearchLength } from './library-search.ts';
import type { LibraryType } from './library-view.ts';

const debounceMs = 300;

type HistorySearchBoxProps = { type: LibraryType; value: string; onSearch: (search: string) => void };

/** Searches after a pause in typing, or immediately on Enter. */
export function HistorySearchBox({ type, value, onSearch }: HistorySearchBoxProps) {
  const { t } = useTranslation('history');
  const ref = useRef<HTMLInputElement>(null);
  useSlashKey(ref);
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  // The URL changed from elsewhere (back, "show all"): it wins over what is in the box.
  if (value !== known) {
    setKnown(value);
    if (value !== text.trim()) setText(value);
  }

  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onSearch(text.trim()), debounceMs);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);

  const searchNow = (search: string) => {
    setText(search);
    onSearch(search.trim());
  };
  return (
    <search className="relative block w-full">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          searchNow(text);
        }}
      >
        <Search
          size={18}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-ink-faint"
        />
        <input
          ref={ref}
          type="search"
          aria-keyshortcuts="/"
          dir="auto"
          aria-label={t(`types.${type}.search`)}
          placeholder={t('search.placeholder', { context: type })}
          title={t('search.covers')}
          value={text}
          maxLength={maxSearchLength}
          autoComplete="off"
          enterKeyHint="search"
          onChange={(event) => setText(event.target.value)}
          className="h-11 w-full rounded-md border border-transparent bg-raised pr-11 pl-10.5 text-input transition-colors duration-150 placeholder-shown:pr-3 placeholder:text-ink-faint placeholder:text-ellipsis hover:border-line-strong focus-visible:outline-offset-0 [&::-webkit-search-cancel-button]:hidden"
        />
        {text ? (
          <IconButton
            label={t('search.clear')}
            isSmall
            onClick={() => searchNow('')}
            className="absolute! top-1.5 right-1.5"
          >
            <X size={16} aria-hidden="true" />
          </IconButton>
        ) : null}
      </form>
    </search>
  );
}

/** The slash key leads to the search, unless something is being typed or a dialog is open. */
function useSlashKey(ref: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, defaultPrevented, target } = event;
      if (key !== '/' || ctrlKey || metaKey || altKey || defaultPrevented) return;
      const isTaken =
        target instanceof Element && target.closest('input, textarea, select, [contenteditable]');
      if (isTaken || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      ref.current?.focus();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [ref]);
}
