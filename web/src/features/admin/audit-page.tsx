import { auditActors, auditNames } from '@atelier/contract';
import { Link } from '@tanstack/react-router';
import Download from 'lucide-react/icons/download';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { usePageTitle } from '#product/page-title.ts';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Button, buttonVariants } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
import { auditCsvPath, auditQuery } from './admin-data.ts';
import { AdminHeader } from './admin-header.tsx';
import { AuditEventRow } from './audit-event-row.tsx';
import { type AuditSearch, hasAuditFilter, maxAccountLength } from './audit-search.ts';

type AuditPageProps = { search: AuditSearch; onSearch: (search: AuditSearch) => void };

/** `/admin/audit`: what the audit log holds, newest first. The filters are search params. */
export function AuditPage({ search, onSearch }: AuditPageProps) {
  const { t } = useTranslation('audit');
  usePageTitle(t('title'));
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <AdminHeader />
      <section aria-labelledby="audit-title" className="mt-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id="audit-title" className="text-lg font-semibold">
            {t('title')}
          </h2>
          <a
            href={auditCsvPath(search)}
            download="audit-log.csv"
            className={buttonVariants('secondary', 'sm')}
          >
            <Download size={16} aria-hidden="true" />
            {t('download')}
          </a>
        </div>
        <Filters key={`${search.account} ${search.operator}`} search={search} onSearch={onSearch} />
        <Events search={search} onSearch={onSearch} />
      </section>
    </div>
  );
}

/** Choices apply at once, the two addresses when they are sent. Each goes back to the newest event. */
function Filters({ search, onSearch }: AuditPageProps) {
  const { t } = useTranslation('audit');
  const [account, setAccount] = useState(search.account ?? '');
  const [operator, setOperator] = useState(search.operator ?? '');
  const choose = (change: AuditSearch) => onSearch({ ...search, before: undefined, ...change });
  const all = { value: '', label: t('filters.all') };
  return (
    <search className="mt-4 block">
      <form
        className="grid grid-cols-2 items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          choose({ account: account.trim() || undefined, operator: operator.trim() || undefined });
        }}
      >
        <SelectField
          name="name"
          label={t('filters.name')}
          value={search.name ?? ''}
          options={[all, ...auditNames.map((value) => ({ value, label: t(`names.${value}`) }))]}
          onChange={(value) => choose({ name: value || undefined })}
        />
        <SelectField
          name="actor"
          label={t('filters.actor')}
          value={search.actor ?? ''}
          options={[all, ...auditActors.map((value) => ({ value, label: t(`actors.${value}`) }))]}
          onChange={(value) => choose({ actor: value || undefined })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            name={end}
            label={t(`filters.${end}`)}
            value={search[end] ?? ''}
            onChange={(value) => choose({ [end]: value || undefined })}
          />
        ))}
        <AddressField name="account" value={account} onChange={setAccount} />
        <AddressField name="operator" value={operator} onChange={setOperator} />
        <Button type="submit" className="col-span-2">
          {t('filters.apply')}
        </Button>
      </form>
    </search>
  );
}

type AddressFieldProps = {
  name: 'account' | 'operator';
  value: string;
  onChange: (value: string) => void;
};

function AddressField({ name, ...field }: AddressFieldProps) {
  const { t } = useTranslation('audit');
  return (
    <TextField
      type="search"
      name={name}
      label={t(`filters.${name}`)}
      placeholder={t('filters.address')}
      maxLength={maxAccountLength}
      autoComplete="off"
      {...field}
    />
  );
}

function Events({ search, onSearch }: AuditPageProps) {
  const { t } = useTranslation('audit');
  const events = useQueryWithPrevious(auditQuery(search));
  return (
    <QueryBoundary query={events} skeleton={<Skeleton className="mt-6 h-96" />}>
      {({ data, next }) => (
        <>
          <div className="mt-4 flex min-h-8 items-center justify-between gap-3">
            <p role="status" className="text-sm text-ink-faint">
              {t('shown', { count: data.length })}
            </p>
            {hasAuditFilter(search) ? (
              <Button variant="ghost" size="sm" onClick={() => onSearch({})}>
                {t('filters.clear')}
              </Button>
            ) : null}
          </div>
          {data.length === 0 ? (
            <EmptyState title={t('none')} text={t('noneText')} />
          ) : (
            <ol className="mt-1">
              {data.map((event) => (
                <AuditEventRow key={event.id} event={event} />
              ))}
            </ol>
          )}
          <Paging search={search} next={next} />
        </>
      )}
    </QueryBoundary>
  );
}

/** Pages go by the last event and have no numbers: a count of all events would be slow. */
function Paging({ search, next }: { search: AuditSearch; next: number | null }) {
  const { t } = useTranslation('audit');
  if (search.before === undefined && next === null) return null;
  return (
    <nav aria-label={t('pages')} className="flex items-center justify-center gap-3 pt-6">
      {search.before === undefined ? null : (
        <Link
          to="/admin/audit"
          search={{ ...search, before: undefined }}
          className={buttonVariants('secondary', 'sm')}
        >
          {t('newest')}
        </Link>
      )}
      {next === null ? null : (
        <Link
          to="/admin/audit"
          search={{ ...search, before: next }}
          className={buttonVariants('secondary', 'sm')}
        >
          {t('older')}
        </Link>
      )}
    </nav>
  );
}
