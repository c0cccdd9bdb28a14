import { useTranslation } from 'react-i18next';
import { SignInInvitation } from '#product/account/sign-in-invitation.tsx';
import type { LibraryType } from './filters/library-view.ts';

/** Takes the place of the rows, for visitors and for a session that ended while the page was open. */
export function HistorySignIn({ type }: { type: LibraryType }) {
  const { t } = useTranslation('history');
  return (
    <SignInInvitation
      title={t('signIn.title')}
      text={t(`types.${type}.onlyYours`)}
      action={t('signIn.action')}
      leaving={t('signIn.leaving')}
    />
  );
}
