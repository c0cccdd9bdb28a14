import type { Command } from '../command.ts';
import { readText } from '../command.ts';
import { usageError } from '../exit-error.ts';
import { follow, printResults, saveResults } from '../follow.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const toOption = { to: { type: 'string' } } as const;

export const watch: Command = {
  usage: 'ID …',
  summary: 'Wait until generations have ended. Ctrl-C ends the waiting alone',
  options: toOption,
  optionLines: ['--to FOLDER         save the results there'],
  async run(context, values, given) {
    const ids = readIds(given);
    const atelier = await context.connect();
    const { generations, exit } = await follow(context, atelier, ids);
    const described = await saveResults(atelier, generations, readText(values.to));
    printResults(context.terminal, await context.readUrl(), described);
    return exit;
  },
};

export const download: Command = {
  usage: 'ID …',
  summary: 'Save the results of ended generations',
  options: toOption,
  optionLines: ['--to FOLDER         instead of this folder'],
  async run({ terminal, connect }, values, given) {
    const ids = readIds(given);
    const atelier = await connect();
    const saved: { id: string; files: string[] }[] = [];
    for (const id of ids) saved.push({ id, files: await atelier.download(id, readText(values.to) ?? '.') });
    terminal.print(
      { downloads: saved },
      saved.flatMap(({ files }) => files),
    );
    return 'done';
  },
};

function readIds(given: readonly string[]): string[] {
  if (given.length === 0) throw usageError('Name an id, which atelier generate has printed');
  const wrong = given.find((id) => !uuid.test(id));
  if (wrong !== undefined) throw usageError(`${wrong} is not the id of a generation`);
  return [...new Set(given.map((id) => id.toLowerCase()))];
}
