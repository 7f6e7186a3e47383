import type { QualifiedKey } from '@winnow/i18n'
import { createStore } from '../create-store.ts'
import type { KeySpec } from './keys.ts'

/** The namespaces that have names of commands. */
export const COMMAND_TEXTS = [
  'shell',
  'common',
  'alarms',
  'clients',
  'home',
  'login',
  'review',
  'settings',
  'supervisor',
] as const

/** Key of a text, with its namespace: `alarms:command.next`. */
export type TextKey = QualifiedKey<(typeof COMMAND_TEXTS)[number]>

/** An action of the user, by key, palette, menu or button. All of these, and the help sheet, are built from this entry. */
export interface Command {
  /** Unique, e.g. `alarm.label-true`. */
  id: string
  name: TextKey
  /** Heading in the help sheet and palette. */
  section: TextKey
  keys?: readonly KeySpec[]
  /** Whether the command is available now. Otherwise it is neither run nor offered. */
  when?: () => boolean
  run: () => void | Promise<void>
  /**
   * Whether holding the key repeats the command (for navigation). Default: the command runs only at the first press (for decisions).
   */
  repeat?: boolean
  /** Whether the palette leaves the command out, e.g. because it needs a row under the pointer. */
  hidden?: boolean
}

/** Commands of one part of the screen. Later scopes have priority; an exclusive one (a dialog) hides all below it. */
export interface Scope {
  readonly name: string
  readonly exclusive: boolean
  readonly commands: readonly Command[]
}

/** All scopes, the oldest first. */
export const scopesStore = createStore<readonly Scope[]>([])

/** Adds a scope on top; returns a function that removes it. */
export function addScope(scope: Scope): () => void {
  scopesStore.set((scopes) => [...scopes, scope])
  return () => scopesStore.set((scopes) => scopes.filter((other) => other !== scope))
}

/** The scopes that are reachable now, the topmost first. */
export function reachableScopes(scopes: readonly Scope[] = scopesStore.get()): Scope[] {
  const reachable: Scope[] = []
  for (const scope of scopes.toReversed()) {
    reachable.push(scope)
    if (scope.exclusive) break
  }
  return reachable
}

/** All commands on the screen except those of dialogs, for the palette and the help sheet. */
export function allCommands(scopes: readonly Scope[] = scopesStore.get()): Command[] {
  const seen = new Set<string>()
  return scopes
    .toReversed()
    .flatMap((scope) => scope.commands)
    .filter((command) => !seen.has(command.id) && seen.add(command.id))
}
