import {
  charactersPerSecond,
  defaultInput,
  findFamily,
  findPricedText,
  type Kind,
  type KindInput,
  kinds,
  type Medium,
  selectFact,
  type VariantInput,
} from '@atelier/catalog';

/** Lengths of a video that the prices can be shown for, in seconds; a model without one of them has its nearest. */
export const clipLengths = [5, 6, 8, 10, 15] as const;

/** A number of credits, `included` for sound at no extra price, or null where the model does not offer it. */
export type PriceCell = number | 'included' | null;

/** Prices of a model for one length of clip; of a model without lengths its only ones. */
export type PriceVersion = {
  /** Length in seconds that stands for the chosen one; absent when the model has none to choose. */
  seconds?: number;
  /** Guess of the seconds until the result is there. */
  takesSeconds: number;
  /** One for each column of the group. */
  cells: readonly PriceCell[];
  /** Price with `settings`, which stands for the row where a single figure is needed. */
  credits: number;
  settings: KindInput;
};

/** A model with all its kinds that cost the same. */
export type PriceRow = {
  /** The kind whose form the row opens. */
  id: string;
  kinds: readonly string[];
  medium: Medium;
  path: string;
  name: string;
  /** Further words by which it is found. */
  maker: string;
  inputs: readonly VariantInput[];
  /** Set when a newer model of its line is sold: the list folds it. */
  isEarlier?: true;
  /** Resolution of its results that has no column. */
  resolution?: string;
  /** Whether its only price holds for every size or length. */
  isEach: boolean;
  versions: readonly PriceVersion[];
};

/** A column is a size, a number of seconds, or the sound of a video. */
export type PriceColumn = string | number;
export type PriceGroup = {
  id: 'moving' | 'still' | 'other';
  columns: readonly PriceColumn[];
  rows: PriceRow[];
};

/** Width in pixels up to which an image without a named size is one of the first column. */
const firstColumnPx = 1024;

const isMoving = selectFact('isMoving');
const isStill = selectFact('isStill');

type Priced = Pick<PriceRow, 'resolution' | 'isEach' | 'versions'>;
type GroupRule = {
  has: (medium: Medium) => boolean | undefined;
  columns: readonly PriceColumn[];
  price: (kind: Kind, columns: readonly PriceColumn[]) => Priced;
};

const rules: Readonly<Record<PriceGroup['id'], GroupRule>> = {
  moving: {
    has: (medium) => isMoving[medium],
    columns: ['480p', '720p', '1080p', '2160p', 'sound'],
    price: priceMoving,
  },
  still: { has: (medium) => isStill[medium], columns: ['1K', '2K', '4K'], price: priceStill },
  other: {
    has: (medium) => !isMoving[medium] && !isStill[medium],
    columns: [5, 15, 60, 300],
    price: priceOther,
  },
};

/** Every model with its prices, in the order of the menu. Evaluated at build time, by the functions that also charge. */
export const priceGroups: readonly PriceGroup[] = Object.entries(rules).map(
  ([id, { has, columns, price }]) => ({
    id: id as PriceGroup['id'],
    columns,
    rows: mergeRows(
      [...kinds]
        .filter(({ medium }) => has(medium))
        .sort((a, b) => a.menu.order - b.menu.order)
        .map((kind) => ({ ...describeKind(kind), ...price(kind, columns) })),
    ),
  }),
);

function describeKind({ id, medium, menu }: Kind): Omit<PriceRow, keyof Priced> {
  const found = findFamily(id);
  if (!found) throw new Error(`The kind "${id}" is in no family`);
  const { family, variant } = found;
  const name = variant.quality ? `${family.name} ${variant.quality}` : family.name;
  const { maker, earlier } = family;
  return {
    id,
    kinds: [id],
    medium,
    path: menu.path,
    name,
    maker,
    inputs: [variant.input],
    ...(earlier ? { isEarlier: true } : {}),
  };
}

/** Kinds of one model at the same prices are one row, which opens the form of the first. */
function mergeRows(rows: readonly PriceRow[]): PriceRow[] {
  const readPrices = ({ name, versions }: PriceRow) =>
    JSON.stringify([name, versions.map(({ seconds, cells }) => [seconds, cells])]);
  return [...Map.groupBy(rows, readPrices).values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const all = [first, ...others];
    const inputs = [...new Set(all.flatMap((row) => row.inputs))];
    return [{ ...first, kinds: all.map(({ id }) => id), inputs }];
  });
}

function listOptions(kind: Kind, name: string | undefined): readonly unknown[] {
  const widget = name === undefined ? undefined : kind.fields[name]?.widget;
  return widget?.type === 'choice' ? widget.options.map(({ value }) => value) : [];
}

function findField(kind: Kind, names: readonly string[]): string | undefined {
  return names.find((name) => listOptions(kind, name).length > 0);
}

type Settings = { fixed: KindInput; base: KindInput };

/** Prices a kind with settings that hold for all cells and with those of single ones. */
function priceVersion(kind: Kind, { fixed, base }: Settings, cells: readonly (KindInput | PriceCell)[]) {
  const input = { ...defaultInput(kind), ...fixed };
  const price = (settings: KindInput) => kind.price({ ...input, ...settings }).costCredits;
  return {
    takesSeconds: kind.expectedSeconds({ ...input, ...base }),
    cells: cells.map((cell) => (typeof cell === 'object' && cell !== null ? price(cell) : cell)),
    credits: price(base),
    settings: { ...fixed, ...base },
  };
}

function priceMoving(kind: Kind, columns: readonly PriceColumn[]): Priced {
  const sizeField = findField(kind, ['resolution', 'max_size']);
  const lengthField = findField(kind, ['duration', 'max_seconds']);
  const sizes = listOptions(kind, sizeField);
  const [fallback] = columns.filter((column) => sizes.includes(column));
  const usual = sizeField && kind.fields[sizeField]?.default;
  const toSize = (value: unknown): KindInput => (sizeField ? { [sizeField]: value } : {});
  const base = toSize(columns.includes(usual as PriceColumn) ? usual : fallback);
  const resolution = kind.fixedResolution;
  const own = resolution && findColumn(columns, resolution);
  // The source decides the size: the price holds for every one, and is in the first column.
  const isEach = sizes.length === 0 && own === undefined;
  const soundPrice = findSoundPrice(kind);
  const lengths = listOptions(kind, lengthField).map(Number);
  const seconds = lengths.length === 0 ? [undefined] : clipLengths.map((clip) => findNearest(lengths, clip));
  return {
    isEach,
    ...(resolution && !columns.includes(resolution) ? { resolution } : {}),
    versions: seconds.map((length) => ({
      ...(length === undefined ? {} : { seconds: length }),
      ...priceVersion(
        kind,
        {
          fixed: {
            ...(lengthField ? { [lengthField]: length } : {}),
            ...(soundPrice === 'extra' ? { generate_audio: false } : {}),
          },
          base,
        },
        columns.map((column, index) => {
          if (isEach && index === 0) return {};
          if (column === 'sound')
            return soundPrice === 'extra' ? { ...base, generate_audio: true } : soundPrice;
          return sizes.includes(column) ? toSize(column) : column === own ? {} : null;
        }),
      ),
    })),
  };
}

function findSoundPrice(kind: Kind): 'extra' | 'included' | null {
  if (!kind.hasSound) return null;
  const price = (isOn: boolean) => kind.price({ ...defaultInput(kind), generate_audio: isOn }).costCredits;
  return kind.fields.generate_audio && price(true) !== price(false) ? 'extra' : 'included';
}

/** The column of the most lines that a resolution reaches, as 720p for 768p. */
function findColumn(columns: readonly PriceColumn[], resolution: string): PriceColumn | undefined {
  return columns.findLast((column) => Number.parseInt(String(column), 10) <= Number.parseInt(resolution, 10));
}

/** The longer one when two are equally near. */
function findNearest(lengths: readonly number[], wanted: number): number | undefined {
  const distance = (length: number) => Math.abs(length - wanted);
  return lengths.toSorted((a, b) => distance(a) - distance(b) || b - a)[0];
}

function priceStill(kind: Kind, columns: readonly PriceColumn[]): Priced {
  const sizeField = findField(kind, ['resolution', 'image_size']);
  const input = defaultInput(kind);
  const { width } = kind.columns(input);
  const usual = sizeField ? { [sizeField]: input[sizeField] } : {};
  const cells = columns.map((column, index) => {
    const size = listOptions(kind, sizeField).find((value) => String(value).split('_').at(-1) === column);
    if (size !== undefined && sizeField) return { [sizeField]: size };
    return index === 0 && width !== undefined && width <= firstColumnPx ? usual : null;
  });
  return priceOnce(kind, usual, cells);
}

function priceOther(kind: Kind, columns: readonly PriceColumn[]): Priced {
  const text = findPricedText(kind);
  if (text) {
    const speak = (seconds: number) => ({ [text.name]: 'a'.repeat(seconds * charactersPerSecond) });
    return priceOnce(
      kind,
      {},
      columns.map((column) => speak(Number(column))),
    );
  }
  const lengthField = findField(kind, ['duration']);
  if (!lengthField)
    return priceOnce(
      kind,
      {},
      [...columns].map(() => null),
    );
  const lengths = listOptions(kind, lengthField);
  const cells = columns.map((column) => (lengths.includes(column) ? { [lengthField]: column } : null));
  return priceOnce(kind, { [lengthField]: kind.fields[lengthField]?.default }, cells);
}

/** Prices of a kind without lengths of clips. One that fits no column has its only price in the first. */
function priceOnce(kind: Kind, base: KindInput, cells: readonly (KindInput | null)[]): Priced {
  const isEach = cells.every((cell) => cell === null);
  return {
    isEach,
    versions: [priceVersion(kind, { fixed: {}, base }, isEach ? [{}, ...cells.slice(1)] : cells)],
  };
}
