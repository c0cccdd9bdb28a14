import { type ApiKey, type CreateApiKeyReply, maxApiKeys } from '@atelier/contract';
import Plus from 'lucide-react/icons/plus';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeptQuery } from '#lib/use-kept-query.ts';
import { Button } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { CreateKeyDialog } from './create-key-dialog.tsx';
import { apiKeysQuery } from './developers-queries.ts';
import { KeyList } from './key-list.tsx';
import { NewKey } from './new-key.tsx';
import { NoKeys } from './no-keys.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';

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
