import type { AuditObject } from '@winnow/contract'
import type { Actor } from './http/actor.ts'

/** One audit entry: an action and the object of the action. */
export interface AuditEntry {
  action: string
  objectType: AuditObject
  objectId?: string
  objectName?: string
  before?: unknown
  after?: unknown
  /** A key. If several entries have the same key, only the first one is stored. */
  once?: string
  /** A key. If several entries have the same key, the list shows only the first one and folds the rest behind it. */
  fold?: string
}

/** An entry with its author, time and request. */
export interface SignedEntry {
  author: Author
  entry: AuditEntry
  now: Date
  requestId: string
}

/** The author of an entry: an actor, or the system itself on behalf of a company. */
export type Author =
  | Actor
  | { companyId: string; name: string; address?: string; userId?: string | null; impersonator?: Actor['impersonator'] }
