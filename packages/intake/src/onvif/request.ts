import { createHash } from 'node:crypto'

const SERVICES = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
} as const
const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope'
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
const DIGEST = `${WSS}-username-token-profile-1.0#PasswordDigest`
const BASE64 = `${WSS}-soap-message-security-1.0#Base64Binary`

export type OnvifCall =
  | { service: 'device'; name: 'GetSystemDateAndTime' | 'GetDeviceInformation' }
  | { service: 'device'; name: 'GetCapabilities' }
  | { service: 'media'; name: 'GetProfiles' }
  | { service: 'media'; name: 'GetStreamUri' | 'GetSnapshotUri'; profile: string }

export interface OnvifLogin {
  user: string
  password: string
  /** 16 random bytes. */
  nonce: Uint8Array
  /** The time by the device's clock. Devices refuse a token whose time differs from theirs. */
  created: Date
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** The token with which a user logs in (WS-Security UsernameToken Profile 1.0, digest of nonce, time and password). */
function security({ user, password, nonce, created }: OnvifLogin): string {
  const time = created.toISOString()
  const digest = createHash('sha1').update(nonce).update(time).update(password).digest('base64')
  return (
    `<s:Header><Security s:mustUnderstand="1" xmlns="${WSS}-wssecurity-secext-1.0.xsd"><UsernameToken>` +
    `<Username>${escape(user)}</Username><Password Type="${DIGEST}">${digest}</Password>` +
    `<Nonce EncodingType="${BASE64}">${Buffer.from(nonce).toString('base64')}</Nonce>` +
    `<Created xmlns="${WSS}-wssecurity-utility-1.0.xsd">${time}</Created></UsernameToken></Security></s:Header>`
  )
}

function content(call: OnvifCall): string {
  switch (call.name) {
    case 'GetCapabilities':
      return '<Category>Media</Category>'
    case 'GetStreamUri':
      return (
        '<StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream>' +
        '<Transport xmlns="http://www.onvif.org/ver10/schema"><Protocol>RTSP</Protocol></Transport></StreamSetup>' +
        `<ProfileToken>${escape(call.profile)}</ProfileToken>`
      )
    case 'GetSnapshotUri':
      return `<ProfileToken>${escape(call.profile)}</ProfileToken>`
    default:
      return ''
  }
}

/** The body of a call of an ONVIF service (SOAP 1.2). */
export function onvifRequest(call: OnvifCall, login?: OnvifLogin): string {
  return (
    `<s:Envelope xmlns:s="${ENVELOPE}">${login ? security(login) : ''}` +
    '<s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `<${call.name} xmlns="${SERVICES[call.service]}">${content(call)}</${call.name}></s:Body></s:Envelope>`
  )
}
