import { expect, it } from 'vitest';
import { describeDevice } from './describe-device.ts';

const mozilla = 'Mozilla/5.0';
const kit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Chrome', 'Windows', `${mozilla} (Windows NT 10.0; Win64; x64) ${kit} Chrome/150.0.0.0 Safari/537.36`],
  [
    'Edge',
    'Windows',
    `${mozilla} (Windows NT 10.0; Win64; x64) ${kit} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`,
  ],
  [
    'Opera',
    'macOS',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${kit} Chrome/150.0 Safari/537.36 OPR/120.0`,
  ],
  ['Firefox', 'Linux', `${mozilla} (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0`],
  ['Firefox', 'Android', `${mozilla} (Android 16; Mobile; rv:150.0) Gecko/150.0 Firefox/150.0`],
  [
    'Safari',
    'macOS',
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605 Version/26.0 Safari/605.1.15`,
  ],
  [
    'Safari',
    'iOS',
    `${mozilla} (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 Version/26.0 Mobile Safari/604`,
  ],
  [
    'Chrome',
    'iOS',
    `${mozilla} (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605 CriOS/150.0 Mobile Safari/604`,
  ],
  [
    'Firefox',
    'iPadOS',
    `${mozilla} (iPad; CPU OS 26_0 like Mac OS X) AppleWebKit/605 FxiOS/150.0 Mobile Safari/604`,
  ],
  ['Chrome', 'Android', `${mozilla} (Linux; Android 10; K) ${kit} Chrome/150.0.0.0 Mobile Safari/537.36`],
  [
    'Samsung Internet',
    'Android',
    `${mozilla} (Linux; Android 10; K) ${kit} SamsungBrowser/29.0 Chrome/136.0 Mobile Safari/537.36`,
  ],
  [
    'WeChat',
    'Android',
    `${mozilla} (Linux; Android 15) ${kit} Version/4.0 Chrome/134.0 Mobile Safari/537.36 MicroMessenger/8.0`,
  ],
  ['Chrome', 'ChromeOS', `${mozilla} (X11; CrOS x86_64 14541.0.0) ${kit} Chrome/150.0.0.0 Safari/537.36`],
  [null, null, 'curl/8.5.0'],
  [null, null, ''],
  [null, null, null],
])('the description of a device recognizes %s on %s', (browser, system, userAgent) => {
  expect(describeDevice(userAgent)).toEqual({ browser, system });
});
