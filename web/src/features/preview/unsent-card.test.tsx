import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { describe, expect, it } from 'vitest';
import { sampleGeneration } from '#product/generation/testing/sample-generation.ts';
import { setKindClosures } from '#product/kinds/kind-closures.ts';
import { UnsentCard } from './unsent-card.tsx';

const closure = {
  kind: 'text-to-video',
  is_closed: true,
  cause: null,
  closed_at: '2026-11-01T00:00:00.000Z',
  leaves_at: null,
  successor: 'wan-3-0-text-to-video',
  note: null,
};

describe.each(['en', 'zh-CN'])('an unsent card in %s', (language) => {
  async function render(): Promise<string> {
    const messages = await Promise.all(
      ['preview', 'messages'].map(async (name) => [
        name,
        (await import(`../../locales/${language}/${name}.json`)).default,
      ]),
    );
    const kinds = { kinds: { [closure.successor]: { title: 'Wan 3.0' } } };
    await i18next.use(initReactI18next).init({
      lng: language,
      resources: { [language]: { ...Object.fromEntries(messages), kinds } },
      interpolation: { escapeValue: false },
    });
    const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
    return renderToString(
      <RouterContextProvider router={router as never}>
        <UnsentCard generation={sampleGeneration()} code="network_error" onRetry={() => undefined} />
      </RouterContextProvider>,
    );
  }
  const words = (key: string, values = {}) => i18next.t(key as never, values as never);

  it('sends again while its model is open', async () => {
    setKindClosures([]);
    const card = await render();
    expect(card).toContain(words('messages:error.network_error'));
    expect(card).toContain(words('preview:retry', { count: 300, credits: '300' }));
    expect(card).toContain(words('preview:unsent.edit'));
  });

  it('leads to the successor of a model that was closed meanwhile', async () => {
    setKindClosures([closure]);
    const card = await render();
    expect(card).toContain(words('messages:error.kind_closed'));
    expect(card).toContain(words('preview:continue', { name: 'Wan 3.0' }));
    expect(card).toContain(`model=${closure.successor}`);
    expect(card).not.toContain(words('preview:retry', { count: 300, credits: '300' }));
  });

  it('leads to the form of a closed model that has no successor', async () => {
    setKindClosures([{ ...closure, successor: null }]);
    const card = await render();
    expect(card).toContain(words('messages:error.kind_closed'));
    expect(card).toContain(words('preview:unsent.edit'));
    expect(card).not.toContain(words('preview:retry', { count: 300, credits: '300' }));
  });
});
