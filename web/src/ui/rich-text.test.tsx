import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { RichText } from './rich-text.tsx';

const render = (text: string) =>
  renderToStaticMarkup(<RichText text={text} />).replaceAll(/ class="[^"]*"/g, '');

describe('RichText', () => {
  it('renders emphasis, lists, code and tables', () => {
    expect(render('Two **boats**\nand *one* `pier`')).toBe(
      '<div><p dir="auto">Two <strong>boats</strong><br/>and <em>one</em> <code>pier</code></p></div>',
    );
    expect(render('3. a\n4. b')).toBe(
      '<div><ol start="3"><li dir="auto">a</li><li dir="auto">b</li></ol></div>',
    );
    expect(render('- a\n  - b')).toContain('<ul><li dir="auto">a<ul><li dir="auto">b</li></ul></li></ul>');
    expect(render('| a | b |\n|---|---|\n| 1 | 2 |')).toContain(
      '<tbody><tr><td>1</td><td>2</td></tr></tbody>',
    );
    expect(render('```\n<b>\n```')).toContain('&lt;b&gt;');
  });

  it('keeps HTML as text', () => {
    const rendered = render('<img src=x onerror=alert(1)> and <script>alert(2)</script>');
    expect(rendered).toBe(
      '<div><p dir="auto">&lt;img src=x onerror=alert(1)&gt; and &lt;script&gt;alert(2)&lt;/script&gt;</p></div>',
    );
    expect(render('a <b onclick="x()">b</b>')).toContain('&lt;b onclick=');
  });

  it('renders links to web pages only, and loads no images', () => {
    expect(render('[here](https://example.com/a?b=1&c=2)')).toContain(
      'href="https://example.com/a?b=1&amp;c=2"',
    );
    expect(render('[here](javascript:alert(1))')).toBe('<div><p dir="auto">here</p></div>');
    expect(render('![a boat](https://example.com/track.png)')).toBe('<div><p dir="auto">a boat</p></div>');
  });

  it('leaves plain text unchanged', () => {
    expect(render('港口里有三艘船。')).toBe('<div><p dir="auto">港口里有三艘船。</p></div>');
  });
});
