// `npm run bench`: measures the rows of the server budgets against their floors, prints a table, keeps it as JSON.
// A missed target is no failure; a row that could not be measured is.
import { join } from 'node:path';
import { readArguments } from './read-arguments.ts';
import { describeMachine } from './report/describe-machine.ts';
import { describeMachineInWords } from './report/describe-machine-in-words.ts';
import { writeResults } from './report/write-results.ts';
import { repositoryRoot } from './repository-root.ts';
import { rows } from './rows.ts';
import { runRows } from './run-rows.ts';

const say = (line: string) => console.log(line);

try {
  const knownIds = rows.map((row) => row.id);
  const choice = readArguments(process.argv.slice(2), knownIds);
  const chosen = choice.rowIds.length === 0 ? rows : rows.filter((row) => choice.rowIds.includes(row.id));
  const machine = describeMachine();
  say(describeMachineInWords(machine, choice.isQuick));
  const results = await runRows(chosen, choice, say);
  const file = writeResults(join(repositoryRoot, 'bench-results'), {
    machine,
    isQuick: choice.isQuick,
    results,
  });
  say(`\nWritten to ${file}`);
  process.exitCode = results.some((result) => result.problem !== undefined) ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
