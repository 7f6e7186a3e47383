import { addPictures, eventTime, type FetchedMedia, type ParsedSignal } from '@winnow/intake'
import type { ClaimedSignal } from './claim-signal.ts'
import { isAnalysed } from './signal-standing.ts'

export interface FetchedPictures {
  pictures: FetchedMedia[]
  /** Why there are none, as a short code. */
  problem?: string
}

/** Fetches pictures of a camera from its stream, as it is now. Never throws. */
export type FetchStreamPictures = (viewId: string, companyId: string) => Promise<FetchedPictures>
/** Fetches pictures of a camera around a moment from the recorder that it is mapped to. Never throws. */
export type FetchRecorderPictures = (viewId: string, companyId: string, at: Date) => Promise<FetchedPictures>

/** What fetches pictures for a message of a camera. */
export interface PictureSources {
  /** From its stream, for a mail that triggers. */
  fetchStreamPictures?: FetchStreamPictures | undefined
  /** From its recorder. */
  fetchRecorderPictures?: FetchRecorderPictures | undefined
}

/** A message that is read later than this shows another moment than the stream does. */
const FRESH_MS = 30_000

/**
 * Adds pictures of the camera's stream, or of its recorder, to a message that triggers. The pictures of the message itself stay. Where none
 * can be fetched, the message says why, and without a picture of its own its alarm is passed on unverified.
 */
export async function withFetchedPictures(
  { fetchStreamPictures, fetchRecorderPictures, clock }: PictureSources & { clock: { now(): Date } },
  signal: ClaimedSignal,
  parsed: ParsedSignal,
): Promise<ParsedSignal> {
  const { view_id: viewId, company_id: companyId, received_at: receivedAt } = signal
  const triggers = parsed.kind === 'alarm' || parsed.kind === 'unparsed'
  if (viewId === null || !triggers || !isAnalysed(signal)) return parsed
  if (signal.from_stream && fetchStreamPictures) {
    const isLate = clock.now().getTime() - receivedAt.getTime() > FRESH_MS
    const { pictures, problem } = isLate
      ? { pictures: [], problem: 'late' }
      : await fetchStreamPictures(viewId, companyId)
    return addPictures(parsed, pictures, 'stream', problem)
  }
  if (!signal.from_recorder || !fetchRecorderPictures) return parsed
  const { pictures, problem } = await fetchRecorderPictures(viewId, companyId, eventTime(parsed.deviceTime, receivedAt))
  return addPictures(parsed, pictures, 'recorder', problem)
}
