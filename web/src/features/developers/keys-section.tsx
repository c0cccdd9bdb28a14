import { type ApiKey, type CreateApiKeyReply, maxApiKeys } from '@atelier/contract';
import KeyRound from 'lucide-react/icons/key-round';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { CopyableCode } from '#product/copyable.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { apiKeysQuery } from './developers-data.ts';
import { CreateKeyDialog, RevokeKeyDialog } from './key-dialogs.tsx';
import { KeyList } from './key-list.tsx';

/** The keys of a user; the one just made stays above them until its owner has put it away. */
export function KeysSection() {
  const { t } = useTranslation('developers');
  const { reply, error, retry } = useKeptQuery(apiKeysQuery);
  const [isCreating, setCreating] = useState(false);
  const [made, setMade] = useState<CreateApiKeyReply>();
  const [revoking, setRevoking] = useState<ApiKey>();
  const title = useRef<HTMLHeadingElement>(null);
  const [putAway, setPutAway] = useState(0);
  // What had the focus is gone with the key.
  useEffect(() => {
    if (putAway > 0) title.current?.focus();
  }, [putAway]);
  const isFull = (reply?.data.length ?? 0) >= maxApiKeys;
  const open = () => setCreating(true);
  const putAwayKey = (id: string) => {
    setMade((shown) => (shown?.id === id ? undefined : shown));
    setPutAway((count) => count + 1);
  };
  return (
    <section aria-labelledby="keys-title" className="mt-10">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h2 id="keys-title" ref={title} tabIndex={-1} className="text-lg font-semibold outline-none">
          {t('keys.title')}
        </h2>
        {reply && reply.data.length > 0 && !isFull ? (
          <Button look="primary" onClick={open}>
            <Plus size={16} aria-hidden="true" />
            {t('keys.create')}
          </Button>
        ) : null}
      </div>
      <p className="mt-2 max-w-2xl text-sm text-ink-soft text-pretty">
        {isFull ? t('keys.full', { max: maxApiKeys }) : t('keys.text')}
      </p>
      {made ? <NewKey made={made} onDone={() => putAwayKey(made.id)} /> : null}
      {!reply && error ? <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={retry} /> : null}
      {reply || error ? null : <Skeleton className="mt-5 h-40" />}
      {reply?.data.length === 0 ? <NoKeys onCreate={open} /> : null}
      {reply && reply.data.length > 0 ? <KeyList keys={reply.data} onRevoke={setRevoking} /> : null}
      {isCreating ? <CreateKeyDialog onClose={() => setCreating(false)} onMade={setMade} /> : null}
      {revoking ? (
        <RevokeKeyDialog
          apiKey={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={() => {
            setRevoking(undefined);
            putAwayKey(revoking.id);
          }}
        />
      ) : null}
    </section>
  );
}

type NewKeyProps = { made: CreateApiKeyReply; onDone: () => void };

/** The key itself. On the page and not in a dialog: nobody loses it by a slip on Escape or beside the box. */
function NewKey({ made, onDone }: NewKeyProps) {
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

function NoKeys({ onCreate }: { onCreate: () => void }) {
  const { t } = useTranslation('developers');
  return (
    <EmptyState
      picture={<KeyRound size={32} strokeWidth={1.5} />}
      title={t('empty.title')}
      text={t('empty.text')}
    >
      <Button look="primary" onClick={onCreate}>
        {t('empty.action')}
      </Button>
    </EmptyState>
  );
}
