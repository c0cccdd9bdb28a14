import { Lexer, type MarkedToken, type Token } from 'marked';
import { Fragment, type ReactNode, useMemo } from 'react';

type Of<Type extends MarkedToken['type']> = Extract<MarkedToken, { type: Type }>;

/**
 * Markdown, rendered from its tokens: HTML stays text, an image is shown as its alternative text, and nothing is loaded
 * from elsewhere. Lazy: `FormattedText` loads it.
 */
export function RichText({ text }: { text: string }) {
  const tokens = useMemo(() => new Lexer({ gfm: true, breaks: true }).lex(text), [text]);
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere">{renderAll(tokens)}</div>;
}

function renderAll(tokens: readonly Token[] | undefined): ReactNode {
  // Tokens never move: every text makes a new list.
  // biome-ignore lint/suspicious/noArrayIndexKey: a token has no key but its position
  return tokens?.map((token, index) => <Fragment key={index}>{renderBlock(token as MarkedToken)}</Fragment>);
}

function renderBlock(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p dir="auto">{renderAll(token.tokens)}</p>;
    case 'heading':
      // Headings of the text must not mix with the page's own levels.
      return (
        <p dir="auto" className="font-semibold text-ink">
          {renderAll(token.tokens)}
        </p>
      );
    case 'list':
      return renderList(token);
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 border-l-2 border-line-strong pl-3">
          {renderAll(token.tokens)}
        </blockquote>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box has to be reachable by keyboard
        <pre tabIndex={0} className="overflow-x-auto rounded-md bg-raised p-3 font-mono text-sm">
          {token.text}
        </pre>
      );
    case 'table':
      return renderTable(token);
    case 'hr':
      return <hr className="border-line" />;
    case 'space':
    case 'def':
      return null;
    default:
      return renderInline(token);
  }
}

function renderInline(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong className="font-semibold text-ink">{renderAll(token.tokens)}</strong>;
    case 'em':
      return <em>{renderAll(token.tokens)}</em>;
    case 'del':
      return <del>{renderAll(token.tokens)}</del>;
    case 'codespan':
      return <code className="rounded-sm bg-raised px-1 font-mono text-sm">{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return renderLink(token);
    case 'text':
      return token.tokens ? renderAll(token.tokens) : token.text;
    case 'image':
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

function renderList({ ordered, start, items }: Of<'list'>): ReactNode {
  const rendered = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={index} dir="auto">
      {renderAll(item.tokens)}
    </li>
  ));
  return ordered ? (
    <ol start={start === '' ? 1 : start} className="grid list-decimal gap-1 pl-6">
      {rendered}
    </ol>
  ) : (
    <ul className="grid list-disc gap-1 pl-6">{rendered}</ul>
  );
}

function renderTable({ header, rows }: Of<'table'>): ReactNode {
  const renderRow = (cells: Of<'table'>['header'], Cell: 'th' | 'td') => (
    <tr>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Cell key={index} className="border-b border-line py-1.5 pr-4 text-left">
          {renderAll(cell.tokens)}
        </Cell>
      ))}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable box has to be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="text-sm">
        <thead>{renderRow(header, 'th')}</thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Fragment key={index}>{renderRow(cells, 'td')}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function renderLink({ href, tokens }: Of<'link'>): ReactNode {
  const url = URL.parse(href);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return renderAll(tokens);
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noreferrer nofollow"
      className="text-accent-text underline underline-offset-2"
    >
      {renderAll(tokens)}
    </a>
  );
}
