import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HistoryType } from '#lib/navigation/menu.ts';
import { useAccount } from '#product/account/account-store.ts';
import { usePageTitle } from '#product/page-title.ts';
import { HistorySignIn } from './history-sign-in.tsx';

type HistoryFrameProps = {
  type: HistoryType;
  /** Search and filters, which stay in sight. */
  bar: ReactNode;
  /** Stands in place of the rows while it is not known who is here. */
  skeleton: ReactNode;
  children: ReactNode;
};

/** What every history has around its rows. */
export function HistoryFrame({ type, bar, skeleton, children }: HistoryFrameProps) {
  const { t } = useTranslation('history');
  const title = t(`types.${type}.title`);
  usePageTitle(title);
  const account = useAccount();
  return (
    <div className="mx-auto w-full max-w-5xl px-4 pb-16 md:px-6">
      <h1 className="px-3 pt-6 text-2xl font-semibold tracking-tight">{title}</h1>
      {account.status === 'anonymous' ? <HistorySignIn type={type} /> : null}
      {account.status === 'loading' ? skeleton : null}
      {account.status === 'signed-in' ? (
        <>
          <div className="sticky top-(--header-height) z-20 -mx-4 bg-canvas/90 px-7 py-3 backdrop-blur md:-mx-6 md:px-9">
            {bar}
          </div>
          {children}
        </>
      ) : null}
    </div>
  );
}
