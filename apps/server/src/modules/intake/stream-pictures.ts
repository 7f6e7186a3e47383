import { addPictures, type FetchedPicture, type ParsedSignal } from '@winnow/intake'
import type { ClaimedSignal } from './claim-signal.ts'
import { isAnalysed } from './signal-standing.ts'

export interface FetchedPictures {
  pictures: FetchedPicture[]
  /** Why there are none, as a short code. */
  problem?: string
}

/** Fetches pictures of a camera from its stream, as it is now. Never throws. */
export type FetchStreamPictures = (viewId: string, companyId: string) => Promise<FetchedPictures>

/** A message that is read later than this shows another moment than the stream does. */
const FRESH_MS = 30_000

/**
 * Adds pictures of the camera's stream to a mail that triggers. The pictures of the mail itself stay. Where none can be fetched, the message
 * says why, and its alarm is passed on unverified.
 */
export async function withStreamPictures(
  { fetchStreamPictures, clock }: { fetchStreamPictures?: FetchStreamPictures | undefined; clock: { now(): Date } },
  signal: ClaimedSignal,
  parsed: ParsedSignal,
): Promise<ParsedSignal> {
  const { view_id: viewId } = signal
  const triggers = parsed.kind === 'alarm' || parsed.kind === 'unparsed'
  if (!signal.from_stream || viewId === null || !fetchStreamPictures || !triggers || !isAnalysed(signal)) return parsed
  const isLate = clock.now().getTime() - signal.received_at.getTime() > FRESH_MS
  const { pictures, problem } = isLate
    ? { pictures: [], problem: 'late' }
    : await fetchStreamPictures(viewId, signal.company_id)
  return addPictures(parsed, pictures, problem)
}
