/** Defines <tengen-board>, in the language of its place in the document. */

import { render } from 'preact';
import boardStyle from '../drawing/board.css';
import colors from '../drawing/colors.css';
import { type Language, languageFor } from '../lang/speech.ts';
import listStyle from '../parts/move-list.css';
import { ATTRIBUTES, type Attribute, type AttributeTexts } from './attributes.ts';
import ownStyle from './element.css';
import { BoardModel } from './model.ts';
import type { TengenBoardElement } from './public.d.ts';
import { View } from './view.tsx';

let style: CSSStyleSheet | undefined;

function styleSheet(): CSSStyleSheet {
  if (style === undefined) {
    style = new CSSStyleSheet();
    style.replaceSync([colors, boardStyle, listStyle, ownStyle].join('\n'));
  }
  return style;
}

/** A page that is rendered on a server imports this module there too, without a DOM; then nothing is defined. */
const hasDom = typeof customElements !== 'undefined';
const Base = hasDom ? HTMLElement : (class {} as typeof HTMLElement);

class TengenBoard extends Base implements TengenBoardElement {
  static readonly observedAttributes = ATTRIBUTES;

  declare position: string;
  declare rule: string;
  declare size: string;
  declare engine: string;
  declare level: string;
  declare problem: string;
  declare orientation: string;
  private isReading = false;
  /** Set since they were read last. */
  private readonly changes = new Set<Attribute>();
  private watch: MutationObserver | null = null;
  private readonly model = new BoardModel({
    onMove: (detail) => this.send('move', detail),
    onEnd: (detail) => this.send('end', detail),
    onAnalysis: (detail) => this.send('analysis', detail),
  });

  get moves(): string {
    this.readNow();
    return this.model.moves;
  }

  set moves(value: string) {
    this.setAttribute('moves', value);
  }

  get fault(): string {
    this.readNow();
    return this.model.fault;
  }

  connectedCallback(): void {
    this.readNow();
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    // A strict Content Security Policy allows this, but not a <style> element.
    root.adoptedStyleSheets = [styleSheet()];
    const draw = () => render(<View model={this.model} language={languageOf(this)} />, root);
    draw();
    this.watch = watchLanguage(this, draw);
    this.model.connect();
  }

  disconnectedCallback(): void {
    this.watch?.disconnect();
    this.model.disconnect();
    if (this.shadowRoot !== null) render(null, this.shadowRoot);
  }

  /** Attributes that change together are read once, together. */
  attributeChangedCallback(name: Attribute): void {
    this.changes.add(name);
    if (this.isReading) return;
    this.isReading = true;
    queueMicrotask(() => this.readNow());
  }

  restart(): void {
    this.readNow();
    this.model.restart();
  }

  goTo(moves: number): void {
    this.readNow();
    this.model.goTo(moves);
  }

  /** Applies attributes that have changed. */
  private readNow(): void {
    if (!this.isReading) return;
    this.isReading = false;
    const given = ATTRIBUTES.flatMap((name) => {
      const text = this.getAttribute(name);
      return text === null ? [] : [[name, text]];
    });
    const changes = new Set(this.changes);
    this.changes.clear();
    this.model.read(Object.fromEntries(given) as AttributeTexts, changes);
  }

  private send(name: string, detail: unknown): void {
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

// The properties that reflect attributes.
for (const name of ATTRIBUTES.filter((one: Attribute) => one !== 'moves')) {
  Object.defineProperty(TengenBoard.prototype, name, {
    get(this: HTMLElement): string {
      return this.getAttribute(name) ?? '';
    },
    set(this: HTMLElement, value: unknown) {
      if (value === null || value === undefined) this.removeAttribute(name);
      else this.setAttribute(name, String(value));
    },
    configurable: true,
    enumerable: true,
  });
}

// A page may load the script twice.
if (hasDom && customElements.get('tengen-board') === undefined) customElements.define('tengen-board', TengenBoard);

/** @returns English if no `lang` is there, or the nearest one is not among the languages */
function languageOf(element: Element): Language {
  for (let at: Element | null = element; at !== null; at = hostOf(at)) {
    const tag = at.closest('[lang]')?.getAttribute('lang');
    if (typeof tag === 'string') return languageFor(tag) ?? 'en';
  }
  return 'en';
}

/** Calls back when a `lang` changes that can concern the element, which is in the document. */
function watchLanguage(element: Element, onChange: () => void): MutationObserver {
  const observer = new MutationObserver(onChange);
  for (let at: Element | null = element; at !== null; at = hostOf(at)) {
    observer.observe(at.getRootNode(), { subtree: true, attributeFilter: ['lang'] });
  }
  return observer;
}

/** @returns the element whose shadow tree contains this one; null: none, it is in the document's own tree */
function hostOf(element: Element): Element | null {
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? root.host : null;
}
