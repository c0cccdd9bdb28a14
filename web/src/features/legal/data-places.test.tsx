import i18next from 'i18next';
import { renderToString } from 'react-dom/server';
import { initReactI18next } from 'react-i18next';
import { beforeAll, describe, expect, it } from 'vitest';
import en from '../../locales/en/legal.json' with { type: 'json' };
import zh from '../../locales/zh-CN/legal.json' with { type: 'json' };
import { DataPlaces } from './data-places.tsx';

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    ns: ['legal'],
    resources: { en: { legal: en }, 'zh-CN': { legal: zh } },
    interpolation: { escapeValue: false },
  });
});

const times = {
  trash_days: 41,
  erasure_days: 12,
  provider_file_hours: 37,
  provider_stores_payloads: true,
  provider_deletes_payloads: false,
};

describe.each(['en', 'zh-CN'])('the places of data in %s', (language) => {
  const render = async (change: Partial<typeof times> = {}) => {
    await i18next.changeLanguage(language);
    return renderToString(<DataPlaces times={{ ...times, ...change }} />);
  };

  it('name the times of this site', async () => {
    const page = await render();
    for (const count of ['41', '12', '37']) expect(page).toContain(` ${count} `);
    expect(page).not.toMatch(/places\.|\{\{/);
  });

  it('say whether fal stores prompts', async () => {
    const stored = await render();
    const unstored = await render({ provider_stores_payloads: false });
    expect(stored).toContain('30');
    expect(unstored).not.toContain('30');
  });

  it('say that this site has fal delete them', async () => {
    const { deleted, stored, unstored } = (language === 'en' ? en : zh).places.provider;
    const page = await render({ provider_deletes_payloads: true });
    expect(page).toContain(deleted);
    expect(page).not.toContain(stored);
    const off = await render({ provider_deletes_payloads: true, provider_stores_payloads: false });
    expect(off).toContain(unstored);
    expect(off).not.toContain(deleted);
  });
});

it('one hour and one day are singular', async () => {
  await i18next.changeLanguage('en');
  const single = { ...times, trash_days: 1, erasure_days: 1, provider_file_hours: 1 };
  const page = renderToString(<DataPlaces times={single} />);
  expect(page).toContain('1 hour after');
  expect(page).not.toMatch(/\b1 (hours|days)\b/);
});
