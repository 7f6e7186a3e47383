import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { type Formats, useFormats } from '../lib/formats/use-formats.ts'
import css from './both-times.module.css'

type Whose = 'site' | 'user'

interface BothTimesProps {
  /** ISO instant. */
  at: string
  /** Zone of the site. */
  zone: string
  /** Which clock is shown first. */
  first: Whose
  show?: 'time' | 'date-time'
  /** Renders only one of the two times, for layouts that separate them. `second` renders nothing if both clocks show the same. */
  part?: 'first' | 'second'
}

/** An instant in a zone. What only some places show is computed when it is asked for: a list has two of these in each row. */
const readClock = (date: Date, zone: string, formats: Formats) => ({
  zone,
  date: formats.date(date, zone),
  time: formats.time(date, zone),
  short: () => formats.time(date, zone, { seconds: false }),
  name: () => formats.zoneName(date, zone),
  title: () => `${formats.fullDate(date, zone)} ${formats.time(date, zone)} ${formats.namedZone(date, zone)}`,
})

/** An instant in the zones of a site and of the user, and whether the two differ. */
function bothClocks(at: string, siteZone: string, formats: Formats) {
  const date = new Date(at)
  const user = readClock(date, formats.zone, formats)
  const site = siteZone === formats.zone ? user : readClock(date, siteZone, formats)
  return { site, user, differ: site.time !== user.time || site.date !== user.date }
}

/**
 * The time of an event at a site: in the site's zone, and also in the user's zone if the two clocks differ. Both zones are named. The
 * second time has no seconds, and no date if its date is that of the first.
 */
export const BothTimes = memo(function BothTimes({ at, zone, first, show = 'date-time', part }: BothTimesProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const clocks = bothClocks(at, zone, formats)
  const other = first === 'site' ? 'user' : 'site'
  const [main, second] = [clocks[first], clocks[other]]
  if (part === 'second' && !clocks.differ) return null
  // A list names the zone once for all rows. A row names it again only when it shows two times side by side.
  const isBare = part === 'first' && !clocks.differ
  // Two zones can have the same short name: IST is the time of India and of Israel. Then the long names are used.
  const nameOf = (clock: typeof main) => (clocks.differ && main.name() === second.name() ? clock.zone : clock.name())
  const mainText = () => `${show === 'time' ? '' : `${main.date} `}${main.time}${isBare ? '' : ` ${nameOf(main)}`}`
  const secondText = () => `${second.date === main.date ? '' : `${second.date} `}${second.short()} ${nameOf(second)}`
  return (
    <>
      {part !== 'second' && (
        <time className={css['main']} dateTime={at} title={main.title()}>
          {mainText()}
        </time>
      )}
      {part !== 'first' && clocks.differ && (
        <time
          className={css['second']}
          dateTime={at}
          title={t(other === 'user' ? 'timeOfUser' : 'timeAtSite', { time: second.title() })}
        >
          {part === 'second' ? secondText() : t(other === 'user' ? 'timeOfUser' : 'timeAtSite', { time: secondText() })}
        </time>
      )}
    </>
  )
})
