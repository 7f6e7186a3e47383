import { readBlueIris } from './blue-iris.ts'
import { readDahua } from './dahua.ts'
import { readGeneric } from './generic.ts'
import { readHikvision } from './hikvision.ts'
import { readMilestone } from './milestone.ts'
import type { MailText, Reading } from './reading.ts'
import { readXmlAlarm } from './xml-alarm.ts'

/**
 * Reads a mail with the reader of the first format that it matches, or else with the generic reader. The generic reader also supplies
 * values that the format's reader did not find. Recording software is tried first, because its mails also name the makers of the cameras.
 */
export function readMail(mail: MailText): Reading {
  const generic = readGeneric(mail)
  const reading =
    readXmlAlarm(mail) ?? readBlueIris(mail) ?? readMilestone(mail) ?? readDahua(mail) ?? readHikvision(mail)
  if (!reading) return generic
  const isFormat = reading.vendor === 'dahua' || reading.vendor === 'hikvision'
  const isOther = isFormat && generic.vendor !== 'generic'
  return {
    ...reading,
    ...(reading.event === null && { event: generic.event, isListed: generic.isListed, stop: generic.stop }),
    // Other makers use the keys of Dahua and Hikvision too, and name themselves.
    vendor: isOther ? generic.vendor : reading.vendor,
    channel: reading.channel ?? generic.channel,
    channelName: reading.channelName ?? generic.channelName,
    deviceName: reading.deviceName ?? generic.deviceName,
    time: reading.time ?? generic.time,
    timeHint: reading.time === null ? generic.timeHint : reading.timeHint,
    deviceSerial: reading.deviceSerial ?? generic.deviceSerial,
  }
}
