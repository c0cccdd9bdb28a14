import { randomUUID } from 'node:crypto';
import type { Atelier, Line } from '@atelier/client';
import {
  agreeOnPrice,
  assertAccepted,
  bindPrice,
  formatPrice,
  readConsent,
  spendingLines,
  spendingOptions,
} from '../agree-on-price.ts';
import { type Command, type Context, type OptionValues, readList, readText } from '../command.ts';
import { usageError } from '../exit-error.ts';
import { follow, printResults, saveResults } from '../follow.ts';
import { readFieldArguments, toInput, uploadOnce } from '../read-input.ts';

const inputOptions = { input: { type: 'string', short: 'i', multiple: true } } as const;
const inputLines = [
  '-i FIELD=VALUE      a field of the model (see: atelier fields KIND); a local file is uploaded;',
  '                    repeat it for each value of a list',
];

export const quote: Command = {
  usage: 'KIND -i FIELD=VALUE …',
  summary: 'Show the exact price and the time, and whether it would be refused. Spends nothing',
  options: inputOptions,
  optionLines: inputLines,
  async run(context, values, positionals) {
    const atelier = await context.connect();
    const quoted = await atelier.quote(await readLine(context, atelier, values, positionals));
    assertAccepted(quoted);
    context.terminal.print(quoted, [formatPrice(quoted)]);
    return 'done';
  },
};

export const generate: Command = {
  usage: 'KIND -i FIELD=VALUE …',
  summary: 'Make something: show the price, ask, start, and wait for the result',
  options: {
    ...inputOptions,
    ...spendingOptions,
    'no-wait': { type: 'boolean' },
    webhook: { type: 'string' },
  },
  optionLines: [
    ...inputLines,
    ...spendingLines,
    '--no-wait           print the id and end, without waiting',
    '--webhook URL       an address that is notified at the end',
  ],
  async run(context, values, positionals) {
    const { terminal, connect, readUrl, setHint } = context;
    const consent = readConsent(values, terminal);
    setHint(['Nothing was started.']);
    const atelier = await connect();
    const line = await readLine(context, atelier, values, positionals);
    const quoted = await atelier.quote(line);
    const repeatedId = readText(values['request-id']);
    // The first one may have taken the last credits; the site answers a repetition all the same.
    if (repeatedId === undefined) assertAccepted(quoted);
    await agreeOnPrice(terminal, quoted, consent);
    const requestId = repeatedId ?? randomUUID();
    setHint([`It may have started. Repeat the command with --request-id ${requestId}: that is one job.`], {
      request_id: requestId,
    });
    const webhook = readText(values.webhook);
    const { generation } = await atelier.generate(line, {
      ...bindPrice(quoted),
      request_id: requestId,
      ...(webhook !== undefined && { webhook_url: webhook }),
    });
    terminal.note(`Started ${generation.id}`);
    const url = await readUrl();
    if (values['no-wait'] === true) {
      printResults(terminal, url, [{ generation, files: [] }]);
      return 'done';
    }
    const { generations, exit } = await follow(context, atelier, [generation.id]);
    printResults(terminal, url, await saveResults(atelier, generations, readText(values.to)));
    return exit;
  },
};

async function readLine(
  { terminal }: Pick<Context, 'terminal'>,
  atelier: Atelier,
  values: OptionValues,
  [kind, ...others]: readonly string[],
): Promise<Line> {
  if (kind === undefined) throw usageError('Name a kind. See: atelier models');
  if (others.length > 0) throw usageError(`${others[0]} is no option. Fields are given as -i FIELD=VALUE`);
  const given = readFieldArguments(readList(values.input));
  const upload = uploadOnce(atelier, terminal.note);
  return { kind, input: await toInput(await atelier.describe(kind), given, upload) };
}
