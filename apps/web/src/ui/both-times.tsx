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

/** An instant in the zones of a site and of the user, and whether the two differ. */
function bothClocks(at: string, siteZone: string, formats: Formats) {
  const date = new Date(at)
  const read = (zone: string) => ({
    zone,
    date: formats.date(date, zone),
    time: formats.time(date, zone),
    short: formats.time(date, zone, { seconds: false }),
    name: formats.zoneName(date, zone),
    title: `${formats.fullDate(date, zone)} ${formats.time(date, zone)} ${formats.namedZone(date, zone)}`,
  })
  const [site, user] = [read(siteZone), read(formats.zone)]
  const differ = site.time !== user.time || site.date !== user.date
  // Two zones can have the same short name: IST is the time of India and of Israel. Then the long names are used.
  if (differ && site.name === user.name) for (const clock of [site, user]) clock.name = clock.zone
  return { site, user, differ }
}

/**
 * The time of an event at a site: in the site's zone, and also in the user's zone if the two clocks differ. Both zones are named. The
 * second time has no seconds, and no date if its date is that of the first.
 */
export function BothTimes({ at, zone, first, show = 'date-time', part }: BothTimesProps) {
  const { t } = useTranslation()
  const formats = useFormats()
  const clocks = bothClocks(at, zone, formats)
  const other = first === 'site' ? 'user' : 'site'
  const [main, second] = [clocks[first], clocks[other]]
  // A list names the zone once for all rows. A row names it again only when it shows two times side by side.
  const isBare = part === 'first' && !clocks.differ
  const mainText = `${show === 'time' ? '' : `${main.date} `}${main.time}${isBare ? '' : ` ${main.name}`}`
  const secondText = `${second.date === main.date ? '' : `${second.date} `}${second.short} ${second.name}`
  return (
    <>
      {part !== 'second' && (
        <time className={css['main']} dateTime={at} title={main.title}>
          {mainText}
        </time>
      )}
      {part !== 'first' && clocks.differ && (
        <time
          className={css['second']}
          dateTime={at}
          title={t(other === 'user' ? 'timeOfUser' : 'timeAtSite', { time: second.title })}
        >
          {part === 'second' ? secondText : t(other === 'user' ? 'timeOfUser' : 'timeAtSite', { time: secondText })}
        </time>
      )}
    </>
  )
}
