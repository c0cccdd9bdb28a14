/** Settings that another program wrote into a picture, not validated yet. */
export type ForeignSettings = {
  tool: 'a1111' | 'comfyui' | 'invokeai';
  prompt?: string;
  negativePrompt?: string;
  seed?: number;
  width?: number;
  height?: number;
  /** Settings that no form here has, by the names that the program gives them. */
  others: Record<string, string>;
};

export type PngTexts = ReadonlyMap<string, string>;
export type Fields = Record<string, unknown>;

/** Removes empty settings. Returns undefined when none is left. */
export function readSettings(settings: ForeignSettings): ForeignSettings | undefined {
  const { tool, others, ...rest } = settings;
  const found = Object.entries(rest).filter(([, value]) => value !== undefined && value !== '');
  if (found.length === 0) return undefined;
  return { tool, others, ...Object.fromEntries(found) };
}

export function omitKnown(values: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(values).filter(([, value]) => ['string', 'number'].includes(typeof value));
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]));
}

/** Returns undefined when the text is not the JSON of an object. Python's JSON has numbers that JavaScript's has not. */
export function parseFields(text: string | undefined): Fields | undefined {
  if (text === undefined) return undefined;
  try {
    return toFields(JSON.parse(text.replaceAll(/(?<=[[,:]\s*)-?(?:NaN|Infinity)(?=\s*[\],}])/g, 'null')));
  } catch (error) {
    console.warn('The settings in a picture are not JSON', error);
    return undefined;
  }
}

export function toFields(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

export function readText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
