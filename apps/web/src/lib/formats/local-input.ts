const PARTS = ['year', 'month', 'day', 'hour', 'minute'] as const

/** The clock of a zone at an instant, as a `datetime-local` input writes it: 2026-11-20T08:30. Empty without an instant. */
export function toLocalInput(at: string | undefined, zone: string): string {
  if (at === undefined) return ''
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const found = new Map(format.formatToParts(new Date(at)).map((part) => [part.type, part.value]))
  const [year, month, day, hour, minute] = PARTS.map((part) => found.get(part) ?? '')
  return `${year}-${month}-${day}T${hour}:${minute}`
}

/** Minutes by which a zone's clock is ahead of UTC at an instant. */
function offsetMinutes(at: number, zone: string): number {
  const shown = Date.parse(`${toLocalInput(new Date(at).toISOString(), zone)}:00Z`)
  return Math.round((shown - Math.floor(at / 60_000) * 60_000) / 60_000)
}

/**
 * The instant at which a zone's clock shows this text; undefined for an empty input. A time that the clock skips in spring is
 * taken as the one an hour later, of a time that it shows twice in autumn the first.
 */
export function fromLocalInput(text: string, zone: string): string | undefined {
  const wall = Date.parse(`${text}:00Z`)
  if (text === '' || Number.isNaN(wall)) return undefined
  const candidates = [
    wall - offsetMinutes(wall - 86_400_000, zone) * 60_000,
    wall - offsetMinutes(wall + 86_400_000, zone) * 60_000,
  ]
  const exact = candidates.filter((at) => toLocalInput(new Date(at).toISOString(), zone) === text)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates)).toISOString()
}
