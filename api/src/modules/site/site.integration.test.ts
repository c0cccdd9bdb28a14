import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestFolder } from '@atelier/dev-stack/testing';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestApi } from '../../testing/start-test-api.ts';
import { readLegalFile } from './read-legal-file.ts';

const file = join(await mkdtemp(join(tmpdir(), 'atelier-legal-')), 'legal.md');
await writeFile(
  file,
  '> How to write this.\n\n=== terms en\n# Terms\nBe **kind**.\n\n=== terms zh-CN\n# 条款\n=== privacy en\nWe keep little.\n',
);
const webDist = await createTestFolder('site');
await mkdir(join(webDist, 'pages'));
await writeFile(
  join(webDist, 'pages/routes.json'),
  JSON.stringify({ known: ['/', '/pricing'], listed: ['/', '/pricing'] }),
);
const contact = 'mailto:security@atelier.test';
const api = await startTestApi({
  settings: { LEGAL_FILE: file, SECURITY_CONTACT: contact, WEB_DIST: webDist },
});
afterAll(() => api.close());

const page = async (path: string) => (await api.browser().get(`/api/legal/${path}`)).body;

describe('the pages of the operator', () => {
  it('are shown to everyone in the language asked for, else in the first of the file', async () => {
    const english = { text: '# Terms\nBe **kind**.', language: 'en' };
    expect(await page('terms?language=en')).toEqual(english);
    expect(await page('terms')).toEqual(english);
    expect(await page('terms?language=zh-CN')).toEqual({ text: '# 条款', language: 'zh-CN' });
    expect(await page('privacy?language=zh-CN')).toEqual({ text: 'We keep little.', language: 'en' });
    expect((await api.browser().get('/api/legal/cookies')).status).toBe(400);
  });

  it('are empty without a file, and so is the contact for vulnerabilities', async () => {
    const bare = await startTestApi();
    onTestFinished(() => bare.close());
    expect((await bare.browser().get('/api/legal/terms')).body).toEqual({ text: null, language: null });
    expect((await bare.browser().get('/.well-known/security.txt')).status).toBe(404);
  });

  it('are refused at the start when the file is missing or its texts are not named', async () => {
    const write = async (text: string) => {
      await writeFile(`${file}.bad`, text);
      return `${file}.bad`;
    };
    const template = readLegalFile(join(import.meta.dirname, '../../../../docker/legal.md'));
    expect(template.find('terms', 'en').text).toBeNull();
    expect(() => readLegalFile('/no/such/file')).toThrow('LEGAL_FILE: cannot be read (ENOENT)');
    const unnamed = await write('# Terms\n');
    expect(() => readLegalFile(unnamed)).toThrow('line 1 of');
    const unknown = await write('=== imprint en\n');
    expect(() => readLegalFile(unknown)).toThrow('names no page of terms, privacy');
  });
});

it('how long prompts and files are kept is public, by the settings of the site', async () => {
  const read = async (settings: Record<string, string>) => {
    const own = await startTestApi({ settings });
    onTestFinished(() => own.close());
    return (await own.browser().get('/api/retention')).body;
  };
  expect(await read({})).toEqual({
    trash_days: 30,
    erasure_days: 14,
    provider_file_hours: 24,
    provider_stores_payloads: true,
    provider_deletes_payloads: false,
  });
  const settings = { TRASH_DAYS: '7', ERASURE_DAYS: '3', FAL_FILE_HOURS: '2', FAL_STORE_PAYLOADS: 'off' };
  expect(await read({ ...settings, PUBLIC_URL: 'https://atelier.example' })).toEqual({
    trash_days: 7,
    erasure_days: 3,
    provider_file_hours: 2,
    provider_stores_payloads: false,
    provider_deletes_payloads: false,
  });
  const { deps } = api;
  await deps.db.pool.query('update cost_mark set payloads_deleted_at = now()');
  expect((await api.browser().get('/api/retention')).body).toMatchObject({ provider_deletes_payloads: true });
});

describe('security.txt', () => {
  it('names the contact and expires within a year, as RFC 9116 wants', async () => {
    const reply = await fetch(`${api.url}/.well-known/security.txt`);
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const text = await reply.text();
    expect(text).toContain(`Contact: ${contact}\n`);
    expect(text).toContain('Canonical: http://atelier.test/.well-known/security.txt');
    const expires = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now());
    expect(expires).toBeLessThan(Date.now() + 365 * 86_400_000);
  });
});

describe('the site for search engines', () => {
  const read = async (path: string) => {
    const [got, head] = await Promise.all([
      fetch(`${api.url}${path}`),
      fetch(`${api.url}${path}`, { method: 'HEAD' }),
    ]);
    for (const name of ['content-type', 'content-length', 'cache-control'])
      expect(head.headers.get(name)).toBe(got.headers.get(name));
    expect([got.status, head.status]).toEqual([200, 200]);
    return { type: got.headers.get('content-type'), text: await got.text() };
  };

  it('robots.txt allows the description of shared pages, disallows the rest of the API, and names the sitemap', async () => {
    const { type, text } = await read('/robots.txt');
    expect(type).toBe('text/plain; charset=utf-8');
    const rules = text.trim().split('\n');
    expect(rules.indexOf('Allow: /api/oembed')).toBeGreaterThan(rules.indexOf('User-agent: *'));
    expect(rules.indexOf('Allow: /api/oembed')).toBeLessThan(rules.indexOf('Disallow: /api/'));
    expect(rules).toContain('Sitemap: http://atelier.test/sitemap.xml');
  });

  it('the sitemap lists the public pages at the address of the site', async () => {
    const { type, text } = await read('/sitemap.xml');
    expect(type).toBe('application/xml; charset=utf-8');
    expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, url]) => url)).toEqual([
      'http://atelier.test/',
      'http://atelier.test/pricing',
    ]);
  });
});
