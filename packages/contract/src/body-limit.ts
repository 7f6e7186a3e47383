import type { Operation } from './operation.ts'

const KIB = 1024

/** Bytes that the body of a call may have at most, for the operations that name no maximum of their own. */
export const BODY_LIMITS = {
  /** Anybody may call these, so nobody is known who would answer for what they cost. */
  open: 16 * KIB,
  usual: 64 * KIB,
} as const

/** Ids that one list of a request may name. A larger selection is sent as the sites or clients it belongs to, or by filters. */
export const MOST_IDS = 10_000

/** Bytes of a body that names up to {@link MOST_IDS} ids, with room for the rest of it. */
export const ID_LIST_BYTES = 512 * KIB

/** Bytes of an alarm, as a mail or an upload: twenty large pictures, or a long clip. */
export const MAX_MESSAGE_BYTES = 64 * KIB * KIB

/** Bytes that the body of a call may have at most. */
export function bodyLimitOf({ maxBytes, scope }: Operation): number {
  if (maxBytes !== undefined) return maxBytes
  return scope === 'public' || scope === 'signed' || scope === 'login' ? BODY_LIMITS.open : BODY_LIMITS.usual
}
