/** Something others can listen to. */
export class Signal<T> {
  private readonly listeners = new Set<(value: T) => void>();

  /** Calls `listener` at every `emit`; the answer stops it. */
  on(listener: (value: T) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  emit(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
}
