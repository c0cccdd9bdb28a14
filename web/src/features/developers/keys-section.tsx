import { type CreateApiKeyReply, maxApiKeys } from '@atelier/contract';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLateFocus } from '#lib/use-late-focus.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { CopyableCode } from '#product/copyable.tsx';
import { apiKeysQuery } from '#product/keys/keys-data.ts';
import { ManagedKeys } from '#product/keys/managed-keys.tsx';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';

/** A user's API keys. A new key stays above the list until the user has dismissed it. */
export function KeysSection() {
  const { t } = useTranslation('developers');
  const keys = useQueryWithPrevious(apiKeysQuery);
  const [isCreating, setCreating] = useReturnState('create-key', false);
  const [made, setMade] = useState<CreateApiKeyReply>();
  const [title, focusTitle] = useLateFocus<HTMLHeadingElement>();
  const count = keys.reply?.data.length ?? 0;
  const isFull = count >= maxApiKeys;
  const open = () => setCreating(true);
  const dismissKey = (id: string) => {
    setMade((shown) => (shown?.id === id ? undefined : shown));
    focusTitle();
  };
  return (
    <section aria-labelledby="keys-title" className="mt-10">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h2 id="keys-title" ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t('keys.title')}
        </h2>
        {count > 0 && !isFull ? (
          <Button variant="primary" onClick={open}>
            <Plus size={16} aria-hidden="true" />
            {t('keys.create')}
          </Button>
        ) : null}
      </div>
      <p className="mt-2 max-w-2xl text-sm text-ink-soft text-pretty">
        {isFull ? t('keys.full', { max: maxApiKeys }) : t('keys.text')}
      </p>
      {made ? <NewKey made={made} onDone={() => dismissKey(made.id)} /> : null}
      <QueryBoundary query={keys} skeleton={<Skeleton className="mt-5 h-40" />}>
        {({ data }) =>
          data.length === 0 ? (
            <NoKeys onCreate={open} />
          ) : (
            <ManagedKeys label={t('keys.list')} keys={data} onRevoked={dismissKey} />
          )
        }
      </QueryBoundary>
      {isCreating ? <CreateKeyDialog onClose={() => setCreating(false)} onMade={setMade} /> : null}
    </section>
  );
}

type NewKeyProps = { made: CreateApiKeyReply; onDone: () => void };

/** The new key. On the page and not in a dialog, where Escape or a click outside would lose it. */
function NewKey({ made, onDone }: NewKeyProps) {
  const { t } = useTranslation('developers');
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: screen readers announce each new key, not only the first
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

function NoKeys({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('developers');
  return (
    <EmptyState
      picture={<KeyRound size={32} strokeWidth={1.5} />}
      title={t('empty.title')}
      text={t('empty.text')}
    >
      <Button variant="primary" onClick={onCreate}>
        {t('empty.action')}
      </Button>
    </EmptyState>
  );
}
