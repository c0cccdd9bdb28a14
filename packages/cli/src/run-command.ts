import { parseArgs } from 'node:util';
import { createAtelier } from '@atelier/client';
import type { Command, Context, OptionValues } from './command.ts';
import { readText } from './command.ts';
import { account } from './commands/account.ts';
import { batch } from './commands/batch.ts';
import { download, watch } from './commands/follow-up.ts';
import { generate, quote } from './commands/generate.ts';
import { fields, models } from './commands/models.ts';
import { login, logout } from './commands/sign-in.ts';
import { ExitError, type ExitName, toExitError, usageError } from './exit-error.ts';
import { findKeyFile, readSignIn } from './key-file.ts';
import { createTerminal, type Streams, type Terminal } from './terminal.ts';

const commands: Readonly<Record<string, Command>> = {
  login,
  logout,
  models,
  fields,
  quote,
  generate,
  batch,
  watch,
  download,
  account,
};

const sharedOptions = {
  json: { type: 'boolean' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;
const sharedLines = [
  '--url ADDRESS       the site; otherwise ATELIER_URL, or that of atelier login',
  '--json              one JSON document on the standard output, everything else on the standard error',
  '-h, --help          this text',
];

export type Run = {
  args: readonly string[];
  env: Context['env'];
  streams: Streams;
  setHint: Context['setHint'];
};

/** Runs one command, prints its result or error, and returns how it ends. */
export async function runCommand({ args, env, streams, setHint }: Run): Promise<ExitName> {
  const [name = '', ...rest] = args;
  const terminal = createTerminal(streams, args.includes('--json'));
  let hint: Hint = { lines: [] };
  const keepHint: Context['setHint'] = (lines, document) => {
    hint = { lines, document };
    setHint(lines, document);
  };
  try {
    if (['', 'help', '-h', '--help'].includes(name)) return printHelp(terminal, formatCommands());
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw usageError(`There is no command ${name}. See: atelier --help`);
    const { values, positionals } = parse(command, rest);
    if (values.help === true) return printHelp(terminal, formatHelp(name, command));
    return await command.run(createContext(terminal, env, values, keepHint), values, positionals);
  } catch (error) {
    const exit = toExitError(error);
    const isOpen = exit.exit === 'unreachable' || exit.code === 'file_error';
    printError(terminal, exit, args.includes('--json'), isOpen ? hint : { lines: [] });
    return exit.exit;
  }
}

function parse(command: Command, args: string[]): { values: OptionValues; positionals: string[] } {
  try {
    return parseArgs({ args, options: { ...command.options, ...sharedOptions }, allowPositionals: true });
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

function createContext(
  terminal: Terminal,
  env: Context['env'],
  values: OptionValues,
  setHint: Context['setHint'],
): Context {
  const keyFile = findKeyFile(env);
  const connectWith: Context['connectWith'] = ({ url, key }) => createAtelier({ baseUrl: url, key });
  const readUrl = async () => {
    const given = readText(values.url) || env.ATELIER_URL || (await readSignIn(keyFile))?.url;
    if (given === undefined) throw usageError('Which site? Give --url ADDRESS or set ATELIER_URL');
    if (!URL.canParse(given) || !/^https?:$/.test(new URL(given).protocol))
      throw usageError(`${given} is no address of a site, such as https://your.address`);
    return new URL(given).href.replace(/\/+$/, '');
  };
  const connect = async () => {
    const url = await readUrl();
    if (env.ATELIER_KEY) return connectWith({ url, key: env.ATELIER_KEY });
    const signIn = await readSignIn(keyFile);
    // A key is never sent to another site than its own.
    if (signIn?.url === url) return connectWith(signIn);
    throw new ExitError(
      'key',
      'not_signed_in',
      `There is no key for ${url}. Run: atelier login --url ${url}`,
    );
  };
  return { terminal, env, keyFile, readUrl, connect, connectWith, setHint };
}

function printHelp(terminal: Terminal, lines: readonly string[]): ExitName {
  terminal.print({ help: lines.join('\n') }, lines);
  return 'done';
}

type Hint = { lines: readonly string[]; document?: object };

/** `hint` says how to go on where it was not the site that refused. */
function printError(
  terminal: Terminal,
  { code, message, details }: ExitError,
  isJson: boolean,
  hint: Hint,
): void {
  if (isJson) terminal.print({ error: { code, message, ...details }, ...hint.document }, []);
  for (const line of [message, ...hint.lines]) terminal.note(line);
}

function formatCommands(): string[] {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  return [
    'Makes videos, images, sounds and answers on an Atelier site.',
    '',
    'atelier COMMAND [options]',
    ...Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`),
    '',
    'atelier COMMAND --help shows the options of a command. All of them take:',
    ...sharedLines.map((line) => `  ${line}`),
  ];
}

function formatHelp(name: string, { usage, summary, optionLines = [] }: Command): string[] {
  return [
    `atelier ${name} ${usage}`.trimEnd(),
    summary,
    '',
    ...[...optionLines, ...sharedLines].map((line) => `  ${line}`),
  ];
}
