import BookOpen from 'lucide-react/icons/book-open';
import { useTranslation } from 'react-i18next';
import { SignInInvitation } from '#product/account/sign-in-invitation.tsx';
import { useAccount } from '#product/account/use-account.ts';
import { usePageTitle } from '#product/page-title.ts';
import { buttonLook } from '#ui/button-look.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { FirstSteps } from './first-steps.tsx';
import { KeysSection } from './keys-section.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

/** `/developers`: the keys of a user's own programs, and how to begin with one. */
export function DevelopersPage() {
  const { t } = useTranslation('developers');
  usePageTitle(t('title'));
  const account = useAccount();
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
        <a href="/api/docs" className={buttonLook('secondary', 'md')}>
          <BookOpen size={16} aria-hidden="true" />
          {t('docs')}
        </a>
      </div>
      <p className="mt-3 max-w-2xl text-ink-soft text-pretty">{t('lead')}</p>
      {account.status === 'anonymous' ? (
        <SignInInvitation
          title={t('signIn.title')}
          text={t('signIn.text')}
          action={t('signIn.action')}
          leaving={t('signIn.leaving')}
        />
      ) : null}
      {account.status === 'loading' ? <Skeleton className="mt-10 h-64" /> : null}
      {account.info ? <KeysSection /> : null}
      <FirstSteps />
      {account.info ? <WebhookDeliveries /> : null}
    </div>
  );
}
