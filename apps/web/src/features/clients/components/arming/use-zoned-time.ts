import { useFormats } from '../../../../lib/formats/use-formats.ts'

/** Writes instants in the time of a site, with the name of its zone: `23:10 GMT (Europe/London)` with the date in front. */
export function useZonedTime(zone: string): (at: string | Date) => string {
  const formats = useFormats()
  return (at) => {
    const date = new Date(at)
    return `${formats.dateTime(date, zone, { seconds: false })} ${formats.namedZone(date, zone)}`
  }
}
