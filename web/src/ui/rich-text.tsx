import { Lexer, type MarkedToken, type Token } from 'marked';
import { Fragment, type ReactNode, useMemo } from 'react';

type Of<Type extends MarkedToken['type']> = Extract<MarkedToken, { type: Type }>;

/**
 * Text in Markdown, drawn from its tokens: HTML in it stays text, pictures in it are told by their words, and nothing
 * is loaded from elsewhere. Fetched by `FormattedText` when there is something to show.
 */
export function RichText({ text }: { text: string }) {
  const tokens = useMemo(() => new Lexer({ gfm: true, breaks: true }).lex(text), [text]);
  return <div className="grid grid-cols-[minmax(0,1fr)] gap-3 wrap-anywhere">{drawAll(tokens)}</div>;
}

function drawAll(tokens: readonly Token[] | undefined): ReactNode {
  // Tokens never move: the list is made anew with every text.
  // biome-ignore lint/suspicious/noArrayIndexKey: a token has no name but its place
  return tokens?.map((token, index) => <Fragment key={index}>{drawBlock(token as MarkedToken)}</Fragment>);
}

function drawBlock(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'paragraph':
      return <p>{drawAll(token.tokens)}</p>;
    case 'heading':
      // The page has headings of its own; a text must not bring its own levels among them.
      return <p className="font-semibold text-ink">{drawAll(token.tokens)}</p>;
    case 'list':
      return drawList(token);
    case 'blockquote':
      return (
        <blockquote className="grid gap-3 border-l-2 border-line-strong pl-3">
          {drawAll(token.tokens)}
        </blockquote>
      );
    case 'code':
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        <pre tabIndex={0} className="overflow-x-auto rounded-md bg-raised p-3 font-mono text-sm">
          {token.text}
        </pre>
      );
    case 'table':
      return drawTable(token);
    case 'hr':
      return <hr className="border-line" />;
    case 'space':
    case 'def':
      return null;
    default:
      return drawWords(token);
  }
}

function drawWords(token: MarkedToken): ReactNode {
  switch (token.type) {
    case 'strong':
      return <strong className="font-semibold text-ink">{drawAll(token.tokens)}</strong>;
    case 'em':
      return <em>{drawAll(token.tokens)}</em>;
    case 'del':
      return <del>{drawAll(token.tokens)}</del>;
    case 'codespan':
      return <code className="rounded-sm bg-raised px-1 font-mono text-sm">{token.text}</code>;
    case 'br':
      return <br />;
    case 'link':
      return drawLink(token);
    case 'text':
      return token.tokens ? drawAll(token.tokens) : token.text;
    case 'image':
    case 'escape':
      return token.text;
    default:
      return token.raw;
  }
}

function drawList({ ordered, start, items }: Of<'list'>): ReactNode {
  const drawn = items.map((item, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: as above
    <li key={index}>{drawAll(item.tokens)}</li>
  ));
  return ordered ? (
    <ol start={start === '' ? 1 : start} className="grid list-decimal gap-1 pl-6">
      {drawn}
    </ol>
  ) : (
    <ul className="grid list-disc gap-1 pl-6">{drawn}</ul>
  );
}

function drawTable({ header, rows }: Of<'table'>): ReactNode {
  const drawRow = (cells: Of<'table'>['header'], Cell: 'th' | 'td') => (
    <tr>
      {cells.map((cell, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: as above
        <Cell key={index} className="border-b border-line py-1.5 pr-4 text-left">
          {drawAll(cell.tokens)}
        </Cell>
      ))}
    </tr>
  );
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
    <div tabIndex={0} className="overflow-x-auto">
      <table className="text-sm">
        <thead>{drawRow(header, 'th')}</thead>
        <tbody>
          {rows.map((cells, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Fragment key={index}>{drawRow(cells, 'td')}</Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function drawLink({ href, tokens }: Of<'link'>): ReactNode {
  const url = URL.parse(href);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return drawAll(tokens);
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noreferrer nofollow"
      className="text-accent-text underline underline-offset-2"
    >
      {drawAll(tokens)}
    </a>
  );
}
