/** The event in front of a camera, before a device formats it. */
export interface DeviceAlarm {
  /** the event that the device reports; a camera's own motion detection is right one time in ten */
  event: 'motion' | 'line' | 'intrusion' | 'person' | 'vehicle'
  /** the time of the event by the device's clock */
  at: Date
  pictures: readonly { jpeg: Buffer; /** ms after `at` */ at: number }[]
  /** counts the device's alarms, from 1 */
  sequence: number
}

/** The device that sends an alarm. */
export interface Device {
  name: string
  /** varies serial number and address */
  seed: number
  from: string
  to: string
}

/** One raw message, and its delay after the start of the alarm. */
export interface DeviceMail {
  raw: Buffer
  afterMs: number
}

const two = (value: number): string => String(value).padStart(2, '0')

/** Formats a time as devices write it: in local time without a time zone. */
export function deviceTime(at: Date): { date: string; time: string; dayFirst: string; compact: string } {
  const [year, month, day] = [String(at.getFullYear()), two(at.getMonth() + 1), two(at.getDate())]
  const time = `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`
  return {
    date: `${year}-${month}-${day}`,
    time,
    dayFirst: `${day}/${month}/${year} ${time}`,
    compact: `${year}${month}${day}${time.replaceAll(':', '')}`,
  }
}
