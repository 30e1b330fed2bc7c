/** State that the page shows. A model notifies its listeners of every change. */
import { useLayoutEffect, useState } from 'preact/hooks';

export class Model {
  private readonly listeners = new Set<() => void>();

  /** @returns a function that ends the subscription */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Called after every change. */
  protected changed(): void {
    for (const listener of this.listeners) listener();
  }
}

/** A model whose state is one value: every change replaces it. */
export class StateModel<State extends object> extends Model {
  constructor(public shown: State) {
    super();
  }

  protected set(values: Partial<State>): void {
    this.shown = { ...this.shown, ...values };
    this.changed();
  }
}

/** Redraws a component whenever the model changes. */
export function useModel<T extends Model>(model: T): T {
  const [, redraw] = useState(0);
  useLayoutEffect(() => model.subscribe(() => redraw((count) => count + 1)), [model]);
  return model;
}
