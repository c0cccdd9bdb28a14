import type { ApiKey } from '@atelier/contract';
import { useState } from 'react';
import { useReturnState } from '#product/account/sign-in-again.ts';
import { BudgetsDialog, RevokeKeyDialog } from './key-dialogs.tsx';
import { KeyList } from './key-list.tsx';

type ManagedKeysProps = {
  label: string;
  keys: readonly ApiKey[];
  /** Takes the focus, whose button is gone. */
  onRevoked: (id: string) => void;
};

/** Keys with what they may spend and have spent, whose limits the user changes, and which the user ends. */
export function ManagedKeys({ label, keys, onRevoked }: ManagedKeysProps) {
  const [changing, setChanging] = useReturnState<ApiKey | undefined>('change-key', undefined);
  const [revoking, setRevoking] = useState<ApiKey>();
  return (
    <>
      <KeyList label={label} keys={keys} onChange={setChanging} onRevoke={setRevoking} />
      {changing ? <BudgetsDialog apiKey={changing} onClose={() => setChanging(undefined)} /> : null}
      {revoking ? (
        <RevokeKeyDialog
          apiKey={revoking}
          onClose={() => setRevoking(undefined)}
          onRevoked={() => {
            setRevoking(undefined);
            onRevoked(revoking.id);
          }}
        />
      ) : null}
    </>
  );
}
