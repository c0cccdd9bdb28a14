import { type CaptionFonts, fontWeight } from './caption-fonts.ts';
import type { CaptionPage } from './lay-out-captions.ts';

/** Sizes of captions for a picture, in its pixels. */
export type CaptionSizes = { em: number; maxEms: number };

/** Share of the picture that stays free at each side and below. */
const margin = 0.05;
const leastEm = 12;

/** A twentieth of the height, or less where the picture is narrow. */
export function chooseSizes({ width, height }: { width: number; height: number }): CaptionSizes {
  const em = Math.max(leastEm, Math.min(height / 20, width / 16));
  return { em, maxEms: Math.max(1, (width * (1 - 2 * margin)) / em) };
}

/** White letters with a dark outline, bottom centre, in the format of Advanced SubStation Alpha, which libass draws. */
export function writeAss(
  pages: readonly CaptionPage[],
  { width, height, em, fonts }: { width: number; height: number; em: number; fonts: CaptionFonts },
): string {
  const side = Math.round(width * margin);
  const bottom = Math.round(height * margin);
  const style = [
    'Default,Inter',
    `${round(em)},&H00FFFFFF,&H00FFFFFF,&H00101010,&H80000000`,
    '0,0,0,0,100,100,0,0,1',
    `${round(em / 13)},${round(em / 26)},2,${side},${side},${bottom},-1`,
  ].join(',');
  const writeLine = (line: string) =>
    fonts
      .listRuns(line)
      .map(({ family, sizePerEm, text }) => {
        const font = `{\\fn${family}\\b${fontWeight}\\fs${round(em * sizePerEm)}}`;
        return font + escapeText(text);
      })
      .join('');
  const events = pages.map(
    ({ start, end, lines }) =>
      `Dialogue: 0,${formatTime(start)},${formatTime(end)},Default,,0,0,0,,${lines.map(writeLine).join('\\N')}`,
  );
  return `[Script Info]
ScriptType: v4.00+
PlayResX: ${width}
PlayResY: ${height}
WrapStyle: 2
ScaledBorderAndShadow: yes

[V4+ Styles]
Format: Name,Fontname,Fontsize,PrimaryColour,SecondaryColour,OutlineColour,BackColour,Bold,Italic,Underline,StrikeOut,ScaleX,ScaleY,Spacing,Angle,BorderStyle,Outline,Shadow,Alignment,MarginL,MarginR,MarginV,Encoding
Style: ${style}

[Events]
Format: Layer,Start,End,Style,Name,MarginL,MarginR,MarginV,Effect,Text
${events.join('\n')}
`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Braces begin commands, and so does a backslash, unless a character without a width follows it. */
function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\u2060').replaceAll('{', '\\{').replaceAll('}', '\\}');
}

function formatTime(seconds: number): string {
  const hundredths = Math.round(seconds * 100);
  const part = (unit: number, of: number) => String(Math.floor(hundredths / unit) % of).padStart(2, '0');
  return `${Math.floor(hundredths / 360_000)}:${part(6_000, 60)}:${part(100, 60)}.${part(1, 100)}`;
}
