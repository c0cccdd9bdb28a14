import { type ParseArgsConfig, parseArgs } from 'node:util';

/**
 * Parses the arguments of a command and reads their values. Every refusal, an unknown option included, is an Error for the
 * terminal whose message ends with the usage.
 */
export function parseCommand<const Config extends ParseArgsConfig, Values>(
  usage: string,
  config: Config,
  read: (parsed: ReturnType<typeof parseArgs<Config>>) => Values,
): Values {
  try {
    return read(parseArgs(config));
  } catch (error) {
    throw new Error(`${(error as Error).message}\n${usage}`, { cause: error });
  }
}

/** Reads a number above zero or, from `least` on, a whole number. Returns undefined when the option is not given. */
export function readNumber(option: string, given: string, least?: number): number;
export function readNumber(option: string, given: string | undefined, least?: number): number | undefined;
export function readNumber(option: string, given: string | undefined, least?: number): number | undefined {
  if (given === undefined) return undefined;
  const number = Number(given);
  const isAbove = least === undefined ? number > 0 && number < Infinity : number >= least;
  if (isAbove && (least === undefined || Number.isSafeInteger(number))) return number;
  const expected = least === undefined ? 'number above zero' : `whole number from ${least} on`;
  throw new Error(`--${option} is "${given}", which is not a ${expected}.`);
}

/** Returns undefined when the option is not given. */
export function readChoice<Choice extends string>(
  option: string,
  given: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  const choice = choices.find((each) => each === given);
  if (given !== undefined && choice === undefined)
    throw new Error(`--${option} is "${given}", not ${choices.join(' or ')}.`);
  return choice;
}
