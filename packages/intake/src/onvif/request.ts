import { createHash } from 'node:crypto'

const SERVICES = {
  device: 'http://www.onvif.org/ver10/device/wsdl',
  media: 'http://www.onvif.org/ver10/media/wsdl',
  events: 'http://www.onvif.org/ver10/events/wsdl',
  subscription: 'http://docs.oasis-open.org/wsn/b-2',
} as const
const ADDRESSING = 'http://www.w3.org/2005/08/addressing'
/** What is done, for services that are told apart by it and not by the body. */
const ACTIONS = {
  CreatePullPointSubscription: `${SERVICES.events}/EventPortType/CreatePullPointSubscriptionRequest`,
  PullMessages: `${SERVICES.events}/PullPointSubscription/PullMessagesRequest`,
  Renew: 'http://docs.oasis-open.org/wsn/bw-2/SubscriptionManager/RenewRequest',
} as const
const ENVELOPE = 'http://www.w3.org/2003/05/soap-envelope'
const WSS = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss'
const DIGEST = `${WSS}-username-token-profile-1.0#PasswordDigest`
const BASE64 = `${WSS}-soap-message-security-1.0#Base64Binary`

export type OnvifCall =
  | { service: 'device'; name: 'GetSystemDateAndTime' | 'GetDeviceInformation' }
  | { service: 'device'; name: 'GetCapabilities'; category: 'Media' | 'Events' }
  | { service: 'media'; name: 'GetProfiles' }
  | { service: 'media'; name: 'GetStreamUri' | 'GetSnapshotUri'; profile: string }
  | { service: 'events'; name: 'CreatePullPointSubscription'; seconds: number }
  | { service: 'events'; name: 'PullMessages'; point: PullPoint; seconds: number; most: number }
  | { service: 'subscription'; name: 'Renew'; point: PullPoint; seconds: number }

/** A subscription to events, as the device named it. */
export interface PullPoint {
  /** The address of the subscription as the device wrote it. It is repeated in the head of calls, and never called. */
  address: string
  /** XML that the device wants in the head of each call (`ReferenceParameters`); empty for none. */
  parameters: string
}

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
    `<Security s:mustUnderstand="1" xmlns="${WSS}-wssecurity-secext-1.0.xsd"><UsernameToken>` +
    `<Username>${escape(user)}</Username><Password Type="${DIGEST}">${digest}</Password>` +
    `<Nonce EncodingType="${BASE64}">${Buffer.from(nonce).toString('base64')}</Nonce>` +
    `<Created xmlns="${WSS}-wssecurity-utility-1.0.xsd">${time}</Created></UsernameToken></Security>`
  )
}

function content(call: OnvifCall): string {
  switch (call.name) {
    case 'GetCapabilities':
      return `<Category>${call.category}</Category>`
    case 'GetStreamUri':
      return (
        '<StreamSetup><Stream xmlns="http://www.onvif.org/ver10/schema">RTP-Unicast</Stream>' +
        '<Transport xmlns="http://www.onvif.org/ver10/schema"><Protocol>RTSP</Protocol></Transport></StreamSetup>' +
        `<ProfileToken>${escape(call.profile)}</ProfileToken>`
      )
    case 'GetSnapshotUri':
      return `<ProfileToken>${escape(call.profile)}</ProfileToken>`
    case 'CreatePullPointSubscription':
      return `<InitialTerminationTime>PT${call.seconds}S</InitialTerminationTime>`
    case 'PullMessages':
      return `<Timeout>PT${call.seconds}S</Timeout><MessageLimit>${call.most}</MessageLimit>`
    case 'Renew':
      return `<TerminationTime>PT${call.seconds}S</TerminationTime>`
    default:
      return ''
  }
}

/** Which subscription a call is about (WS-Addressing). */
function addressing(call: OnvifCall): string {
  if (call.service !== 'events' && call.service !== 'subscription') return ''
  const action = `<a:Action xmlns:a="${ADDRESSING}" s:mustUnderstand="1">${ACTIONS[call.name]}</a:Action>`
  if (call.name === 'CreatePullPointSubscription') return action
  return `${action}<a:To xmlns:a="${ADDRESSING}" s:mustUnderstand="1">${escape(call.point.address)}</a:To>${call.point.parameters}`
}

/** The body of a call of an ONVIF service (SOAP 1.2). */
export function onvifRequest(call: OnvifCall, login?: OnvifLogin): string {
  const head = addressing(call) + (login ? security(login) : '')
  return (
    `<s:Envelope xmlns:s="${ENVELOPE}">${head === '' ? '' : `<s:Header>${head}</s:Header>`}` +
    '<s:Body xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema">' +
    `<${call.name} xmlns="${SERVICES[call.service]}">${content(call)}</${call.name}></s:Body></s:Envelope>`
  )
}
