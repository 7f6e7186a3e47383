import { findElement, readXml, textAt, type XmlElement } from '../xml/read-xml.ts'

/** What a device answers to a call: the element of the answer, a refused login, or something else. */
export type OnvifReply = { ok: true; answer: XmlElement; document: string } | { ok: false; problem: 'login' | 'answer' }

/** Reads the answer of an ONVIF service. A fault about the login is known by its subcode, whatever the status. */
export function readOnvifReply(document: string, name: string): OnvifReply {
  const envelope = readXml(document)
  const body = envelope?.name === 'Envelope' ? findElement(envelope, 'Body') : undefined
  const answer = findElement(body, `${name}Response`)
  if (answer) return { ok: true, answer, document }
  const subcodes = [
    textAt(body, 'Fault', 'Code', 'Subcode', 'Value'),
    textAt(body, 'Fault', 'Code', 'Subcode', 'Subcode', 'Value'),
  ]
  const isLogin = subcodes.some((code) =>
    /(^|:)(NotAuthorized|FailedAuthentication|SenderNotAuthorized)$/.test(code ?? ''),
  )
  return { ok: false, problem: isLogin ? 'login' : 'answer' }
}

const part = (element: XmlElement | undefined, name: string): number => Number(textAt(element, name) ?? Number.NaN)

/** The device's clock; undefined if it names no time. */
export function readDeviceTime(answer: XmlElement): Date | undefined {
  const utc = findElement(answer, 'SystemDateAndTime', 'UTCDateTime')
  const [date, time] = [findElement(utc, 'Date'), findElement(utc, 'Time')]
  const at = Date.UTC(
    part(date, 'Year'),
    part(date, 'Month') - 1,
    part(date, 'Day'),
    part(time, 'Hour'),
    part(time, 'Minute'),
    part(time, 'Second'),
  )
  return Number.isNaN(at) ? undefined : new Date(at)
}

export interface OnvifDevice {
  manufacturer: string | null
  model: string | null
  firmware: string | null
  serial: string | null
}

const short = (text: string | undefined): string | null => text?.slice(0, 100) ?? null

export const readDevice = (answer: XmlElement): OnvifDevice => ({
  manufacturer: short(textAt(answer, 'Manufacturer')),
  model: short(textAt(answer, 'Model')),
  firmware: short(textAt(answer, 'FirmwareVersion')),
  serial: short(textAt(answer, 'SerialNumber')),
})

/** The path of the media service; undefined if the device has none. */
export const readMediaPath = (answer: XmlElement): string | undefined =>
  pathOf(textAt(answer, 'Capabilities', 'Media', 'XAddr'))

/** The path of the service of events; undefined if the device has none. */
export const readEventsPath = (answer: XmlElement): string | undefined =>
  pathOf(textAt(answer, 'Capabilities', 'Events', 'XAddr'))

export interface OnvifProfile {
  token: string
  name: string
  codec: string | null
  width: number | null
  height: number | null
  /** Whether the camera can be turned. */
  ptz: boolean
  /** The tokens by which events name the source of the picture. */
  sources: string[]
}

const MAX_PROFILES = 64
const whole = (text: string | undefined): number | null => (text && /^\d{1,5}$/.test(text) ? Number(text) : null)

export const readProfiles = (answer: XmlElement): OnvifProfile[] =>
  answer.children
    .filter(({ name, attributes }) => name === 'Profiles' && attributes.get('token'))
    .slice(0, MAX_PROFILES)
    .map((profile) => {
      const encoder = findElement(profile, 'VideoEncoderConfiguration')
      return {
        token: (profile.attributes.get('token') ?? '').slice(0, 200),
        name: (textAt(profile, 'Name') ?? '').slice(0, 100),
        codec: short(textAt(encoder, 'Encoding')),
        width: whole(textAt(encoder, 'Resolution', 'Width')),
        height: whole(textAt(encoder, 'Resolution', 'Height')),
        ptz: findElement(profile, 'PTZConfiguration') !== undefined,
        sources: readSources(findElement(profile, 'VideoSourceConfiguration')),
      }
    })

const readSources = (configuration: XmlElement | undefined): string[] =>
  [textAt(configuration, 'SourceToken'), configuration?.attributes.get('token')].flatMap((token) =>
    token ? [token.slice(0, 200)] : [],
  )

const readUri = (answer: XmlElement): string | undefined => textAt(answer, 'MediaUri', 'Uri')?.slice(0, 2048)

/** The port and path of a stream's address; undefined if it is none. */
export function readStreamAddress(answer: XmlElement): { port: number; path: string } | undefined {
  const address = readUri(answer)
  if (address === undefined || !/^rtsps?:\/\//i.test(address) || !URL.canParse(address)) return undefined
  const { port, pathname, search } = new URL(address)
  return { port: port === '' ? 554 : Number(port), path: pathname + search }
}

/** Path and query of an address. Its host may be the one inside the device's own network, and is never called. */
export function pathOf(address: string | undefined): string | undefined {
  if (address === undefined || !URL.canParse(address)) return undefined
  const { pathname, search } = new URL(address)
  return pathname + search
}
