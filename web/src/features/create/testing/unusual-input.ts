import { type Field, type Kind, type KindInput, parseInput } from '@atelier/catalog';

/** An input that differs from the defaults wherever it can: what a rule refuses keeps its default. */
export function unusualInput(kind: Kind): Record<string, unknown> {
  const input = Object.fromEntries(
    Object.entries(kind.fields).map(([name, field]) => [name, unusualValue(field, name)]),
  );
  const refused = kind.rules.flatMap((rule) => rule(input)).map(({ path }) => path);
  return { ...input, ...Object.fromEntries(refused.map((name) => [name, kind.fields[name]?.default])) };
}

/** The same with every optional text empty. */
export function emptiedInput(kind: Kind): Record<string, unknown> {
  const texts = Object.entries(kind.fields).filter(
    ([, { widget, isRequired }]) => widget.type === 'textarea' && !isRequired,
  );
  return { ...unusualInput(kind), ...Object.fromEntries(texts.map(([name]) => [name, ''])) };
}

const text = '雨夜 & "neon" = 100 % + #1\nsecond line';

function unusualValue({ widget, default: usual }: Field, name: string): unknown {
  switch (widget.type) {
    case 'textarea':
      return name === 'srt_content' ? `1\n00:00:01,000 --> 00:00:04,500\n${text}` : text;
    case 'choice':
      return widget.options.findLast(({ value }) => value !== usual)?.value ?? usual;
    case 'slider':
      return widget.max === usual ? widget.min : widget.max;
    case 'consent':
      return true;
    case 'switch':
      return !usual;
    case 'seed':
      return 7;
    case 'upload': {
      const urls = ['https://example.com/a%20b.png?x=1&y=2', '/media/u/c.png'];
      return widget.maxFiles > 1 ? urls : urls[0];
    }
  }
}

export function parsed(kind: Kind, raw: Readonly<Record<string, unknown>>): KindInput {
  const result = parseInput(kind, raw);
  if (!result.ok) throw new Error(JSON.stringify(result.issues));
  return result.input;
}
