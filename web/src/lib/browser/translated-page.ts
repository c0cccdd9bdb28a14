type Setter = (this: Node, value: string | null) => void;

/** Nodes that a translator has put in the place of each text, and of the nodes of its earlier translations. */
const replacements = new WeakMap<Node, readonly ChildNode[]>();

/**
 * Keeps the texts of a page current while a browser translates it. Translators replace texts by their own elements, while React
 * goes on writing into the texts that it made: a price would stay what it was, and removing such a text would take the page
 * down (https://github.com/facebook/react/issues/11538). So a text returns to its place before React writes into it, removes
 * it or inserts beside it; the translator then finds a new text and translates it.
 */
export function keepTranslatedPageTrue(): void {
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });
  const putBack = (text: Node | null, parent?: Node) => {
    if (!(text instanceof Text)) return;
    if (parent ? text.parentNode === parent : text.isConnected) return;
    note(observer.takeRecords());
    const [first, ...others] = findPresent(text) ?? findWrapper(text, parent);
    first?.replaceWith(text);
    for (const other of others) other.remove();
  };

  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue') as PropertyDescriptor;
  Object.defineProperty(Text.prototype, 'nodeValue', {
    ...value,
    set(this: Text, text: string | null) {
      putBack(this);
      (value.set as Setter).call(this, text);
    },
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function remove<Child extends Node>(this: Node, child: Child): Child {
    putBack(child, this);
    return removeChild.call(this, child) as Child;
  };
  Node.prototype.insertBefore = function insert<Child extends Node>(
    this: Node,
    child: Child,
    next: Node | null,
  ): Child {
    putBack(next, this);
    return insertBefore.call(this, child, next) as Child;
  };
}

/** React adds and removes in separate steps: what is replaced in one, or by the element beside it, was translated. */
function note(records: readonly MutationRecord[]): void {
  for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    const beside = [previousSibling, nextSibling].filter((node) => node?.nodeName === 'FONT');
    const added = (addedNodes.length > 0 ? [...addedNodes] : beside) as ChildNode[];
    if (added.length === 0) continue;
    for (const removed of removedNodes)
      if (!added.includes(removed as ChildNode)) replacements.set(removed, added);
  }
}

/** Nodes that now represent a text in the page, after any number of translations. */
function findPresent(text: Text): readonly ChildNode[] | undefined {
  const seen = new Set<Node>([text]);
  let found = replacements.get(text);
  while (found && !found.some(({ isConnected }) => isConnected)) {
    const next: ChildNode | undefined = found.find((node) => replacements.has(node) && !seen.has(node));
    if (next) seen.add(next);
    found = next && replacements.get(next);
  }
  return found;
}

/** A translator may also put the text itself into its element. */
function findWrapper(text: Text, parent: Node | undefined): readonly ChildNode[] {
  let wrapper: ChildNode | null = text;
  while (wrapper && wrapper.parentNode !== parent) wrapper = wrapper.parentElement;
  return wrapper ? [wrapper] : [];
}
