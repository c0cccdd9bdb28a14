import { type ForeignSettings, type PngTexts, readSettings } from './foreign-settings.ts';

/**
 * Stable Diffusion web UI (AUTOMATIC1111, Forge): the prompt, `Negative prompt:` and a line of settings that begins with
 * `Steps:`, all in one text.
 */
export function readA1111(texts: PngTexts): ForeignSettings | undefined {
  const text = texts.get('parameters');
  const at = text === undefined ? -1 : `\n${text}`.search(/\nSteps: *\d/);
  if (text === undefined || at < 0) return undefined;
  const [prompt = '', negativePrompt] = text.slice(0, at).split(/(?:^|\n)Negative prompt: ?/, 2);
  const { Seed: seed, Size: size = '', ...others } = readLine(text.slice(at).split('\n', 1)[0] ?? '');
  const [, width, height] = /^(\d+) *x *(\d+)$/.exec(size) ?? [];
  return readSettings({
    tool: 'a1111',
    prompt: prompt.trim(),
    negativePrompt: negativePrompt?.trim(),
    seed: findWhole(seed),
    width: findWhole(width),
    height: findWhole(height),
    others,
  });
}

/** `Steps: 20, Model: "a, b", Seed: 7` */
function readLine(line: string): Record<string, string> {
  const pairs = line.matchAll(/([A-Za-z][\w -]*): *("(?:\\.|[^\\"])*"|[^,]*)/g);
  return Object.fromEntries([...pairs].map(([, name = '', value = '']) => [name, value.trim()]));
}

function findWhole(text: string | undefined): number | undefined {
  return text !== undefined && /^-?\d+$/.test(text) ? Number(text) : undefined;
}
