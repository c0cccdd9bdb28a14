import type { FieldSchema, Model } from '@atelier/client';
import type { Command, Context } from '../command.ts';
import { ExitError, usageError } from '../exit-error.ts';

export const models: Command = {
  usage: '[WORD …]',
  summary: 'List the models on sale, with their prices; only those that fit all of the words',
  async run(context, _values, words) {
    const found = await (await connectForReading(context)).models(...words);
    const width = Math.max(0, ...found.map(({ kind }) => kind.length));
    const lines = found.map(({ kind, medium, credits }) => {
      const price =
        credits.from === credits.usual ? `${credits.usual}` : `${credits.usual}, from ${credits.from}`;
      return `${kind.padEnd(width)}  ${medium.padEnd(5)}  ${price} credits`;
    });
    context.terminal.print(
      { models: found satisfies Model[] },
      lines.length > 0 ? lines : ['No model fits. Try fewer words.'],
    );
    return 'done';
  },
};

export const fields: Command = {
  usage: 'KIND',
  summary: 'List the fields of a model',
  async run(context, _values, [kind, ...others]) {
    if (kind === undefined || others.length > 0) throw usageError('Name one kind');
    const described = await (await connectForReading(context)).describe(kind);
    if (!described)
      throw new ExitError(
        'refused',
        'not_found',
        `There is no kind ${kind}. See: atelier models ${kind.split('-')[0]}`,
      );
    const lines = Object.entries(described.fields).map(([name, schema]) =>
      [name, described.required.includes(name) ? '(needed)' : '', describeField(schema)]
        .filter(Boolean)
        .join(' '),
    );
    context.terminal.print(described, [described.description, ...lines]);
    return 'done';
  },
};

/** Prices and fields are public: a key is not needed. */
async function connectForReading({ readUrl, connectWith }: Pick<Context, 'readUrl' | 'connectWith'>) {
  return connectWith({ url: await readUrl() });
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  number: 'a number',
  array: 'a list',
};

function describeField(field: FieldSchema): string {
  const { type = [], anyOf = [], minimum, maximum, default: initial, description } = field;
  const choices = [field, ...anyOf].flatMap(({ enum: values }) => values ?? []);
  const types = [type].flat().flatMap((each) => typeNames[each] ?? []);
  const range = minimum !== undefined && maximum !== undefined ? [`${minimum} to ${maximum}`] : types;
  const kind = choices.length > 0 ? choices.join(', ') : range.join(' or ');
  const fallback = initial === undefined || initial === '' ? '' : `; otherwise ${JSON.stringify(initial)}`;
  return [`${kind}${fallback}.`, description].filter(Boolean).join(' ');
}
