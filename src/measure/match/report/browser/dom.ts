/** Finds and creates elements of the page. Names of engines are inserted as text and never become markup. */

const SVG = 'http://www.w3.org/2000/svg';

type Attributes = Readonly<Record<string, string | number>>;
export type Child = Node | string | number;

/** @returns the element of page.ts with this id @throws Error if it is not of this kind */
export function byId<T extends Element>(id: string, kind: new () => T): T {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`#${id}: expected a ${kind.name}`);
  return found;
}

export function html<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  return filled(document.createElement(tag), attributes, children);
}

export function svg<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: Attributes,
  ...children: readonly Child[]
): SVGElementTagNameMap[K] {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

function filled<T extends Element>(element: T, attributes: Attributes, children: readonly Child[]): T {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.map((child) => (child instanceof Node ? child : String(child))));
  return element;
}

/** @param rows texts, or whole cells @param leftColumns columns that are left-aligned */
export function table(
  head: readonly string[],
  rows: readonly (readonly (Child | HTMLTableCellElement)[])[],
  leftColumns: readonly number[],
): HTMLTableElement {
  const cell = (tag: 'th' | 'td') => (text: Child, column: number) => {
    const element = text instanceof HTMLTableCellElement ? text : html(tag, {}, text);
    if (leftColumns.includes(column)) element.classList.add('left');
    return element;
  };
  const row = (tag: 'th' | 'td', texts: readonly Child[]) => html('tr', {}, ...texts.map(cell(tag)));
  return html(
    'table',
    {},
    html('thead', {}, row('th', head)),
    html('tbody', {}, ...rows.map((texts) => row('td', texts))),
  );
}
