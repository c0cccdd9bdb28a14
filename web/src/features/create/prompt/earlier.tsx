import History from 'lucide-react/icons/history';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { Popover } from '#ui/popover.tsx';
import { ToolButton } from './tool-button.tsx';

const EarlierPanel = lazyPart(async () => {
  const [{ EarlierPanel }] = await Promise.all([
    import('../samples/earlier-panel.tsx'),
    loadMessages('samples'),
  ]);
  return EarlierPanel;
});

/** Opens the earlier prompts and the samples, which the stage has only as long as it is empty. */
export function Earlier({ hasPrompt }: { hasPrompt: boolean }) {
  const { t } = useTranslation('create');
  return (
    <Popover
      align="start"
      className="w-88"
      renderButton={(props) => (
        <ToolButton icon={History} aria-label={hasPrompt ? t('earlier') : undefined} {...props}>
          {t(hasPrompt ? 'earlierShort' : 'samples')}
        </ToolButton>
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
