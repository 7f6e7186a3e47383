import { CLIP_PARTS, type ClipPart, STREAM_RATE } from './clip-parts.ts'

/** What happens, one after the other and again from the start: one in three is a true alarm. */
const EVENTS = ['person', 'cat', 'spider', 'car', 'spider', 'cat'] as const satisfies readonly ClipPart[]

/** Seconds until the first event: a newcomer sees it soon, and the reader has seen the quiet scene by then. */
const FIRST_SECONDS = 24
/** Seconds between two events. Cameras of the demo that send by themselves have an alarm a minute; this one has fewer. */
const QUIET_SECONDS = 80

const QUIET_PART_SECONDS = CLIP_PARTS.quiet / STREAM_RATE

/** Makes an endless plan of the parts that the stream shows: quiet most of the time, and an event now and then. */
export function* planStream(): Generator<ClipPart, never> {
  for (let seconds = 0; seconds < FIRST_SECONDS; seconds += QUIET_PART_SECONDS) yield 'quiet'
  for (;;) {
    for (const event of EVENTS) {
      yield event
      for (let seconds = 0; seconds < QUIET_SECONDS; seconds += QUIET_PART_SECONDS) yield 'quiet'
    }
  }
}
