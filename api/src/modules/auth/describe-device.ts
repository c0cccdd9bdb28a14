import type { Device } from '@atelier/contract';

type Signs = readonly (readonly [name: string, sign: RegExp])[];

/** Browsers in the order in which they are looked for: those built on others name these as well. */
const browsers: Signs = [
  ['WeChat', /\bMicroMessenger\//],
  ['Edge', /\b(?:Edg|EdgA|EdgiOS|Edge)\//],
  ['Opera', /\b(?:OPR|OPT|OPiOS|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['UC Browser', /\bUCBrowser\//],
  ['QQ Browser', /\bM?QQBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|HeadlessChrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/[\d.]+.*\bSafari\//],
];

const systems: Signs = [
  ['HarmonyOS', /\b(?:HarmonyOS|OpenHarmony)\b/],
  ['Android', /\bAndroid\b/],
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biP(?:hone|od)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * Browser and system in words, without versions, for users to recognize. What a client says of itself can be anything;
 * undefined parts are null. Safari on an iPad says that it runs on a Mac.
 */
export function describeDevice(userAgent: string | null): Device {
  const findName = (signs: Signs) => signs.find(([, sign]) => sign.test(userAgent ?? ''))?.[0] ?? null;
  return { browser: findName(browsers), system: findName(systems) };
}
