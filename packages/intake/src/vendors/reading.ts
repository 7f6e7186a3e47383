import type { Vendor } from '../signal.ts'
import type { BodyFields } from './body-fields.ts'

/** The parts of a mail that the readers of the makers' formats use, decoded and limited in length. */
export interface MailText {
  subject: string
  from: string
  /** `X-Mailer` or `User-Agent`. */
  mailer: string
  text: string
  fields: BodyFields
  /** The text parts with their tags, for bodies that are XML. */
  source: string
}

/** The data that a vendor's format contains about an alarm; null for missing values. */
export interface Reading {
  vendor: Vendor
  event: string | null
  /** Whether the event is from a field that the firmware fills, so that no person chose its words. */
  isListed: boolean
  channel: string | null
  channelName: string | null
  deviceName: string | null
  deviceSerial: string | null
  /** The time as the device wrote it, not parsed yet. */
  time: string | null
  timeHint: string | null
  /** Whether the device reports the end of the event. */
  stop: boolean
}

/** A reading of which only the vendor is known. */
export function emptyReading(vendor: Vendor): Reading {
  return {
    vendor,
    event: null,
    isListed: false,
    channel: null,
    channelName: null,
    deviceName: null,
    deviceSerial: null,
    time: null,
    timeHint: null,
    stop: false,
  }
}
