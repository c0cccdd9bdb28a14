import { Link, notFound, useRouter } from '@tanstack/react-router';
import i18next from 'i18next';
import { type MouseEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadMessages } from '#lib/i18n/i18n.ts';
import { usePageTitle } from '#product/page-title.ts';
import { contents } from './contents.build.ts';

/** A page of the guide (docs/guide): its title, its first paragraph, and all of it below the title as HTML of the build. */
type GuideText = { title: string; summary: string; html: string };

type Guide = GuideText & { language: string; page: string };

/** Pages of the guide, each a lazy chunk that the build makes of Markdown (web/build/guide.ts). */
const files = import.meta.glob<GuideText>('../../../../docs/guide/*/*.md', { import: 'default' });

/** Loads `/help` or a page below it and returns its component. */
export async function loadHelp(page: string | undefined) {
  const guide = await loadGuide(page);
  return () => (guide ? <GuidePage guide={guide} /> : <GuideList />);
}

/** The pages of the guide, and what each of them is about. */
function GuideList() {
  const { t, i18n } = useTranslation(['help', 'shell']);
  const title = t('shell:menu.help');
  usePageTitle(title, t('lead'));
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-6 pb-20 md:px-8">
      <h1 className="text-2xl font-semibold tracking-tight">{title}</h1>
      <p className="mt-2 text-ink-soft">{t('lead')}</p>
      <ul aria-label={t('contents')} className="mt-6 grid gap-4">
        {contents[i18n.language]?.map((entry) => (
          <li key={entry.page}>
            <Link
              to="/help/{-$page}"
              params={{ page: entry.page }}
              className="font-medium text-accent-text underline-offset-4 hover:underline"
            >
              {entry.title}
            </Link>
            <p className="text-sm text-ink-soft">{entry.summary}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** A page of the guide, with a list of all of them beside it, on narrow windows below it. */
function GuidePage({ guide }: { guide: Guide }) {
  const { i18n } = useTranslation();
  const router = useRouter();
  usePageTitle(guide.title, guide.summary);
  useEffect(() => {
    if (guide.language !== i18n.language) void router.invalidate();
  }, [guide.language, i18n.language, router]);

  const follow = (event: MouseEvent<HTMLDivElement>) => {
    const link = (event.target as Element).closest('a');
    const { button, ctrlKey, metaKey, shiftKey, altKey } = event;
    if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
    event.preventDefault();
    void router.navigate({ to: '/help/{-$page}', params: { page: link.pathname.replace('/help/', '') } });
  };
  return (
    <div className="mx-auto grid w-full max-w-5xl gap-x-12 gap-y-8 px-4 pt-6 pb-20 md:px-8 lg:grid-cols-[minmax(0,1fr)_13rem]">
      <article lang={guide.language} className="min-w-0">
        <h1 className="text-2xl font-semibold tracking-tight">{guide.title}</h1>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: its links are pressed, of which the keyboard makes clicks */}
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: as above */}
        <div
          className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere text-ink-soft"
          onClick={follow}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the build makes it of Markdown in this repository
          dangerouslySetInnerHTML={{ __html: guide.html }}
        />
      </article>
      <Contents />
    </div>
  );
}

function Contents() {
  const { t, i18n } = useTranslation(['help', 'shell']);
  const link = 'block py-1 text-ink-soft hover:text-ink aria-[current=page]:text-ink';
  return (
    <nav aria-label={t('contents')} className="text-sm">
      <Link to="/help/{-$page}" params={{ page: undefined }} className="font-medium">
        {t('shell:menu.help')}
      </Link>
      <ul className="mt-2">
        {contents[i18n.language]?.map(({ page, title }) => (
          <li key={page}>
            <Link
              to="/help/{-$page}"
              params={{ page }}
              activeProps={{ 'aria-current': 'page' }}
              className={link}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Loads a page in the language of the interface; none for the list. Throws the router's `notFound` for one that is none. */
async function loadGuide(page: string | undefined): Promise<Guide | undefined> {
  const messages = loadMessages('help');
  if (page === undefined) return void (await messages);
  const { language } = i18next;
  const load = files[`../../../../docs/guide/${language}/${page}.md`];
  if (!load) throw notFound();
  const [text] = await Promise.all([load(), messages]);
  return { language, page, ...text };
}
