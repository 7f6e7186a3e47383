import type { Vendor } from '../signal.ts'
import type { BodyFields } from './body-fields.ts'

/** A mail as the vendor readers see it: everything decoded and bounded. */
export interface MailText {
  subject: string
  from: string
  /** `X-Mailer` or `User-Agent`. */
  mailer: string
  text: string
  fields: BodyFields
  /** The text parts before tags were taken out, for bodies that are XML. */
  source: string
}

/** The data that a vendor's format contains about an alarm; null for missing values. */
export interface Reading {
  vendor: Vendor
  event: string | null
  /** The event is in a field that the firmware fills, so no person chose its words. */
  isListed: boolean
  channel: string | null
  channelName: string | null
  deviceName: string | null
  deviceSerial: string | null
  /** As written, still to be read as a date. */
  time: string | null
  timeHint: string | null
  /** The device says so itself: the event is over. */
  stop: boolean
}

/** A reading that says nothing yet. */
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
