import { DAY } from './week-windows.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** A minute of the day as text: `20:00` or `8:00 PM`. The end of the day is `24:00`, or `12:00 AM`. */
export function timeOfDay(minute: number, is12h: boolean): string {
  const hour = Math.floor(minute / 60)
  const rest = pad(minute % 60)
  if (!is12h) return `${pad(hour)}:${rest}`
  return `${hour % 12 === 0 ? 12 : hour % 12}:${rest} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

const TYPED = /^(\d{1,2})(?:[:.h]?(\d{2}))?\s*([ap])?\.?m?\.?$/

/**
 * The minute of a typed time: `8`, `8:30`, `0830`, `8.30`, `8h30`, `8:30 pm`, `24:00`. Undefined for other texts.
 *
 * @param isEnd midnight means the end of the day, 1440, and not its start
 */
export function parseTimeOfDay(text: string, isEnd: boolean): number | undefined {
  const found = TYPED.exec(text.trim().toLowerCase())
  if (!found) return undefined
  const [typed, minutes] = [Number(found[1]), Number(found[2] ?? 0)]
  const half = found[3]
  if (half !== undefined && (typed < 1 || typed > 12)) return undefined
  const hour = half === undefined ? typed : (typed % 12) + (half === 'p' ? 12 : 0)
  const minute = hour * 60 + minutes
  if (minutes > 59 || minute > DAY) return undefined
  if (isEnd) return minute === 0 ? DAY : minute
  return minute === DAY ? 0 : minute
}
