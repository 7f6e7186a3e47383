import { useSyncExternalStore } from 'react'

/** A value outside React that components can subscribe to. */
export interface Store<T> {
  readonly get: () => T
  /** Takes the next value, or a function of the current one. */
  readonly set: (next: T | ((current: T) => T)) => void
  readonly subscribe: (listener: () => void) => () => void
}

function isChange<T>(next: T | ((current: T) => T)): next is (current: T) => T {
  return typeof next === 'function'
}

/** Creates a store. Listeners are called only when a new value differs by `Object.is`. */
export function createStore<T>(initial: T): Store<T> {
  let current = initial
  const listeners = new Set<() => void>()
  const set = (next: T | ((current: T) => T)) => {
    const value = isChange(next) ? next(current) : next
    if (Object.is(value, current)) return
    current = value
    // A copy: a listener may add or remove listeners.
    for (const listener of Array.from(listeners)) listener()
  }
  return {
    get: () => current,
    set,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The current value of a store. With `select`, re-renders only when the selected part changes. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, S>(store: Store<T>, select: (value: T) => S): S
export function useStore<T, S>(store: Store<T>, select?: (value: T) => S): T | S {
  return useSyncExternalStore(store.subscribe, () => (select ? select(store.get()) : store.get()))
}
