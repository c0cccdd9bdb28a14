import { type Kind, type KindInput, maxPromptCodePoints, parseInput } from '../index.ts';
import { listExamples } from '../server.ts';

/** The parsed input, or an error that lists what is wrong with it. */
export function parsed(kind: Kind, raw: Readonly<Record<string, unknown>>): KindInput {
  const result = parseInput(kind, raw);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.input;
}

/** Values that a field might be sent: the ends of every range of the product, and a little beyond. */
const candidates: unknown[] = [
  -1,
  0,
  0.1,
  0.5,
  1,
  1.5,
  2,
  4,
  5,
  10,
  12,
  20,
  24,
  28,
  30,
  40,
  41,
  50,
  60,
  81,
  100,
  121,
  1_000_000,
  true,
  false,
  null,
  'x',
  '雨夜',
  'ü'.repeat(maxPromptCodePoints),
  'https://example.com/a.mp4',
  ['https://example.com/a.png'],
  [],
];

/** Inputs with one field at a time set to each of its boundary values that are accepted. */
export function boundaryInputs(kind: Kind): KindInput[] {
  const [example] = listExamples(kind);
  const base = parsed(kind, example?.input ?? {});
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    const options = field.widget.type === 'choice' ? field.widget.options.map(({ value }) => value) : [];
    return [...candidates, ...options].flatMap((value) => {
      if (!field.check(name, value).ok) return [];
      const result = parseInput(kind, { ...base, [name]: value });
      return result.ok ? [result.input] : [];
    });
  });
}

/** Wire values of every JSON type. */
export const jsonValues: unknown[] = [null, true, 0, -1, 1e9, 0.5, '', 'x', '5', [], ['x'], {}, { a: 1 }];
