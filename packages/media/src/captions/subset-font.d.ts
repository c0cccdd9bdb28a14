/** The package has no types of its own; these are the options that captions and the build of the web app give it. */
declare module 'subset-font' {
  type Range = { min: number; max: number; default: number };
  type Options = { targetFormat: 'truetype' | 'woff2'; variationAxes: Record<string, number | Range> };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
