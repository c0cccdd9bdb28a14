import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { agreeOnPrice, readConsent } from './agree-on-price.ts';
import { createTerminal } from './terminal.ts';

function openStreams(isTTY: boolean) {
  const open = () => Object.assign(new PassThrough(), { isTTY });
  return { stdin: open(), stdout: open(), stderr: open() };
}

const quote = {
  quote: 'signed',
  expires_at: null,
  total_credits: 20,
  lines: [{ line: 1, cost_credits: 20, expected_seconds: 3, expected_most_seconds: 9 }],
  refusal: null,
};

describe('the question for a price', () => {
  const ask = async (answer: string) => {
    const streams = openStreams(true);
    const terminal = createTerminal(streams, false);
    const asked = agreeOnPrice(terminal, quote, readConsent({}, terminal));
    if (answer === '') streams.stdin.end();
    else streams.stdin.write(`${answer}\n`);
    await asked.finally(() => streams.stderr.end());
    return text(streams.stderr);
  };

  it('shows the price first, and takes a yes', async () => {
    const shown = await ask('y');
    expect(shown).toContain('Price: 20 credits, takes about 3 s');
    expect(shown).toContain('Spend 20 credits? [y/N]');
  });

  it.each(['n', 'yeah', ''])('takes %j for a no', async (answer) => {
    await expect(ask(answer)).rejects.toMatchObject({ exit: 'price', code: 'not_confirmed' });
  });
});

describe('a terminal', () => {
  it('shows progress on one line, and elsewhere a line for each stage', async () => {
    const shown = await Promise.all(
      [true, false].map((isTTY) => {
        const streams = openStreams(isTTY);
        const terminal = createTerminal(streams, false);
        terminal.showProgress('[#-] 1 s', 'queued');
        terminal.showProgress('[##] 2 s', 'queued');
        terminal.endProgress();
        streams.stderr.end();
        return text(streams.stderr);
      }),
    );
    expect(shown).toEqual(['\r\u001B[K[#-] 1 s\r\u001B[K[##] 2 s\r\u001B[K', 'queued\n']);
  });

  it('prints no commands for itself that a prompt or an answer contains', async () => {
    const streams = openStreams(true);
    createTerminal(streams, false).print({}, ['a\u001B]0;title\u0007b', 'two\nlines']);
    streams.stdout.end();
    expect(await text(streams.stdout)).toBe('a]0;titleb\ntwo\nlines\n');
  });

  it('does not show a secret as it is typed', async () => {
    const streams = openStreams(true);
    const secret = createTerminal(streams, false).readSecret('Key: ');
    streams.stdin.write('atl_secret\n');
    expect(await secret).toBe('atl_secret');
    streams.stderr.end();
    expect(await text(streams.stderr)).toBe('Key: \n');
  });
});
