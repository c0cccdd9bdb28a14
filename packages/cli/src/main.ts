#!/usr/bin/env node
import { exitCodes } from './exit-error.ts';
import { runCommand } from './run-command.ts';

await main();

async function main(): Promise<void> {
  const { argv, env, stdin, stdout, stderr } = process;
  const args = argv.slice(2);
  let hint: { lines: readonly string[]; document?: object } = { lines: [] };

  // Ends at once, whatever is in flight: the site goes on with what has started.
  process.once('SIGINT', () => {
    const { lines, document } = hint;
    stderr.write(['', ...lines, ''].join('\n'));
    if (args.includes('--json')) stdout.write(`${JSON.stringify({ interrupted: true, ...document })}\n`);
    process.exit(exitCodes.interrupted);
  });

  const ended = await runCommand({
    args,
    env,
    streams: { stdin, stdout, stderr },
    setHint: (lines, document) => {
      hint = { lines, document };
    },
  });
  process.exitCode = exitCodes[ended];
}
