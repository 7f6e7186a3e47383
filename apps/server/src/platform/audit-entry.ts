import type { AuditObject } from '@winnow/contract'
import type { Actor } from './http/actor.ts'

/** One audit entry: what was done to which object. */
export interface AuditEntry {
  action: string
  objectType: AuditObject
  objectId?: string
  objectName?: string
  before?: unknown
  after?: unknown
  /** Of entries with the same text only the first is stored. */
  once?: string
  /** Of entries with the same text only the first is listed; the others are folded behind it. */
  fold?: string
}

/** An entry with its author, time and request. */
export interface SignedEntry {
  author: Author
  entry: AuditEntry
  now: Date
  requestId: string
}

/** The author: an actor, or the system itself for a company. */
export type Author =
  | Actor
  | { companyId: string; name: string; address?: string; userId?: string | null; impersonator?: Actor['impersonator'] }
