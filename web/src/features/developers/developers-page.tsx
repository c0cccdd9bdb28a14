import BookOpen from 'lucide-react/icons/book-open';
import { useTranslation } from 'react-i18next';
import { useAccount } from '#product/account/account-store.ts';
import { PageSignIn } from '#product/account/page-sign-in.tsx';
import { CopyableCode } from '#product/copyable.tsx';
import { usePageTitle } from '#product/page-title.ts';
import { Settled } from '#product/settled.tsx';
import { buttonVariants } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { KeysSection } from './keys-section.tsx';
import { OpenApprovals } from './open-approvals.tsx';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

/** `/developers`: API keys, a first program that uses one, and the webhooks that were sent. */
export function DevelopersPage() {
  const { t } = useTranslation('developers');
  usePageTitle(t('title'), t('lead'));
  const account = useAccount();
  return (
    <div className="mx-auto w-full max-w-4xl px-4 pt-6 pb-20 md:px-8">
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl font-semibold tracking-tight">{t('title')}</h1>
        <a href="/api/docs" className={buttonVariants('secondary', 'md')}>
          <BookOpen size={16} aria-hidden="true" />
          {t('docs')}
        </a>
      </div>
      <p className="mt-3 max-w-2xl text-ink-soft text-pretty">{t('lead')}</p>
      {account.status === 'anonymous' ? <PageSignIn page="developers" /> : null}
      {account.status === 'loading' ? (
        <Skeleton className="mt-10 h-64" />
      ) : (
        <Settled key={account.status} skeleton={<Skeleton className="mt-10 h-64" />}>
          {account.info ? <OpenApprovals /> : null}
          {account.info ? <KeysSection /> : null}
          <FirstSteps />
          {account.info ? <WebhookDeliveries /> : null}
        </Settled>
      )}
    </div>
  );
}

function FirstSteps() {
  const { t } = useTranslation('developers');
  return (
    <section aria-labelledby="first-steps-title" className="mt-14">
      <h2 id="first-steps-title" className="text-lg font-semibold">
        {t('example.title')}
      </h2>
      {examples.map(({ id, write }) => (
        <div key={id} className="mt-6 first-of-type:mt-2">
          <p className="mb-4 max-w-2xl text-sm text-ink-soft text-pretty">{t(`example.${id}`)}</p>
          <CopyableCode text={write(window.location.origin)} label={t('example.copy')} />
        </div>
      ))}
    </section>
  );
}

/** Complete as they stand, with this site's address. docs/agents.md says what else works. */
const examples = [
  { id: 'agents', write: hostSettings },
  { id: 'fal', write: falProgram },
  { id: 'openai', write: openAiProgram },
] as const;

function hostSettings(origin: string): string {
  const headers = { Authorization: 'Bearer atl_…' };
  return JSON.stringify(
    { mcpServers: { atelier: { type: 'http', url: `${origin}/mcp`, headers } } },
    null,
    2,
  );
}

function falProgram(origin: string): string {
  return `import { createFalClient } from '@fal-ai/client';

const fal = createFalClient({
  credentials: process.env.ATELIER_KEY,
  proxyUrl: {
    url: '${origin}/api/wan/fal/proxy',
    when: 'always',
  },
});
const { data } = await fal.subscribe('fal-ai/flux/schnell', {
  input: { prompt: 'A paper boat' },
});
console.log(data.images[0].url);`;
}

function openAiProgram(origin: string): string {
  return `import OpenAI from 'openai';

const openai = new OpenAI({
  baseURL: '${origin}/v1',
  apiKey: process.env.ATELIER_KEY,
});
const { data } = await openai.images.generate({
  model: 'flux-schnell',
  prompt: 'A paper boat',
});
console.log(data[0].url);`;
}
