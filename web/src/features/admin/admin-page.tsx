import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatMoney } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Settled } from '#product/settled.tsx';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { owedQuery } from './admin-data.ts';
import { AdminHeader } from './admin-header.tsx';
import { type AdminSearch, maxSearchLength } from './admin-search.ts';
import { PaymentEvents } from './payment-events.tsx';
import { ProviderTrouble } from './provider-trouble.tsx';
import { UserList } from './user-list.tsx';

type AdminPageProps = { search: AdminSearch; onSearch: (search: AdminSearch) => void };

/** `/admin`: finds a user. The search text is a search param. */
export function AdminPage({ search, onSearch }: AdminPageProps) {
  const { t } = useTranslation('admin');
  usePageTitle(t('title'));
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <AdminHeader />
      <UserSearch key={search.search} search={search.search ?? ''} onSearch={onSearch} />
      <Settled skeleton={<Skeleton className="mt-10 h-64" />}>
        <ProviderTrouble />
        <UserList search={search} />
        <OwedList />
      </Settled>
    </div>
  );
}

type UserSearchProps = { search: string; onSearch: (search: AdminSearch) => void };

function UserSearch({ search, onSearch }: UserSearchProps) {
  const { t } = useTranslation('admin');
  const [text, setText] = useState(search);
  return (
    <search className="mt-6 block">
      <form
        className="flex items-start gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onSearch({ search: text.trim() === '' ? undefined : text.trim() });
        }}
      >
        <div className="min-w-0 flex-1 sm:max-w-md">
          <TextField
            type="search"
            name="search"
            label={t('search.label')}
            help={t('search.help')}
            maxLength={maxSearchLength}
            autoComplete="off"
            value={text}
            onChange={setText}
          />
        </div>
        {/* Aligned with the field, below its label. */}
        <Button type="submit" className="mt-7">
          {t('search.action')}
        </Button>
      </form>
    </search>
  );
}

/** Returned payments whose credits were already spent, oldest first. */
function OwedList() {
  const { t, i18n } = useTranslation('admin');
  const owed = useQueryWithPrevious(owedQuery);
  return (
    <section aria-labelledby="owed-title" className="mt-12">
      <h2 id="owed-title" className="text-lg font-semibold">
        {t('owed.title')}
      </h2>
      <p className="mt-1 text-sm text-ink-soft">{t('owed.text')}</p>
      <QueryBoundary query={owed} skeleton={<Skeleton className="mt-4 h-40" />}>
        {({ data: purchases, payment_events: events }) => (
          <>
            <PaymentEvents events={events} />
            {purchases.length === 0 ? <p className="mt-3 text-sm text-ink-faint">{t('owed.none')}</p> : null}
            <ul className="mt-2">
              {purchases.map((purchase) => (
                <li key={purchase.id} className="border-t border-line py-3">
                  <Link
                    to="/admin/users/$id"
                    params={{ id: purchase.user_id }}
                    className="rounded-sm font-medium wrap-anywhere underline decoration-line-strong underline-offset-4"
                  >
                    {purchase.email}
                  </Link>
                  <p className="text-sm text-warn-text">
                    {t('owed.credits', { count: purchase.owed_credits })}
                  </p>
                  <p className="text-xs text-ink-faint">
                    {t(`purchases.statuses.${purchase.status}`)} ·{' '}
                    {formatMoney(purchase.amount_minor, purchase.currency, i18n.language)} ·{' '}
                    {formatDate(purchase.created_at, i18n.language)}
                  </p>
                </li>
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </section>
  );
}
