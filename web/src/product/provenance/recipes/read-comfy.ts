import {
  type Fields,
  type ForeignSettings,
  omitKnown,
  type PngTexts,
  parseFields,
  readNumber,
  readSettings,
  readText,
  toFields,
} from './foreign-settings.ts';

type Node = { type: string; inputs: Fields };
type Graph = ReadonlyMap<string, Node>;

/**
 * ComfyUI: a graph of nodes, as it was run (`prompt`) or as it was drawn (`workflow`). Read is what leads to a sampler:
 * its seed, the texts of its conditions, the size of its empty picture.
 */
export function readComfy(texts: PngTexts): ForeignSettings | undefined {
  const run = parseFields(texts.get('prompt'));
  const drawn = run ? undefined : parseFields(texts.get('workflow'));
  const graph = run ? graphOfRun(run) : drawn && graphOfDrawing(drawn);
  const sampler = graph && [...graph.values()].find(({ type }) => /^(KSampler|SamplerCustom)/.test(type));
  if (!graph || !sampler) return undefined;
  const { inputs } = sampler;
  const guide = nodeAt(graph, inputs.guider)?.inputs ?? inputs;
  const noise = nodeAt(graph, inputs.noise)?.inputs ?? inputs;
  const size = follow(graph, inputs.latent_image, (node) => readNumber(node.inputs.width) !== undefined);
  const model = follow(graph, guide.model ?? inputs.model, ({ inputs: own }) => findModel(own) !== undefined);
  return readSettings({
    tool: 'comfyui',
    prompt: textFrom(graph, guide.positive ?? guide.conditioning),
    negativePrompt: textFrom(graph, guide.negative),
    seed: readNumber(noise.seed) ?? readNumber(noise.noise_seed),
    width: readNumber(size?.inputs.width),
    height: readNumber(size?.inputs.height),
    others: omitKnown({
      Steps: inputs.steps,
      CFG: guide.cfg ?? inputs.cfg,
      Sampler: inputs.sampler_name,
      Scheduler: inputs.scheduler,
      Model: model && findModel(model.inputs),
    }),
  });
}

function findModel({ ckpt_name: checkpoint, unet_name: unet }: Fields): string | undefined {
  return readText(checkpoint) ?? readText(unet);
}

/** The text of the first node on the way that has one; a text may come from yet another node. */
function textFrom(graph: Graph, link: unknown): string | undefined {
  const names = ['text', 'text_g', 't5xxl', 'clip_l', 'value', 'string'];
  const found = ({ inputs }: Node) => names.map((name) => readText(inputs[name])).find((text) => text);
  const node = follow(graph, link, (candidate) => found(candidate) !== undefined);
  return node && found(node);
}

/** Longer ways and rings exist only in graphs that were made to be one. */
const maxSteps = 24;

/** The first node at or before a link that is wanted, through what changes a condition, a model or a picture. */
function follow(graph: Graph, link: unknown, isWanted: (node: Node) => boolean): Node | undefined {
  const ways = ['conditioning', 'conditioning_1', 'positive', 'text', 'samples', 'latent_image', 'model'];
  let node = nodeAt(graph, link);
  for (let step = 0; node && step < maxSteps; step += 1) {
    if (isWanted(node)) return node;
    const { inputs } = node;
    node = ways.map((way) => nodeAt(graph, inputs[way])).find((next) => next !== undefined);
  }
  return undefined;
}

/** A link is the id of a node and the number of its output. */
function nodeAt(graph: Graph, link: unknown): Node | undefined {
  return Array.isArray(link) ? graph.get(String(link[0])) : undefined;
}

function graphOfRun(data: Fields): Graph {
  const nodes = Object.entries(data).flatMap(([id, value]): [string, Node][] => {
    const [node, inputs] = [toFields(value), toFields(toFields(value)?.inputs)];
    return inputs ? [[id, { type: String(node?.class_type), inputs }]] : [];
  });
  return new Map(nodes);
}

/** The order in which drawn nodes list what is typed into them; `null` is for what only the page uses. */
const typed: Readonly<Record<string, readonly (string | null)[]>> = {
  KSampler: ['seed', null, 'steps', 'cfg', 'sampler_name', 'scheduler'],
  KSamplerAdvanced: [null, 'noise_seed', null, 'steps', 'cfg', 'sampler_name', 'scheduler'],
  RandomNoise: ['noise_seed'],
  CLIPTextEncode: ['text'],
  EmptyLatentImage: ['width', 'height'],
  EmptySD3LatentImage: ['width', 'height'],
  CheckpointLoaderSimple: ['ckpt_name'],
  UNETLoader: ['unet_name'],
};

function graphOfDrawing({ nodes, links }: Fields): Graph {
  const sources = new Map(
    readList(links).flatMap((link): [unknown, unknown[]][] =>
      Array.isArray(link) ? [[link[0], [link[1], link[2]]]] : [],
    ),
  );
  const drawn = readList(nodes).flatMap((value): [string, Node][] => {
    const node = toFields(value);
    const type = readText(node?.type);
    if (!node || type === undefined) return [];
    const linked = readList(node.inputs).flatMap((input): [string, unknown][] => {
      const [name, source] = [readText(toFields(input)?.name), sources.get(toFields(input)?.link)];
      return name !== undefined && source ? [[name, source]] : [];
    });
    const names = Object.hasOwn(typed, type) ? (typed[type] ?? []) : [];
    const values = readList(node.widgets_values);
    const own = names.flatMap((name, index) => (name === null ? [] : [[name, values[index]] as const]));
    return [
      [String(node.id), { type, inputs: { ...Object.fromEntries(own), ...Object.fromEntries(linked) } }],
    ];
  });
  return new Map(drawn);
}

function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}
