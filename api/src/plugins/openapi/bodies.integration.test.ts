import { defaultInput, getKind, type Kind, kinds, listKinds } from '@atelier/catalog';
import { getProvider, listExamples } from '@atelier/catalog/server';
import { kindsByShape, shapeCount } from '@atelier/catalog/testing';
import { submissionFields } from '@atelier/contract';
import { splitCases } from '@atelier/dev-stack/test-sets';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { afterAll, describe, expect, it } from 'vitest';
import { startTestApi } from '../../testing/start-test-api.ts';
import { falName } from './bodies.ts';

const api = await startTestApi();
afterAll(() => api.close());

type Examples = Record<string, { value: Record<string, unknown> }>;
type Schema = {
  properties: Record<string, Record<string, unknown>>;
  required: string[];
  $ref?: string;
  oneOf?: { $ref: string }[];
  anyOf?: { $ref: string }[];
  discriminator?: { propertyName: string; mapping: Record<string, string> };
};
type Document = {
  paths: Record<
    string,
    Record<
      string,
      { requestBody: { content: { 'application/json': { schema: Schema; examples?: Examples } } } }
    >
  >;
  components: { schemas: Record<string, Schema> };
};

const document = (await api.browser().get('/api/openapi.json')).body as Document;
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'document');

const paths = {
  video: '/api/wan/createVideo',
  image: '/api/wan/createImage',
  audio: '/api/wan/createAudio',
  text: '/api/image-understanding/create',
};
const falPath = '/api/wan/fal/proxy/{owner}/{app}';

function readBody(path: string): { schema: Schema; validate: ValidateFunction } {
  const schema = document.paths[path]?.post?.requestBody.content['application/json'].schema;
  if (!schema) throw new Error(`${path} has no body`);
  const pointer = `document#/paths/${path.replaceAll('/', '~1')}/post/requestBody/content/application~1json/schema`;
  // `{` and `}` are no characters of a reference.
  const validate = ajv.compile({ $ref: encodeURI(pointer) });
  return { schema, validate };
}

function readSchema(name: string): Schema {
  const schema = document.components.schemas[name];
  if (!schema) throw new Error(`The document has no schema "${name}"`);
  return schema;
}

/** A whole body of the kind, as a program sends it. */
function bodyFor(kind: Kind, input: object): Record<string, unknown> {
  const { model, mode } = kind.columns(defaultInput(kind));
  if (kind.medium === 'video') return { video_generation_type: kind.id, ...input };
  // A sound without a type is a soundtrack for a video.
  if (kind.medium === 'audio' && kind.id !== 'video-to-audio')
    return { audio_generation_type: kind.id, ...input };
  // A text without a type is the answer to a question.
  if (kind.isTranscript) return { text_generation_type: kind.id, ...input };
  return kind.medium === 'image' ? { image_generation_type: mode, model, ...input } : { ...input };
}

const valid = Object.fromEntries(
  Object.entries(paths).map(([medium, path]) => [medium, readBody(path).validate]),
);
const accepts = (kind: Kind, body: object) => valid[kind.medium]?.(body) ?? false;

const kindIds = kindsByShape.map(({ id }) => id);

describe('the body of a creation call', () => {
  it.each(Object.entries(paths))('for %s is one of the kinds of the catalog', (medium, path) => {
    const expected = listKinds(medium as Kind['medium']).map(({ id }) => `#/components/schemas/${id}`);
    const { schema } = readBody(path);
    // A choice of one is that one.
    expect((schema.oneOf ?? schema.anyOf)?.map(({ $ref }) => $ref) ?? [schema.$ref]).toEqual(expected);
  });

  it('takes the size of an image by its name or as width and height, and says that there are no others', async () => {
    const sized = listKinds('image').filter(({ fields }) => fields.image_size?.takesPixels);
    expect(sized.length).toBeGreaterThan(10);
    for (const kind of sized) {
      const bodies = ['landscape_16_9', { width: 1024, height: 576 }, { width: 1280, height: 720 }].map(
        (image_size) => bodyFor(kind, { prompt: 'a hat', image_size }),
      );
      expect([kind.id, ...bodies.map((body) => accepts(kind, body))]).toEqual([kind.id, true, true, false]);
      expect(readSchema(kind.id).properties.image_size?.description).toContain('width and height');
    }
    const user = await api.user();
    const free = { image_generation_type: 'text-to-image', model: 'flux-dev', prompt: 'a hat' };
    const reply = await user.post(paths.image, { ...free, image_size: { width: 1280, height: 720 } });
    expect([reply.status, reply.body]).toMatchObject([
      400,
      { issues: [{ message: expect.stringContaining('landscape_16_9 (1024 × 576)') }] },
    ]);
  });

  it('for a video is chosen by its type', () => {
    const { discriminator } = readBody(paths.video).schema;
    expect(discriminator?.propertyName).toBe('video_generation_type');
    expect(Object.keys(discriminator?.mapping ?? {})).toEqual(listKinds('video').map(({ id }) => id));
  });

  for (const [options, cases] of splitCases(kindIds, shapeCount, 'each-kind'))
    it.each(cases)('has every field of %s with what it accepts', options, (id) => {
      const { fields } = getKind(id);
      const { properties, required } = readSchema(id);
      for (const [name, field] of Object.entries(fields)) {
        const { widget, range } = field;
        const described = properties[name] ?? {};
        // A choice that has another form, too, begins with its names.
        const [named] = (described.anyOf as Record<string, unknown>[] | undefined) ?? [described];
        expect.soft(named?.type, name).toBeDefined();
        expect.soft(required.includes(name), name).toBe(field.isRequired);
        if (!field.isRequired)
          expect.soft(described, name).toHaveProperty('default', field.whenAbsent ?? field.default);
        if (widget.type === 'choice')
          expect.soft(named?.enum, name).toEqual(widget.options.map(({ value }) => value));
        if (range) expect.soft(described, name).toMatchObject({ minimum: range.min, maximum: range.max });
        if (widget.type === 'textarea') expect.soft(described.maxLength, name).toBe(widget.maxCodePoints);
        if (widget.type === 'upload' && widget.maxFiles > 1)
          expect.soft(described.maxItems, name).toBe(widget.maxFiles);
      }
    });

  for (const [options, cases] of splitCases(kindIds, shapeCount, 'each-kind'))
    it.each(cases)('has the fields that %s shares with every kind', options, (id) => {
      const { properties } = readSchema(id);
      expect(properties).toMatchObject({
        request_id: { type: 'string', format: 'uuid' },
        expected_cost: { type: 'integer' },
        is_public: { type: 'boolean', default: false },
        webhook_url: { description: expect.stringContaining('when the generation ends') },
      });
      for (const each of [
        properties,
        readSchema(`${id}.generation`).properties,
        readBody('/api/batches').schema.properties,
      ])
        expect(Object.keys(each)).toEqual(expect.arrayContaining(Object.keys(submissionFields.shape)));
    });

  for (const [options, cases] of splitCases(kindIds, shapeCount, 'each-kind'))
    it.each(cases)('accepts every example of %s', options, (id) => {
      const kind = getKind(id);
      const common = {
        request_id: '7d9f2c1e-0b5a-4f43-9a53-6f8b1f0a2c77',
        webhook_url: 'https://example.com/',
      };
      for (const { input } of listExamples(kind)) {
        const body = bodyFor(kind, input);
        expect([body, accepts(kind, body), accepts(kind, { ...body, ...common })]).toEqual([
          body,
          true,
          true,
        ]);
      }
    });

  for (const [options, cases] of splitCases(kindIds, shapeCount, 'each-kind'))
    it.each(cases)('accepts the limits of %s and refuses what the catalog refuses', options, (id) => {
      const kind = getKind(id);
      const [example] = listExamples(kind);
      const body = bodyFor(kind, example?.input ?? {});
      for (const [name, field] of Object.entries(kind.fields)) {
        // Every value is put to the catalog too, so that the document can be no other opinion.
        const values = [
          5,
          -1,
          1.5,
          'nothing',
          true,
          {},
          ['a'],
          'x'.repeat(2_001),
          ...readLimits(field.range),
        ];
        for (const value of values) {
          const isRight = field.check(name, value).ok;
          // An address is checked as an address there, and by its type and length here.
          if (field.widget.type === 'upload' && typeof value !== 'number') continue;
          // So are subtitles, which are read line by line there.
          if (name === 'srt_content' && typeof value === 'string') continue;
          expect
            .soft([name, value, accepts(kind, { ...body, [name]: value })])
            .toEqual([name, value, isRight]);
        }
        if (!field.isRequired) continue;
        const { [name]: _absent, ...rest } = body;
        expect.soft([name, accepts(kind, rest)]).toEqual([name, false]);
        expect.soft([name, accepts(kind, { ...body, [name]: '' })]).toEqual([name, false]);
      }
    });

  it.each([{ request_id: '1' }, { expected_cost: '300' }, { is_public: 1 }, { webhook_url: 'here' }])(
    'refuses %j for every kind',
    (common) => {
      for (const kind of kinds) {
        const body = bodyFor(kind, listExamples(kind)[0]?.input ?? {});
        expect.soft([kind.id, accepts(kind, { ...body, ...common })]).toEqual([kind.id, false]);
      }
    },
  );

  it('refuses types and models that are not for sale, and images without a model', () => {
    const prompt = 'A boat';
    const { video, image } = valid;
    expect(video?.({ prompt })).toBe(false);
    expect(video?.({ prompt, video_generation_type: 'flux-dev' })).toBe(false);
    expect(image?.({ prompt, image_generation_type: 'text-to-image' })).toBe(false);
    expect(image?.({ prompt, image_generation_type: 'image-to-image', model: 'sd35' })).toBe(false);
    expect(image?.({ prompt, image_generation_type: 'text-to-image', model_name: 'sd35' })).toBe(true);
  });
});

describe('the body of the creation call for every kind', () => {
  const path = '/api/generations';
  const { schema, validate } = readBody(path);

  it('is one of all kinds, chosen by its id', () => {
    expect(schema.oneOf?.map(({ $ref }) => $ref)).toEqual(
      kinds.map(({ id }) => `#/components/schemas/${id}.generation`),
    );
    expect(schema.discriminator).toMatchObject({ propertyName: 'kind' });
    expect(Object.keys(schema.discriminator?.mapping ?? {})).toEqual(kinds.map(({ id }) => id));
  });

  it('has an example of every kind that matches it', () => {
    const { examples = {} } = document.paths[path]?.post?.requestBody.content['application/json'] ?? {};
    expect(Object.keys(examples)).toEqual(kinds.map(({ id }) => id));
    for (const { value } of Object.values(examples)) expect([value, validate(value)]).toEqual([value, true]);
  });

  for (const [options, cases] of splitCases(kindIds, shapeCount, 'each-kind'))
    it.each(cases)('takes as the input of %s what the call of its medium takes', options, (id) => {
      const kind = getKind(id);
      for (const { input } of listExamples(kind)) {
        expect([input, validate({ kind: id, input })]).toEqual([input, true]);
        expect([input, validate({ kind: 'sora', input })]).toEqual([input, false]);
      }
      const own = readSchema(`${id}.generation`).properties.input as Schema | undefined;
      const { properties } = readSchema(id);
      for (const [name, field] of Object.entries(own?.properties ?? {}))
        expect(field).toEqual(properties[name]);
      expect(Object.keys(own?.properties ?? {})).toEqual(Object.keys(kind.fields));
    });
});

function readLimits(range: { min: number; max: number } | undefined): number[] {
  return range ? [range.min, range.max, range.min - 1, range.max + 1] : [];
}

describe('the body of a call in fal’s protocol', () => {
  const { validate } = readBody(falPath);
  const validateFor = (kind: Kind) => ajv.compile({ $ref: `document#/components/schemas/${falName(kind)}` });

  for (const [options, cases] of splitCases(kindIds, shapeCount, 'each-kind'))
    it.each(cases)('accepts in fal’s names what %s sends to fal', options, (id) => {
      const kind = getKind(id);
      const { toRequest } = getProvider(kind);
      for (const { input } of listExamples(kind)) {
        const { body } = toRequest({ ...defaultInput(kind), ...input });
        expect([body, validateFor(kind)(body), validate(body)]).toEqual([body, true, true]);
      }
    });

  for (const [options, cases] of splitCases(kindIds, shapeCount, 'each-kind'))
    it.each(cases)('refuses for %s what the proxy refuses', options, (id) => {
      const kind = getKind(id);
      const { toRequest, fromRequest, table } = getProvider(kind);
      const [example] = listExamples(kind);
      const { body } = toRequest({ ...defaultInput(kind), ...example?.input });
      const accept = validateFor(kind);
      expect(accept({ ...body, unknown_field: 1 })).toBe(false);
      for (const [name, value] of Object.entries({ ...table.fixed, ...table.unsold })) {
        const [object = '', inner] = name.split('.');
        const withValue = (each: unknown) => ({
          ...body,
          [object]: inner === undefined ? each : { ...(body[object] as object), [inner]: each },
        });
        expect.soft([name, accept(withValue(value))]).toEqual([name, true]);
        expect.soft([name, accept(withValue('other'))]).toEqual([name, false]);
        expect.soft(fromRequest(withValue('other')).refused, name).toHaveLength(1);
      }
      const { nameAtFal } = fromRequest(body);
      for (const [name, { isRequired }] of Object.entries(kind.fields)) {
        if (!isRequired) continue;
        const { [nameAtFal(name)]: _absent, ...rest } = body;
        expect.soft([name, accept(rest)]).toEqual([name, false]);
      }
    });
});

it('a consent is described at its field, in the names of the product and of fal', () => {
  const voice = getKind('chatterbox');
  for (const schema of [readSchema(voice.id), readSchema(falName(voice))]) {
    expect(schema.properties.speaker_consent).toMatchObject({
      type: ['boolean', 'null'],
      default: null,
      description: expect.stringMatching(/^Required to be `true` with `audio_url`.*never sent to the model/),
    });
    expect(schema.required).not.toContain('speaker_consent');
  }
});

it('a duration that only some settings make says which', () => {
  const fields = document.components.schemas['ltx-2-5-fast-text-to-video']?.properties;
  expect(fields?.duration?.description).toContain(
    'Above 10 only with `resolution` `720p` or `1080p` and `fps` `24` or `25`.',
  );
});
