import type { UserInfo } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import ChevronRight from 'lucide-react/icons/chevron-right';
import Languages from 'lucide-react/icons/languages';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useAccount } from '#product/account/account-store.ts';
import { openDialog } from '#product/dialogs/dialog-store.ts';
import { usePageTitle } from '#product/page-title.ts';
import { Button, buttonVariants } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { listAccountLinks, signOuts } from './account-menu-items.tsx';
import { DisplayMenuItems } from './display-menu-items.tsx';

/** The account as a page, for the bar of a phone: who is signed in, what is left, and what the menus of a wider window have. */
export function YouPage() {
  const { t } = useTranslation('shell');
  usePageTitle(t('menu.you'));
  const { status, info } = useAccount();
  const isKnown = info !== undefined || status === 'anonymous';
  return (
    <div className="mx-auto grid w-full max-w-2xl gap-3 px-4 py-4">
      <h1 className="sr-only">{t('menu.you')}</h1>
      {info ? <Owner info={info} /> : null}
      {status === 'anonymous' ? (
        <Button variant="primary" size="lg" onClick={() => openDialog({ name: 'sign-in' })}>
          {t('account.signIn')}
        </Button>
      ) : null}
      {isKnown ? <Cards user={info?.user} /> : <Skeleton className="h-96" />}
    </div>
  );
}

/** Who is signed in, and the credits. */
function Owner({ info: { user, credits } }: { info: UserInfo }) {
  const { t, i18n } = useTranslation('shell');
  const format = (amount: number) => formatCredits(amount, i18n.language);
  return (
    <>
      <p className="flex min-h-12 min-w-0 items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-12 shrink-0 place-items-center rounded-full bg-raised text-lg font-semibold text-accent-text uppercase"
        >
          {user.email.slice(0, 1)}
        </span>
        <span title={user.email} className="truncate font-semibold">
          {user.email}
        </span>
      </p>
      <div className="flex items-center justify-between gap-3 rounded-lg border border-line bg-surface p-4">
        <p className="min-w-0 tabular-nums">
          <span className="block text-xl font-semibold">{format(credits.left_credits)}</span>
          <span className="text-xs text-ink-faint">
            {credits.held_credits > 0
              ? t('balance.creditsAndHeld', { held: format(credits.held_credits) })
              : t('menu.credits')}
          </span>
        </p>
        <Link to="/pricing" className={buttonVariants('primary', 'lg', 'shrink-0')}>
          {t('account.buy')}
        </Link>
      </div>
    </>
  );
}

const cards = ['money', 'works', 'account', 'site'] as const;
const rowClassName =
  'flex min-h-12 w-full items-center justify-start gap-3 rounded-none px-4 text-base font-normal text-ink hover:bg-hover';

function Cards({ user }: { user: UserInfo['user'] | undefined }) {
  const { t } = useTranslation('shell');
  const links = listAccountLinks(user);
  return (
    <>
      {cards.map((card) => {
        const rows = links.filter((link) => link.card === card);
        return rows.length === 0 ? null : (
          <Card key={card}>
            {rows.map(({ label, icon, target }) => (
              <li key={label}>
                <Link {...target} className={rowClassName}>
                  {icon}
                  {t(`menu.${label}`)}
                  <ChevronRight size={16} aria-hidden="true" className="ml-auto text-ink-faint" />
                </Link>
              </li>
            ))}
            {card === 'site' ? <DisplayRow /> : null}
          </Card>
        );
      })}
      {user ? (
        <Card>
          {signOuts.map(({ label, icon, run }) => (
            <li key={label}>
              <button type="button" onClick={run} className={rowClassName}>
                {icon}
                {t(`account.${label}`)}
              </button>
            </li>
          ))}
        </Card>
      ) : null}
    </>
  );
}

function Card({ children }: { children: ReactNode }) {
  return (
    <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
      {children}
    </ul>
  );
}

function DisplayRow() {
  const { t } = useTranslation('shell');
  return (
    <li>
      <Menu
        label={t('display.title')}
        align="start"
        button={{
          className: rowClassName,
          children: (
            <>
              <Languages size={16} aria-hidden="true" />
              {t('display.title')}
            </>
          ),
        }}
      >
        <Suspense fallback={null}>
          <DisplayMenuItems />
        </Suspense>
      </Menu>
    </li>
  );
}
