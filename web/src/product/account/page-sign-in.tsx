import { useTranslation } from 'react-i18next';
import { SignInInvitation } from './sign-in-invitation.tsx';

/** Pages by the file of their words, each of which has the same four for visitors. */
type Page = 'account' | 'approvals' | 'batches' | 'developers' | 'film' | 'projects' | 'trash' | 'wallet';

/** Shown to signed-out users in place of a page of their own, in its words. */
export function PageSignIn({ page }: { page: Page }) {
  const { t } = useTranslation(page);
  return (
    <SignInInvitation
      title={t('signIn.title')}
      text={t('signIn.text')}
      action={t('signIn.action')}
      leaving={t('signIn.leaving')}
    />
  );
}
