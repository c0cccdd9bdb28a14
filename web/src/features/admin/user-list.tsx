import type { AdminUser } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { formatCredits } from '#lib/format.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { Paging } from '#product/paging.tsx';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Badge } from '#ui/badge.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { usersQuery } from './admin-data.ts';
import type { AdminSearch } from './admin-search.ts';

export function UserList({ search }: { search: AdminSearch }) {
  const { t } = useTranslation('admin');
  const users = useQueryWithPrevious(usersQuery(search));
  return (
    <section aria-labelledby="users-title" className="mt-10">
      <h2 id="users-title" className="text-lg font-semibold">
        {t('users.title')}
      </h2>
      <QueryBoundary query={users} skeleton={<Skeleton className="mt-4 h-40" />}>
        {({ data, total, totalPages, page: shownPage }) => (
          <>
            <p role="status" className="mt-1 text-sm text-ink-faint">
              {t('users.count', { count: total })}
            </p>
            {data.length === 0 ? (
              <EmptyState title={t('users.none')} text={t('users.noneText')} />
            ) : (
              <UserTable users={data} />
            )}
            <Paging
              isSection
              page={search.page ?? 1}
              shownPage={shownPage}
              totalPages={totalPages}
              searchOfPage={(page) => ({ ...search, page: page > 1 ? page : undefined })}
            />
          </>
        )}
      </QueryBoundary>
    </section>
  );
}

function UserTable({ users }: { users: readonly AdminUser[] }) {
  const { t, i18n } = useTranslation('admin');
  const figures = ['available', 'held', 'owed'] as const;
  const className = 'py-2 pl-6 text-right font-normal whitespace-nowrap';
  return (
    <table className="mt-2 w-full text-left text-sm tabular-nums">
      <thead className="text-sm text-ink-faint">
        <tr>
          <th scope="col" className="py-2 font-normal">
            {t('users.email')}
          </th>
          {figures.map((figure) => (
            <th
              key={figure}
              scope="col"
              className={figure === 'available' ? className : `${className} hidden sm:table-cell`}
            >
              {t(`users.${figure}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {users.map((user) => (
          <tr key={user.id} className="border-t border-line">
            <th scope="row" className="w-full max-w-0 py-3 font-normal">
              <Link
                title={user.email}
                to="/admin/users/$id"
                params={{ id: user.id }}
                className="block truncate rounded-sm font-medium underline decoration-line-strong underline-offset-4 hover:text-ink"
              >
                {user.email}
              </Link>
              {user.running > 0 || !user.has_ever_paid || user.locked_at ? (
                <span className="mt-1 flex gap-1.5">
                  {user.locked_at ? <Badge tone="danger">{t('account.locked')}</Badge> : null}
                  {user.running > 0 ? (
                    <Badge tone="accent">{t('users.running', { count: user.running })}</Badge>
                  ) : null}
                  {user.has_ever_paid ? null : <Badge>{t('users.neverPaid')}</Badge>}
                </span>
              ) : null}
            </th>
            {figures.map((figure) => (
              <td
                key={figure}
                className={
                  figure === 'available'
                    ? 'py-3 pl-6 text-right'
                    : 'hidden py-3 pl-6 text-right sm:table-cell'
                }
              >
                {formatCredits(user[figure], i18n.language)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
