import type { Kind } from '@atelier/catalog';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { Button } from '#ui/button.tsx';
import { Popover } from '#ui/popover.tsx';

const EarlierPanel = lazyPart(async () => {
  const [{ EarlierPanel }] = await Promise.all([import('./earlier-panel.tsx'), loadMessages('samples')]);
  return EarlierPanel;
});

/** Opens the earlier prompts and the samples, which the stage has only as long as it is empty. */
export function Earlier({ kind }: { kind: Kind }) {
  const { t } = useTranslation('create');
  const hasPrompt = Object.values(kind.fields).some(({ widget }) => widget.type === 'textarea');
  return (
    <Popover
      align="start"
      className="w-88"
      renderButton={(props) => (
        <Button size="sm" variant="ghost" className="-ml-3 w-fit pointer-coarse:min-h-11" {...props}>
          {t(hasPrompt ? 'earlier' : 'samples')}
          <ChevronDown size={16} aria-hidden="true" />
        </Button>
      )}
    >
      {(close) => (
        <Suspense fallback={null}>
          <EarlierPanel hasPrompt={hasPrompt} onClose={close} />
        </Suspense>
      )}
    </Popover>
  );
}
