import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

type Texts = { title: string; advice: string; back: string };

const english: Texts = {
  title: 'Sign-in did not work',
  advice: 'Go back to the application and start again.',
  back: 'Back to the application',
};

/**
 * Returns a function that renders the page of a failed sign-in, in every language of the built web app at once: there is
 * no session yet that knows the user's. Without a build it is English alone. Its `message` is one of our own sentences
 * and is inserted unescaped.
 */
export function createSignInProblemPage(webDist: string): (message: string) => string {
  const file = join(webDist, 'page-texts.json');
  const texts: Record<string, Texts> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const { en = english, ...others } = texts;
  const translations = Object.entries(others).map(
    ([tag, { title, advice, back }]) =>
      `<hr>\n<div lang="${tag}"><h2>${title}</h2><p>${advice}</p><p><a href="/">${back}</a></p></div>`,
  );
  return (message) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${en.title} · Atelier</title></head>
<body>
<main>
<h1>${en.title}</h1>
<p>${message}.</p>
<p><a href="/">${en.back}</a></p>
${translations.join('\n')}
</main>
</body>
</html>`;
}
