import type { PublicGeneration } from '@atelier/contract';
import Columns2 from 'lucide-react/icons/columns-2';
import X from 'lucide-react/icons/x';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGenerationAddress } from '#product/generation/actions/generation-address.ts';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { pressedKey } from '#ui/pressed-key.ts';

export type Comparison = ReturnType<typeof useComparison>;

/** Results to be compared, at most two; a third replaces the first. */
export function useComparison(generations: readonly PublicGeneration[]) {
  const { open } = useGenerationAddress();
  const [ids, setIds] = useState<readonly string[]>([]);
  const chosen = ids.flatMap((id) => generations.find((generation) => generation.id === id) ?? []);
  const [first, second] = chosen;
  return {
    ids: chosen.map(({ id }) => id),
    toggle: (id: string) =>
      setIds((known) =>
        known.includes(id) ? known.filter((each) => each !== id) : [...known, id].slice(-2),
      ),
    clear: () => setIds([]),
    compare: first && second ? () => open({ id: first.id, compare: second.id }) : undefined,
  };
}

/** Appears with the first selection; C does the same. */
export function CompareBar({ selection }: { selection: Comparison }) {
  const { t } = useTranslation('batches');
  const { ids, clear, compare } = selection;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { ctrlKey, metaKey, altKey, target } = event;
      const isPlain = !ctrlKey && !metaKey && !altKey && !document.querySelector('dialog[open]');
      const isTyping = target instanceof Element && target.closest('input:not([type="checkbox"]), textarea');
      if (pressedKey(event) === 'c' && isPlain && !isTyping) compare?.();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [compare]);
  if (ids.length === 0) return null;
  return (
    <section
      aria-label={t('compare.label')}
      className="sticky bottom-3 z-30 mx-auto mt-4 flex w-fit max-w-full animate-arrive flex-wrap items-center justify-center gap-x-1 gap-y-2 rounded-xl border border-line bg-surface p-2 shadow-float"
    >
      <IconButton label={t('compare.clear')} onClick={clear} tooltipSide="above-start">
        <X size={18} aria-hidden="true" />
      </IconButton>
      <p role="status" className="pr-2 text-sm font-medium">
        {t(compare ? 'compare.two' : 'compare.one')}
      </p>
      {compare ? (
        <Button aria-keyshortcuts="C" onClick={compare}>
          <Columns2 size={18} aria-hidden="true" />
          {t('compare.do')}
        </Button>
      ) : null}
    </section>
  );
}
