import { randomUUID } from 'node:crypto';
import type { Atelier, Line } from '@atelier/client';
import {
  agreeOnPrice,
  assertAccepted,
  bindPrice,
  readConsent,
  spendingLines,
  spendingOptions,
} from '../agree-on-price.ts';
import { type Command, type Context, readText } from '../command.ts';
import { ExitError, usageError } from '../exit-error.ts';
import { follow, printResults, saveResults } from '../follow.ts';
import { toInput, uploadOnce } from '../read-input.ts';
import { listSeparator, readTable, type TableRow } from '../read-table.ts';

export const batch: Command = {
  usage: 'FILE.csv',
  summary: 'Make a generation of each row, at one total and after one question: all of them or none',
  options: { ...spendingOptions, name: { type: 'string' }, 'no-wait': { type: 'boolean' } },
  optionLines: [
    'The first row names the columns: kind, and fields of the models. An empty cell leaves its field out;',
    `several values of a field have ${listSeparator} between them.`,
    ...spendingLines,
    '--name NAME         name of the batch in the library',
    '--no-wait           print the ids and end, without waiting',
  ],
  async run(context, values, [file, ...others]) {
    if (file === undefined || others.length > 0) throw usageError('Name one file');
    const { terminal, connect, readUrl, setHint } = context;
    const consent = readConsent(values, terminal);
    setHint(['Nothing was started.']);
    const rows = await readTable(file);
    const atelier = await connect();
    const lines = await readLines(context, atelier, rows);
    const quoted = await atelier.quote({ lines });
    const repeatedId = readText(values['request-id']);
    // The first one may have taken the last credits; the site answers a repetition all the same.
    if (repeatedId === undefined) assertAccepted(quoted, (path) => namePlace(path, rows));
    await agreeOnPrice(terminal, quoted, consent);
    const requestId = repeatedId ?? randomUUID();
    setHint([`It may have started. Repeat the command with --request-id ${requestId}: that is one batch.`], {
      request_id: requestId,
    });
    const name = readText(values.name);
    const { batch: created, generations: ids } = await atelier.batch(lines, {
      ...bindPrice(quoted),
      request_id: requestId,
      ...(name !== undefined && { name }),
    });
    terminal.note(`Started batch ${created.id} of ${ids.length}`);
    if (values['no-wait'] === true) {
      terminal.print({ batch: created, generations: ids.map((id) => ({ id })) }, ids);
      return 'done';
    }
    const { generations, exit } = await follow(context, atelier, ids);
    const described = await saveResults(atelier, generations, readText(values.to));
    printResults(terminal, await readUrl(), described, { batch: created });
    return exit;
  },
};

/** Reads all rows before it gives up, so that one run shows everything that is wrong with the table. */
async function readLines(
  { terminal }: Pick<Context, 'terminal'>,
  atelier: Atelier,
  rows: readonly TableRow[],
): Promise<Line[]> {
  const upload = uploadOnce(atelier, terminal.note);
  const lines: Line[] = [];
  const problems: string[] = [];
  for (const { line, kind, fields } of rows) {
    try {
      const input = await toInput(await atelier.describe(kind), fields, upload, { listSeparator });
      lines.push({ kind, input });
    } catch (error) {
      if (!(error instanceof ExitError)) throw error;
      problems.push(`line ${line}: ${error.message}`);
    }
  }
  if (problems.length > 0) throw usageError(problems.join('\n'));
  return lines;
}

/** Turns `lines.2.prompt`, which counts rows, into the line of the file. */
function namePlace(path: string, rows: readonly TableRow[]): string {
  const [, number, field] = /^lines\.(\d+)\.(.+)$/.exec(path) ?? [];
  const row = rows[Number(number) - 1];
  return row ? `line ${row.line}, ${field}` : path;
}
