/** The package has no types of its own; these are the options that the build gives it. */
declare module 'subset-font' {
  type Options = {
    targetFormat: 'woff2';
    variationAxes: Record<string, { min: number; max: number; default: number }>;
  };
  export default function subsetFont(font: Buffer, text: string, options: Options): Promise<Buffer>;
}
