import { describe, expect, it } from 'vitest';
import { describeIssue } from './describe-issue.ts';
import { type Kind, type KindInput, kinds, parseInput } from './index.ts';
import { listValues } from './price-range.ts';
import { getProvider, listExamples, readAt } from './server.ts';
import { boundaryInputs, jsonValues, parsed } from './testing/inputs.ts';
import { specPrices } from './testing/spec-prices.ts';

const values = <Value>(list: readonly Value[]) => new Set(list).size;

it('kinds have unique ids and menu orders, and share a page only within their medium and group', () => {
  expect(kinds.length).toBeGreaterThan(0);
  expect(values(kinds.map(({ id }) => id))).toBe(kinds.length);
  for (const sharing of Map.groupBy(kinds, ({ menu }) => menu.path).values())
    expect(values(sharing.map(({ medium, menu }) => `${medium} ${menu.group}`))).toBe(1);
  expect(values(kinds.map(({ menu }) => menu.order))).toBe(kinds.length);
  for (const { menu } of kinds) expect(menu.path).toMatch(/^[a-z0-9-]+(\/[a-z0-9-]+)*$/);
});

describe.each(kinds.map((kind) => [kind.id, kind] as const))('%s', (id, kind) => {
  const inputs = listExamples(kind).map((example) => parsed(kind, example.input));

  it('has defaults that its own checks accept, and parses a parsed input to itself', () => {
    for (const [name, field] of Object.entries({ ...kind.validatedOnly, ...kind.fields })) {
      if (field.isRequired) expect(field.default).toBeUndefined();
      else expect(field.check(name, field.default)).toEqual({ ok: true, value: field.default });
    }
    // A stored input comes from JSON and is parsed again when a user regenerates.
    for (const input of inputs)
      expect(parseInput(kind, JSON.parse(JSON.stringify(input)))).toEqual({
        ok: true,
        input,
        adjustments: [],
      });
  });

  it.each(listExamples(kind).map(({ input, costCredits }) => [costCredits, input] as const))(
    'costs %i credits for %j',
    (costCredits, input) => expect(kind.price(parsed(kind, input)).costCredits).toBe(costCredits),
  );

  it.each(specPrices[id] ?? [])('has an example for $costCredits credits at $input', (row) => {
    const matching = listExamples(kind).filter((example) => {
      const input = parsed(kind, example.input);
      const count = typeof input.num_images === 'number' ? input.num_images : 1;
      return (
        example.costCredits === row.costCredits * count &&
        Object.entries(row.input).every(([name, value]) => input[name] === value)
      );
    });
    expect(matching).not.toEqual([]);
  });

  it('has an example for every option that changes the price', () => {
    const [input] = inputs;
    for (const [name, options] of listChoices(kind)) {
      const prices = options.map((value) => kind.price({ ...input, [name]: value }).costCredits);
      if (values(prices) === 1) continue;
      expect(new Set(inputs.map((example) => example[name]))).toEqual(new Set(options));
    }
  });

  it('has a whole price of at least one credit, a duration and a size for every accepted input', () => {
    for (const input of boundaryInputs(kind)) {
      const { costCredits, parts } = kind.price(input);
      expect(Number.isInteger(costCredits) && costCredits >= 1).toBe(true);
      expect(parts[0]).toMatchObject({ code: 'base' });
      expect(kind.expectedOutputs(input)).toBeGreaterThanOrEqual(1);
      expect(kind.expectedSeconds(input)).toBeGreaterThan(0);
      const { model, width = 2, height = 2 } = kind.columns(input);
      expect(model).not.toBe('');
      expect([Number.isInteger(width), Number.isInteger(height)]).toEqual([true, true]);
      expect(getProvider(kind).endpoint).toMatch(/^[a-z0-9-]+(\/[\w.-]+)+$/);
    }
  });

  it('sends each value unchanged, or records an adjustment', () => {
    const sent = boundaryInputs(kind).map((input) => ({ input, ...getProvider(kind).toRequest(input) }));
    const sentNames = new Set(sent.flatMap(({ body }) => Object.keys(body)));
    for (const { input, body, adjustments } of sent) {
      for (const [name, value] of Object.entries(input)) {
        const translated = translatedValue(kind, name, value);
        if (translated) {
          expect(readAt(body, translated.as)).toEqual(translated.value);
          continue;
        }
        const adjusted = adjustments.filter(({ field }) => field === name);
        if (adjusted.length > 0) {
          expect(adjusted).toMatchObject([{ field: name, from: value, reason: expect.stringMatching(/./) }]);
          expect(adjusted[0]?.to).not.toEqual(value);
        } else if (Object.hasOwn(body, name)) expect(body[name]).toEqual(value);
        // A field that the model takes may be left out only when it is empty or has its default.
        else if (sentNames.has(name))
          expect([null, '', [], kind.fields[name]?.default]).toContainEqual(value);
      }
      expect(adjustments.filter(({ field }) => !Object.hasOwn(input, field))).toEqual([]);
      expect(JSON.parse(JSON.stringify(body))).toEqual(body);
    }
  });

  it('keeps what the model ignores and says so, and offers in the form only what is sent', () => {
    const input = parsed(kind, listExamples(kind)[0]?.input ?? {});
    const offered = new Set<string>();
    for (const [name, { isIgnored, isRequired, check }] of Object.entries(kind.fields)) {
      const other = [7, 'blurry', '9:16'].find((value) => value !== input[name] && check(name, value).ok);
      const { body, adjustments } = getProvider(kind).toRequest({ ...input, [name]: other });
      if (!isIgnored) offered.add(name);
      else {
        expect(isRequired).toBe(false);
        expect(body).toEqual(getProvider(kind).toRequest(input).body);
        expect(adjustments).toEqual([{ field: name, from: other, to: null, reason: 'not_taken_by_model' }]);
      }
    }
    for (const name of offered) {
      const { widget } = kind.fields[name] ?? {};
      const isOnlyOption = widget?.type === 'choice' && widget.options.length === 1;
      // A limit is not sent, but it decides what the file may be.
      const isSent = getProvider(kind).table.wire[name] !== null;
      expect([name, isOnlyOption || isSent]).toEqual([name, true]);
      if (isLimit(kind, name)) expect(limitsBy(kind, name, input)).toBeGreaterThan(1);
    }
  });

  it('takes a negative prompt, a seed and a ratio as one sends them, or refuses them', () => {
    const example = listExamples(kind)[0]?.input ?? {};
    if (kind.medium === 'video' || kind.medium === 'image')
      expect(parsed(kind, { ...example, negative_prompt: 'blurry' }).negative_prompt).toBe('blurry');
    for (const seed of [0, Number.MAX_SAFE_INTEGER])
      expect(parsed(kind, { ...example, seed }).seed).toBe(seed);
    for (const wrong of [{ seed: 2 ** 53 }, { seed: 1.5 }, { seed: '7' }, { aspect_ratio: '7:3' }]) {
      if (kind.medium !== 'video' && 'aspect_ratio' in wrong) continue;
      expect(parseInput(kind, { ...example, ...wrong }).ok).toBe(false);
    }
  });

  it('always sends whether the provider is to check content, or how strictly, where the model has such a setting', () => {
    for (const input of boundaryInputs(kind)) {
      if (kind.medium !== 'video' && kind.medium !== 'image') continue;
      const { body } = getProvider(kind).toRequest(input);
      if (Object.hasOwn(body, 'safety_tolerance')) expect(String(body.safety_tolerance)).toMatch(/^[1-4]$/);
      else if (!checksOnItsOwn.has(getProvider(kind).endpoint.split('/').slice(0, 3).join('/')))
        expect(body.enable_safety_checker).toBe(input.enable_safety_checker ?? true);
    }
  });

  it('reads all files of its sample result, or its text', () => {
    const { files, text } = getProvider(kind).readOutputs(getProvider(kind).sample);
    expect(files.map(({ url }) => url)).toEqual(urlsIn(getProvider(kind).sample));
    expect(files.every(({ isFlagged }) => !isFlagged)).toBe(true);
    expect(files.length > 0 || (text ?? '') !== '').toBe(true);
  });

  it('reads its own request to the provider as the same submission at the same price', () => {
    const unchanged = boundaryInputs(kind).filter(
      (input) => getProvider(kind).toRequest(input).adjustments.length === 0,
    );
    // A field that is only a limit is not in a request for fal; programs get the form's.
    const isUsual = (input: KindInput) =>
      Object.keys(kind.fields).every(
        (name) => !isLimit(kind, name) || input[name] === kind.fields[name]?.default,
      );
    for (const input of [...inputs, ...unchanged].filter(isUsual)) {
      const { body } = getProvider(kind).toRequest(input);
      const { raw, refused } = getProvider(kind).fromRequest(body);
      expect(refused).toEqual([]);
      const again = parsed(kind, { ...raw, ...listNotes(kind, input) });
      expect(getProvider(kind).toRequest(again).body).toEqual(body);
      expect(kind.price(again).costCredits).toBe(kind.price(input).costCredits);
    }
  });

  it('refuses fields that the provider has and it does not sell, and unknown ones, by their names in the request', () => {
    const [body] = inputs.map((input) => getProvider(kind).toRequest(input).body);
    const foreign = { is_public: true, request_id: 'x', loras: [], cost: 1, constructor: 1 };
    const { raw, refused, nameAtFal } = getProvider(kind).fromRequest({ ...body, ...foreign });
    expect(refused.map(({ field }) => field)).toEqual(Object.keys(foreign));
    expect(Object.keys(raw).filter((name) => !Object.hasOwn(kind.fields, name))).toEqual([]);
    for (const name of Object.keys(raw)) expect(readAt(body ?? {}, nameAtFal(name))).toBeDefined();
  });

  it('writes its outputs in the shape of its sample', () => {
    const { sample, readOutputs, toResult } = getProvider(kind);
    const { files, text, transcript, seed = null } = readOutputs(sample);
    const file = { contentType: 'x/y', fileName: 'a.b', bytes: 1, seconds: 2, width: 2, height: 3 };
    const result = toResult({
      files: files.map(({ contentType = 'x/y', ...each }) => ({ ...file, ...each, contentType })),
      text,
      transcript,
      seed,
      prompt: 'A prompt',
      inferenceSeconds: 1.5,
    });
    expect(readOutputs(result)).toEqual(readOutputs(sample));
    // Token counts and reasoning are not passed on.
    const { usage_info: _usage, reasoning: _reasoning, ...shape } = sample as Record<string, unknown>;
    expect(Object.keys(result).toSorted()).toEqual(Object.keys(shape).toSorted());
  });

  it('throws on a result of another shape, so that the generation fails', () => {
    for (const result of [null, undefined, 'ok', 7, []])
      expect(() => getProvider(kind).readOutputs(result)).toThrow();
  });

  it('reports a wrong value under its field, with every placeholder of the message filled in', () => {
    for (const [name, field] of Object.entries({ ...kind.validatedOnly, ...kind.fields })) {
      for (const value of jsonValues) {
        const checked = field.check(name, value);
        if (checked.ok) continue;
        expect(checked.issue.path).toBe(name);
        expect(describeIssue(checked.issue).message).not.toMatch(/\{\w+\}|undefined/);
      }
    }
  });
});

function isLimit(kind: Kind, name: string): boolean {
  const rule = getProvider(kind).table.wire[name];
  return typeof rule === 'object' && rule !== null && rule.isLimit === true;
}

/** The values of an input that are kept and not in a request for fal; its sender adds them. */
function listNotes(kind: Kind, input: KindInput): KindInput {
  const { wire } = getProvider(kind).table;
  const isNote = (name: string) => {
    const rule = wire[name];
    return typeof rule === 'object' && rule !== null && rule.isNote === true;
  };
  return Object.fromEntries(Object.entries(input).filter(([name]) => isNote(name)));
}

/** How many different limits the values of a field make. */
function limitsBy(kind: Kind, name: string, input: KindInput): number {
  const field = kind.fields[name];
  const limits = (field ? listValues(field) : []).map((value) =>
    JSON.stringify(getProvider(kind).fileLimits({ ...input, [name]: value })),
  );
  return new Set(limits).size;
}

/** Models without an input for it: the provider decides. By the beginning of their ids at fal. */
const checksOnItsOwn = new Set([
  'fal-ai/kling-video/v2.5-turbo',
  'fal-ai/kling-video/v2.6',
  'fal-ai/kling-video/v3',
  'fal-ai/minimax/hailuo-2.3',
  'fal-ai/pixverse/v6',
  'fal-ai/ltx-2.3/text-to-video',
  'fal-ai/ltx-2.3/image-to-video',
  'fal-ai/bria/background',
  'fal-ai/topaz/upscale',
  'fal-ai/vidu/q3',
  'fal-ai/mmaudio-v2',
  'bytedance/seedance-2.0/mini',
  'bytedance/seedance-2.0/fast',
  'bytedance/seedance-2.0/reference-to-video',
  'bytedance/seedance-2.5/image-to-video',
  'bytedance/seedance-2.5/reference-to-video',
  'bytedance/seedance-2.5/text-to-video',
  'minimax/h3/image-to-video',
  'minimax/h3/reference-to-video',
  'minimax/h3/text-to-video',
  'google/gemini-omni-flash/v1.1',
  'google/nano-banana-2.1',
  'google/nano-banana-2.1/edit',
  'lightricks/ltx-2.5/text-to-video',
  'openai/gpt-image-2.5/flare',
  'openai/gpt-image-2.5/sunburst',
  'openai/gpt-image-2',
  'openai/gpt-image-2/edit',
  'microsoft/mai-image-2.5',
  'microsoft/mai-image-2.5/edit',
  'veed/fabric-1.0',
  'fal-ai/sync-lipsync/v3',
  'fal-ai/sync-lipsync/v2',
  'fal-ai/bytedance/omnihuman',
  'sonilo/v1.1/video-to-video-sound-effects',
  'fal-ai/workflow-utilities/auto-subtitle',
  'veed/lipsync',
  'veed/subtitles',
  'veed/video-background-removal',
  'fal-ai/kling-video/o3',
  'fal-ai/ltx-2.3/extend-video',
  'fal-ai/seedvr/upscale',
  'clarityai/crystal-upscaler',
  'pixelcut/video-background-removal',
  'bria/video/background-removal',
  'xai/grok-imagine-image/v2.0',
  'xai/grok-imagine-video/edit-video',
  'xai/grok-imagine-video/extend-video',
  'xai/grok-imagine-video/v1.5',
]);

/** The name and the value of a field at fal, when the table gives it a value of its own. */
function translatedValue(kind: Kind, name: string, value: unknown) {
  const rule = getProvider(kind).table.wire[name];
  if (typeof rule !== 'object' || rule === null || !rule.values) return undefined;
  return { as: rule.as ?? name, value: (rule.values as Record<string, unknown>)[String(value)] };
}

function listChoices(kind: Kind): [name: string, options: (string | number)[]][] {
  return Object.entries(kind.fields).flatMap(([name, { widget }]): [string, (string | number)[]][] =>
    widget.type === 'choice' ? [[name, widget.options.map(({ value }) => value)]] : [],
  );
}

function urlsIn(result: unknown): string[] {
  if (typeof result !== 'object' || result === null) return [];
  return Object.entries(result).flatMap(([name, value]) =>
    name === 'url' ? [String(value)] : urlsIn(value),
  );
}
