/** An alarm as video analytics report it to Immix. */
export interface ImmixReport {
  /** Counted from 1. */
  input: number
  /** One of the words that Immix lists, as `ObjectDetected`. */
  eventType?: string
  extraText?: string
  /** As `2026-05-06T07:08:09Z`; how it is written is a setting of the sender. */
  dateTime?: string
}

/** The body of a mail to Immix. Written from the guides of makers of video analytics that send to it. */
export function immixXml({ input, eventType, extraText, dateTime }: ImmixReport): string {
  const element = (name: string, value: string): string => (value === '' ? `<${name}/>` : `<${name}>${value}</${name}>`)
  const elements = [
    element('VersionInfo', '1'),
    element('Input1', String(input)),
    element('EventType', eventType ?? 'ObjectDetected'),
    element('ExtraText', extraText ?? 'Person in yard'),
    element('DateTime', dateTime ?? '2026-05-06T07:08:09Z'),
    element('Location', ''),
    element('URL', ''),
  ]
  return `<Alarm>${elements.join('')}</Alarm>`
}
