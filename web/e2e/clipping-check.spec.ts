import { findClippedIn } from './clipping.ts';
import { expect, test } from './fixtures.ts';

const long = 'A heron over the harbour at first light, seen from the pier';

const faults = {
  'a text that its box hides': `<div style="width:80px;overflow:hidden;white-space:nowrap">${long}</div>`,
  'a text below the end of its box': `<div style="height:20px;width:80px;overflow:clip">${long}</div>`,
  'a text cut by a clip path': `<div style="width:80px;white-space:nowrap;clip-path:inset(0)">${long}</div>`,
  'an ellipsis without a title': `<p style="width:80px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">${long}</p>`,
  'clamped lines without a title': `<p style="width:80px;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1">${long}</p>`,
  'a text beside the window': `<p style="position:absolute;left:-40px;white-space:nowrap">${long}</p>`,
  'a page that scrolls sideways': `<div style="width:200vw;height:10px"></div>`,
  'a column of text that something in it widens': `<div style="width:200px;height:100px;overflow-y:auto"><div style="display:grid"><p>A heron</p><p style="white-space:nowrap">${long}</p></div><p style="height:200px">a</p></div>`,
  'a control below the window in a box that is fixed': `<div style="position:fixed;top:0;height:100vh"><p style="height:120vh">a</p><a href="#">Pricing</a></div>`,
  'a control below the window in a column that sticks': `<div style="height:300vh"><div style="position:sticky;top:0;height:100vh"><p style="height:120vh">a</p><a href="#">Pricing</a></div></div>`,
  'a control that a box without a scroller cuts': `<div style="width:100px;overflow:hidden"><div style="width:140px"><button style="width:140px">Go</button></div></div>`,
  'a control before the start of its scroller': `<div style="width:100px;overflow:auto;position:relative;height:60px"><button style="position:absolute;left:-30px;width:60px">Go</button></div>`,
  'a badge of which only the edge is cut': `<div style="width:46px;overflow:hidden;white-space:nowrap"><b style="background:red;padding:0 12px;font:12px monospace">NEW</b></div>`,
  'a text that lies on another': `<div style="display:flex"><p style="width:60px;white-space:nowrap">${long}</p><p>Another text</p></div>`,
  'a text that lies on a control': `<div style="display:flex"><p style="width:60px;white-space:nowrap">${long}</p><button>Go</button></div>`,
  'a control behind a bar at the end of the page': `<div style="height:150vh"></div><a href="#">Terms</a><div style="position:fixed;bottom:0;left:0;right:0;height:80px;background:red"></div>`,
  'a placeholder that is longer than its field': `<input style="width:90px" placeholder="${long}">`,
  'a chosen option that is longer than its field': `<select style="width:70px"><option>${long}</option></select>`,
} satisfies Record<string, string>;

const good = {
  'a titled ellipsis': `<p title="${long}" style="width:80px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis">${long}</p>`,
  'clamped lines with a control that opens them': `<div><p style="width:80px;overflow:hidden;display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:1">${long}</p><button aria-expanded="false">More</button></div>`,
  'a scroller that reaches its end': `<div style="height:60px;overflow:auto"><p style="height:200px">a</p><a href="#">Pricing</a></div>`,
  'a table that scrolls to the side alone': `<div style="width:200px;overflow-x:auto"><p style="white-space:nowrap">${long}</p></div>`,
  'a scroller that is fixed to the window': `<div style="position:fixed;top:0;height:100vh;overflow:auto"><p style="height:120vh">a</p><a href="#">Pricing</a></div>`,
  'a text for screen readers': `<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap">${long}</span>`,
  'a menu that is positioned outside of the box it is in': `<div style="position:relative"><div style="width:40px;height:20px;overflow:hidden"><p style="position:absolute;left:0;width:300px">${long}</p></div></div>`,
  'a page that is longer than its window': `<p style="height:300vh">a</p><a href="#">Terms</a>`,
  'room below the last control of a page with a bar': `<div style="height:150vh"></div><a href="#">Terms</a><div style="height:100px"></div><div style="position:fixed;bottom:0;left:0;right:0;height:80px;background:red"></div>`,
} satisfies Record<string, string>;

test('the check of cut texts and controls finds every sort that was planted, and nothing in what can be reached', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const missed: string[] = [];
  for (const [name, html] of Object.entries(faults)) {
    await page.setContent(`<!doctype html><body>${html}</body>`);
    if ((await findClippedIn(page)).length === 0) missed.push(name);
  }
  expect(missed, 'not found').toEqual([]);
  for (const [name, html] of Object.entries(good)) {
    await page.setContent(`<!doctype html><body>${html}</body>`);
    expect.soft(await findClippedIn(page), name).toEqual([]);
  }
});
