import { relative } from 'node:path';
import { readyAccounts } from '../openid/accounts.ts';
import type { Stack } from '../start-stack.ts';

const descriptions = { paid: 'paid, 20,000 credits', unpaid: 'never paid', operator: 'paid, administrator' };

/** What a user sees when everything answers: where to go, as whom, where the data is, how to stop. */
export function renderBanner(stack: Stack, startedInMs: number): string {
  const { plan, url, apiUrls } = stack;
  const lines = ['', `  Atelier is ready after ${(startedInMs / 1000).toFixed(1)} s`, ''];
  lines.push(row('Open', url));
  if (plan.web.instead !== undefined)
    lines.push(row('', `port ${plan.web.instead} is taken, so it is ${plan.web.port}`));
  if (stack.openid !== undefined) {
    lines.push('');
    for (const { email, describedAs } of readyAccounts) {
      lines.push(
        row('Sign in as', `${email} (${descriptions[describedAs]})`),
        row('', signInLink(url, email)),
      );
    }
    lines.push('');
  }
  lines.push(row('Queues', `${url === apiUrls[0] ? url : queuesHost(stack)}/ops/queues (administrators)`));
  lines.push(row('Data', shortPath(plan.dataDir)), row('Stop', 'Ctrl-C'), '');
  return lines.join('\n');
}

function signInLink(url: string, email: string): string {
  const query = new URLSearchParams({ login_hint: email, redirect: '/creator/video/text-to-video' });
  // These two characters are allowed in a query and easier to read as they are.
  return `${url}/api/auth/login?${query}`.replaceAll('%40', '@').replaceAll('%2F', '/');
}

/** In development the page's own server does not pass the board on; cookies do not tell ports apart. */
function queuesHost({ plan, url, apiUrls }: Stack): string {
  const apiPort = new URL(apiUrls[0] ?? url).port;
  return apiPort === String(plan.web.port) ? url : `http://localhost:${apiPort}`;
}

function shortPath(path: string): string {
  const fromHere = relative(process.cwd(), path);
  return fromHere === '' || fromHere.startsWith('..') ? path : fromHere;
}

function row(label: string, text: string): string {
  return `  ${label.padEnd(12)}${text}`;
}
