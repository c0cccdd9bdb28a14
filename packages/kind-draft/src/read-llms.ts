import type { EndpointSchema, SchemaField, Shape } from '@atelier/fal';

/** One entry of a schema: - **`name`** (`type`, _required_): */
const entry = /^- \*\*`(\w+)`\*\* \(`([^`]+)`, _(required|optional)_\):?/;

/**
 * Reads the page that fal publishes of a model for language models (`llms.txt`). The entries below "Input Schema" and
 * "Output Schema" state type, default, range and options in lines of their own. Throws on a page without them.
 */
export function readLlms(page: string, endpoint?: string): EndpointSchema {
  const id = /\*\*Model ID\*\*: `([^`]+)`/.exec(page)?.[1];
  if (id === undefined) throw new Error('The page names no Model ID');
  if (endpoint !== undefined && id !== endpoint) throw new Error(`The page is about ${id}, not ${endpoint}`);
  const [input, output] = [readSection(page, 'Input Schema'), readSection(page, 'Output Schema')];
  if (input.length === 0) throw new Error(`The page of ${id} describes no input`);
  return { endpoint: id, input, output, isDeprecated: /\*\*Status\*\*: deprecated/i.test(page) };
}

function readSection(page: string, heading: string): SchemaField[] {
  const body = page.split(new RegExp(`^### ${heading}$`, 'm'))[1]?.split(/^##/m)[0] ?? '';
  return body
    .split(/^(?=- \*\*`)/m)
    .filter((block) => entry.test(block))
    .map((block) => readEntry(block, heading.startsWith('Output')));
}

function readEntry(block: string, isOutput: boolean): SchemaField {
  const [, name = '', declared = '', need] = entry.exec(block) ?? [];
  const [, ...lines] = block.split('\n').map((each) => each.trim());
  const stated = (label: string) =>
    lines.find((each) => each.startsWith(`- ${label}: `))?.slice(label.length + 4);
  const initial = readJson(/^`(.+)`$/.exec(stated('Default') ?? '')?.[1]);
  const shape = withLimits(
    readType(declared, isOutput),
    stated('Range'),
    stated('Options'),
    stated('Max length'),
  );
  return {
    name,
    shape,
    isRequired: need === 'required',
    ...(initial === undefined || initial === null ? {} : { default: initial }),
    description: lines.filter((each) => each !== '' && !/^(?:- |\*\*|```)/.test(each))[0] ?? '',
  };
}

function readJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const plain: Readonly<Record<string, Shape>> = {
  string: { type: 'text' },
  integer: { type: 'number', isWhole: true },
  float: { type: 'number', isWhole: false },
  boolean: { type: 'boolean' },
};

/** A name of fal's own is a file in an output, and unknown in an input; enums get their options from their line. */
function readType(declared: string, isOutput: boolean): Shape {
  const parts = declared
    .split('|')
    .map((part) => part.trim())
    .filter((part) => part !== 'null');
  if (parts.length > 1) return { type: 'union', of: parts.map((part) => readType(part, isOutput)) };
  const [only = ''] = parts;
  const item = /^list<(.+)>$/.exec(only)?.[1];
  if (item !== undefined) return { type: 'list', of: readType(item, isOutput) };
  const known = Object.hasOwn(plain, only) ? plain[only] : undefined;
  return known ?? (isOutput ? { type: 'object', name: only, fields: [] } : { type: 'unknown' });
}

function withLimits(shape: Shape, range?: string, options?: string, length?: string): Shape {
  const values = [...(options ?? '').matchAll(/`([^`]+)`/g)].flatMap(([, text]) => {
    const value = readJson(text);
    return typeof value === 'string' || typeof value === 'number' ? [value] : [];
  });
  if (values.length > 0) {
    const choice: Shape = { type: 'choice', options: values };
    if (shape.type !== 'union') return choice;
    const others = shape.of.filter(({ type }) => type !== 'unknown' && type !== 'text');
    return others.length === 0 ? choice : { type: 'union', of: [...others, choice] };
  }
  const [, min, max] = /`(-?[\d.]+)` to `(-?[\d.]+)`/.exec(range ?? '') ?? [];
  if (shape.type === 'number' && max !== undefined) return { ...shape, min: Number(min), max: Number(max) };
  const most = /\d+/.exec(length ?? '')?.[0];
  return shape.type === 'text' && most !== undefined ? { ...shape, maxLength: Number(most) } : shape;
}
