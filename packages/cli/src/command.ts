import type { ParseArgsConfig } from 'node:util';
import type { Atelier } from '@atelier/client';
import type { ExitName } from './exit-error.ts';
import type { SignIn } from './key-file.ts';
import type { Terminal } from './terminal.ts';

export type OptionValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

/** Everything that a command works with. */
export type Context = {
  terminal: Terminal;
  env: Readonly<Record<string, string | undefined>>;
  keyFile: string;
  /** Address of `--url` or ATELIER_URL, or of the sign-in. Throws ExitError when there is none. */
  readUrl(): Promise<string>;
  /** A client of the site with the user's key. Throws ExitError when there is no key for it. */
  connect(): Promise<Atelier>;
  /** A client with this key, or with none. */
  connectWith(signIn: Partial<SignIn> & Pick<SignIn, 'url'>): Atelier;
  /** Printed when the command is interrupted from now on: how to go on. */
  setHint(lines: readonly string[], document?: object): void;
};

export type Command = {
  /** Arguments after the name, such as `KIND -i FIELD=VALUE …`. */
  usage: string;
  summary: string;
  /** A line for each option, for its help. */
  optionLines?: readonly string[];
  options?: NonNullable<ParseArgsConfig['options']>;
  run(context: Context, values: OptionValues, positionals: readonly string[]): Promise<ExitName>;
};

/** Returns the values of an option that may be repeated. */
export function readList(value: OptionValues[string]): string[] {
  return [value].flat().filter((each) => typeof each === 'string');
}

export function readText(value: OptionValues[string]): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
