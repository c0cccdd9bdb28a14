import type { Plan } from './plan.ts';

/** Begin every text that a human has to translate or to write. A test of the locales fails while one is left. */
const translate = '[translate] ';
const unwritten = '[write] ';

export type Words = { [key: string]: string | Words };

const actions = { video: 'Generate', image: 'Generate', audio: 'Generate', text: 'Ask' } as const;

/** `web/src/locales/<language>/kinds/<id>.json`: labels of fields and options only where `shared` has none. */
export function writeWords(plan: Plan, shared: Words, isEnglish: boolean): Words {
  const mark = (text: string) => (isEnglish ? text : translate + text);
  const toWrite = (text: string) => (isEnglish ? unwritten : translate) + text;
  const labels = (shared.fields ?? {}) as Words;
  const optionLabels = (shared.options ?? {}) as Record<string, Words>;
  const fields: Words = {};
  const options: Record<string, Words> = {};
  for (const field of plan.fields) {
    if (!Object.hasOwn(labels, field.name)) {
      const help = shortened(field.source?.description ?? '');
      fields[field.name] = { label: mark(labelOf(field.name)), ...(help ? { help: mark(help) } : {}) };
    }
    for (const value of field.options ?? []) {
      const isNamed = Object.hasOwn(optionLabels[field.name] ?? {}, String(value));
      if (isNamed || /^\d/.test(String(value))) continue;
      options[field.name] = { ...options[field.name], [String(value)]: mark(labelOf(String(value))) };
    }
  }
  return {
    description: toWrite(`${plan.title}: one sentence on what it makes and how it differs from the others.`),
    cta: mark(actions[plan.medium]),
    strengths: toWrite('What this model is good at.'),
    limits: toWrite('What it cannot do.'),
    ...(Object.keys(fields).length > 0 ? { fields } : {}),
    ...(Object.keys(options).length > 0 ? { options } : {}),
  };
}

/** The first sentence, where it is short enough to be read beside a control. */
function shortened(description: string): string {
  const [sentence = ''] = description.split(/(?<=\.)\s/);
  return sentence.length <= 120 ? sentence.replace(/\.$/, '') : '';
}

/** `camera_lora_scale` is "Camera lora scale". */
function labelOf(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
