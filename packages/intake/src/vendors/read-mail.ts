import { readDahua } from './dahua.ts'
import { readGeneric } from './generic.ts'
import { readHikvision } from './hikvision.ts'
import type { MailText, Reading } from './reading.ts'
import { readXmlAlarm } from './xml-alarm.ts'

/** Reads a mail by the first vendor whose marks it bears; every other one is read as generic. */
export function readMail(mail: MailText): Reading {
  const generic = readGeneric(mail)
  const reading = readXmlAlarm(mail) ?? readDahua(mail) ?? readHikvision(mail)
  if (!reading) return generic
  // a body with Dahua's keys may come from a maker who adopted them and says who he is
  const vendor = reading.vendor === 'dahua' && generic.vendor === 'reolink' ? 'reolink' : reading.vendor
  return {
    ...reading,
    vendor,
    time: reading.time ?? generic.time,
    deviceSerial: reading.deviceSerial ?? generic.deviceSerial,
  }
}
