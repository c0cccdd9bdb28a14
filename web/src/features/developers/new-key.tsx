import type { CreateApiKeyReply } from '@atelier/contract';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyableCode } from '#product/copyable.tsx';
import { Button } from '#ui/button.tsx';

type NewKeyProps = { made: CreateApiKeyReply; onDone: () => void };

/** The key itself. On the page and not in a dialog: nobody loses it by a slip on Escape or beside the box. */
export function NewKey({ made, onDone }: NewKeyProps) {
  const { t } = useTranslation('developers');
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new key is read out, not only the first
  useEffect(() => heading.current?.focus(), [made.id]);
  return (
    <section aria-labelledby="new-key-title" className="mt-5 rounded-lg bg-warn-soft p-4 md:p-5">
      <h3 id="new-key-title" ref={heading} tabIndex={-1} className="font-semibold outline-none wrap-anywhere">
        {t('made.title', { name: made.name })}
      </h3>
      <p className="mt-1 mb-3 text-sm text-ink-soft text-pretty">{t('made.text')}</p>
      <CopyableCode text={made.key} label={t('made.copy')} />
      <Button size="sm" className="mt-3" onClick={onDone}>
        {t('made.done')}
      </Button>
    </section>
  );
}
