import { readBlueIris } from './blue-iris.ts'
import { readDahua } from './dahua.ts'
import { readGeneric } from './generic.ts'
import { readHikvision } from './hikvision.ts'
import { readMilestone } from './milestone.ts'
import type { MailText, Reading } from './reading.ts'
import { readXmlAlarm } from './xml-alarm.ts'

/**
 * Reads a mail by the first way of writing whose marks it bears; every other one is read as generic. What that way leaves open is filled in from the common
 * keys and phrases. Recording software comes first: its mails name the makers of the cameras it records.
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
    // others have adopted the keys of these two, and say who they are
    vendor: isOther ? generic.vendor : reading.vendor,
    channel: reading.channel ?? generic.channel,
    channelName: reading.channelName ?? generic.channelName,
    deviceName: reading.deviceName ?? generic.deviceName,
    time: reading.time ?? generic.time,
    timeHint: reading.time === null ? generic.timeHint : reading.timeHint,
    deviceSerial: reading.deviceSerial ?? generic.deviceSerial,
  }
}
