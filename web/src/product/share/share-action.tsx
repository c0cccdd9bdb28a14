import type { PublicGeneration } from '@atelier/contract';
import Share2 from 'lucide-react/icons/share-2';
import { type ReactNode, Suspense, useState } from 'react';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { lazyPart } from '#lib/parts/lazy-part.tsx';
import { ButtonAction } from '#product/generation/actions/actions.tsx';

const ShareDialog = lazyPart(
  async () => {
    const [{ ShareDialog }] = await Promise.all([import('./share-dialog.tsx'), loadMessages('share')]);
    return ShareDialog;
  },
  { note: 'above' },
);

type ShareActionProps = {
  generation: PublicGeneration;
  label: string;
  /** The accessible name where the label alone is ambiguous; it has to start with the label. */
  name?: string;
  isToolbar?: boolean;
  isIcon?: boolean;
  /** Renders the button in place of that of a toolbar. */
  renderButton?: (open: () => void) => ReactNode;
};

/** Opens the dialog that shares a result as a page. Nothing for a generation that has none to show. */
export function ShareAction({ generation, renderButton, ...action }: ShareActionProps) {
  const [isOpen, setOpen] = useState(false);
  if (!isShareable(generation)) return null;
  return (
    <>
      {renderButton?.(() => setOpen(true)) ?? (
        <ButtonAction {...action} Icon={Share2} opensDialog onClick={() => setOpen(true)} />
      )}
      {isOpen ? (
        <Suspense fallback={null}>
          <ShareDialog generation={generation} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

function isShareable({ finished_at, outputs }: PublicGeneration): boolean {
  return finished_at !== null && outputs.some(({ url, text }) => url !== null || text !== null);
}
