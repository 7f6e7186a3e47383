import { useFormats } from '../lib/formats/use-formats.ts'

interface TimeTextProps {
  /** ISO instant. */
  at: string
  /** The time zone of the site. Default: the user's time zone. */
  zone?: string
  show?: 'time' | 'date' | 'date-time'
  seconds?: boolean
  /** Whether to leave out the zone's name, for lists whose heading has it. The tooltip shows the time with its zone. */
  bare?: boolean
}

/** A time with the name of its zone. */
export function TimeText({ at, zone, show = 'date-time', seconds = true, bare }: TimeTextProps) {
  const formats = useFormats()
  const date = new Date(at)
  const inZone = zone ?? formats.zone
  const text =
    show === 'date'
      ? formats.date(date, inZone)
      : show === 'time'
        ? formats.time(date, inZone, { seconds })
        : formats.dateTime(date, inZone, { seconds })
  const name = formats.zoneName(date, inZone)
  return (
    <time dateTime={at} title={`${formats.fullDate(date, inZone)} ${formats.time(date, inZone)} ${name} (${inZone})`}>
      {bare || show === 'date' ? text : `${text} ${name}`}
    </time>
  )
}
