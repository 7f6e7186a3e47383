import { fromLocalTime, toLocalTime } from '@winnow/domain'

/** Local time of a zone at an ISO instant, as a `datetime-local` input writes it: 2026-11-20T08:30. Empty without an instant. */
export function toLocalInput(at: string | undefined, zone: string): string {
  return at === undefined ? '' : toLocalTime(new Date(at), zone)
}

/** The ISO instant of a typed local time; undefined for an empty input. See `fromLocalTime` for skipped and repeated hours. */
export function fromLocalInput(text: string, zone: string): string | undefined {
  return fromLocalTime(text, zone)?.toISOString()
}
