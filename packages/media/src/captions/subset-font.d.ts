/** The package has no types of its own; these are the options that captions give it. */
declare module 'subset-font' {
  type Options = { targetFormat: 'truetype'; variationAxes: Record<string, number> };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
