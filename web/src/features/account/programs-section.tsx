import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { useLateFocus } from '#lib/use-late-focus.ts';
import { useQueryWithPrevious } from '#lib/use-query-with-previous.ts';
import { apiKeysQuery } from '#product/keys/keys-data.ts';
import { ManagedKeys } from '#product/keys/managed-keys.tsx';
import { QueryBoundary } from '#product/query-boundary.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** The programs that the user let sign in, with what each may spend. Keys made by hand are on the page for developers. */
export function ProgramsSection() {
  const { t } = useTranslation('account');
  const keys = useQueryWithPrevious(apiKeysQuery);
  const [title, focusTitle] = useLateFocus<HTMLHeadingElement>();
  return (
    <section aria-labelledby="programs-title" className="mt-10">
      <h2
        id="programs-title"
        ref={title}
        tabIndex={-1}
        className="scroll-mt-20 flex min-h-10 items-center text-lg font-semibold outline-none"
      >
        {t('programs.title')}
      </h2>
      <p className="mt-2 text-sm text-ink-soft text-pretty">
        {t('programs.text')}{' '}
        <Link to="/developers" className="text-accent-text underline">
          {t('programs.keys')}
        </Link>
      </p>
      <QueryBoundary query={keys} skeleton={<Skeleton className="mt-5 h-20" />}>
        {({ data }) => {
          const programs = data.filter(({ client }) => client !== null);
          return programs.length === 0 ? (
            <p className="mt-3 text-sm text-ink-faint">{t('programs.none')}</p>
          ) : (
            <ManagedKeys label={t('programs.title')} keys={programs} onRevoked={focusTitle} />
          );
        }}
      </QueryBoundary>
    </section>
  );
}
