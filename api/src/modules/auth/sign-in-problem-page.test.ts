import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createSignInProblemPage } from './sign-in-problem-page.ts';

it('the page of a failed sign-in is in every language of the built web app', () => {
  const dist = mkdtempSync(join(tmpdir(), 'web-dist-'));
  onTestFinished(() => rmSync(dist, { recursive: true, force: true }));
  const textsIn = (tag: string) => ({ title: `title ${tag}`, advice: `advice ${tag}`, back: `back ${tag}` });
  writeFileSync(join(dist, 'page-texts.json'), JSON.stringify({ de: textsIn('de'), en: textsIn('en') }));
  const page = createSignInProblemPage(dist)('The sign-in has expired');
  expect(page).toContain('<h1>title en</h1>\n<p>The sign-in has expired.</p>');
  expect(page).toContain(
    '<div lang="de"><h2>title de</h2><p>advice de</p><p><a href="/">back de</a></p></div>',
  );
});

it('the page of a failed sign-in is English alone without a build', () => {
  const page = createSignInProblemPage('/no-such-folder')('The sign-in has expired');
  expect(page).toContain('<h1>Sign-in did not work</h1>');
  expect(page).not.toContain('<div lang=');
});
