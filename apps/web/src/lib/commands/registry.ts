import type { ParseKeys } from 'i18next'
import { createStore } from '../create-store.ts'
import type { KeySpec } from './keys.ts'

/** Key of a text, with its namespace: `alarms:command.next`. */
export type TextKey = Extract<
  ParseKeys<['shell', 'common', 'alarms', 'clients', 'home', 'login', 'settings']>,
  `${string}:${string}`
>

/** Something a user can do, by key, palette, menu or button. One entry feeds them all, and the help sheet. */
export interface Command {
  /** Unique, e.g. `alarm.label-true`. */
  id: string
  name: TextKey
  /** Heading in the help sheet and palette. */
  section: TextKey
  keys?: readonly KeySpec[]
  /** Whether it makes sense just now; a command that does not is neither run nor offered. */
  when?: () => boolean
  run: () => void | Promise<void>
  /** Whether holding the key down repeats it (moving about), or only the first press counts (deciding). Default: only the first. */
  repeat?: boolean
  /** Left out of the palette, e.g. because a row must be under the pointer. */
  hidden?: boolean
}

/** Commands of one part of the screen. Later scopes come first; an exclusive one (a dialog) hides all below it. */
export interface Scope {
  readonly name: string
  readonly exclusive: boolean
  readonly commands: readonly Command[]
}

/** All scopes, the oldest first. */
export const scopesStore = createStore<readonly Scope[]>([])

/** Adds a scope on top; the result takes it away again. */
export function addScope(scope: Scope): () => void {
  scopesStore.set((scopes) => [...scopes, scope])
  return () => scopesStore.set((scopes) => scopes.filter((other) => other !== scope))
}

/** The scopes that can be reached now, the topmost first. */
export function reachableScopes(scopes: readonly Scope[] = scopesStore.get()): Scope[] {
  const reachable: Scope[] = []
  for (const scope of scopes.toReversed()) {
    reachable.push(scope)
    if (scope.exclusive) break
  }
  return reachable
}

/** Every command on the screen, dialogs left aside, for the palette and the help sheet. */
export function allCommands(scopes: readonly Scope[] = scopesStore.get()): Command[] {
  const seen = new Set<string>()
  return scopes
    .toReversed()
    .flatMap((scope) => scope.commands)
    .filter((command) => !seen.has(command.id) && seen.add(command.id))
}
