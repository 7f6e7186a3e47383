import type { Operation } from './operation.ts'

const KIB = 1024

/** Maximum size of a request body in bytes, for operations that define no maximum of their own. */
export const BODY_LIMITS = {
  /** For operations that anyone can call. The caller is not known and cannot be held responsible for the cost, so the limit is low. */
  open: 16 * KIB,
  usual: 64 * KIB,
} as const

/** Maximum number of ids in one list of a request. A larger selection is sent as sites or clients, or expressed by filters. */
export const MAX_IDS = 10_000

/** Maximum size in bytes of a body with up to {@link MAX_IDS} ids, with room for its other fields. */
export const ID_LIST_BYTES = 512 * KIB

/** Maximum size in bytes of an alarm, sent as a mail or an upload: enough for twenty large pictures or a long clip. */
export const MAX_MESSAGE_BYTES = 64 * KIB * KIB

/** Maximum size in bytes of the body of a call of this operation. */
export function bodyLimitOf({ maxBytes, scope }: Operation): number {
  if (maxBytes !== undefined) return maxBytes
  return scope === 'public' || scope === 'signed' || scope === 'login' ? BODY_LIMITS.open : BODY_LIMITS.usual
}
