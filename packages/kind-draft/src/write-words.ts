import type { Plan } from './plan.ts';

/** Begin every text that a human has to translate or to write. A test of the locales fails while one is left. */
const untranslated = '[translate] ';
const unwritten = '[write] ';

export type Messages = { [key: string]: string | Messages };

const actions = { video: 'Generate', image: 'Generate', audio: 'Generate', text: 'Ask' } as const;

/** Existing messages of a language: those that all kinds share, those of each kind of the same medium, and of others. */
export type KnownWords = { shared: Messages; sameMedium: readonly Messages[]; others: readonly Messages[] };

/**
 * `web/src/locales/<language>/kinds/<id>.json`: labels of fields and options only where the shared words have none, and as
 * another kind has them where one does.
 */
export function writeWords(plan: Plan, known: KnownWords, isEnglish: boolean): Messages {
  const { shared } = known;
  const ofKinds = [...known.sameMedium, ...known.others];

  const mark = (text: string) => (isEnglish ? text : untranslated + text);
  const toWrite = (text: string) => (isEnglish ? unwritten : untranslated) + text;
  const labels = (shared.fields ?? {}) as Messages;
  const optionLabels = (shared.options ?? {}) as Record<string, Messages>;
  const fields: Messages = {};
  const options: Record<string, Messages> = {};
  for (const field of plan.fields) {
    if (!Object.hasOwn(labels, field.name)) {
      const help = shortened(field.source?.description ?? '');
      const drafted = { label: mark(formatLabel(field.name)), ...(help ? { help: mark(help) } : {}) };
      fields[field.name] = wordsAt(ofKinds, 'fields', field.name) ?? drafted;
    }
    for (const value of field.options ?? []) {
      const isNamed = Object.hasOwn(optionLabels[field.name] ?? {}, String(value));
      if (isNamed || /^\d/.test(String(value))) continue;
      const text = wordsAt(ofKinds, 'options', field.name, String(value)) ?? mark(formatLabel(String(value)));
      options[field.name] = { ...options[field.name], [String(value)]: text };
    }
  }
  return {
    description: toWrite(`${plan.title}: one sentence on what it makes and how it differs from the others.`),
    cta: findMost(known.sameMedium.flatMap(({ cta }) => (cta ? [cta] : []))) ?? mark(actions[plan.medium]),
    strengths: toWrite('What this model is good at.'),
    limits: toWrite('What it cannot do.'),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
}

/** Returns the text of a kind at this path; a text and its help belong together. */
function wordsAt(kinds: readonly Messages[], ...path: readonly string[]): Messages | string | undefined {
  const found = kinds.map((words) =>
    path.reduce<Messages | string | undefined>(
      (inner, name) => (typeof inner === 'object' && Object.hasOwn(inner, name) ? inner[name] : undefined),
      words,
    ),
  );
  return found.find((text) => text !== undefined);
}

/** Returns the most frequent of the texts. */
function findMost(texts: readonly (Messages | string)[]): Messages | string | undefined {
  const [most] = [...Map.groupBy(texts, (text) => text)].toSorted(([, a], [, b]) => b.length - a.length);
  return most?.[0];
}

/** The first sentence, where it is short enough to be read beside a control. */
function shortened(description: string): string {
  const [sentence = ''] = description.split(/(?<=\.)\s/);
  return sentence.length <= 120 ? sentence.replace(/\.$/, '') : '';
}

/** `camera_lora_scale` is "Camera lora scale". */
function formatLabel(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
