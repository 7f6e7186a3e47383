import type { Severity } from '@winnow/contract'
import type { DeliveryAlarm } from '../payload.ts'
import { cameraEventOf, occasionOf, type Occasion } from '../occasion.ts'
import { cefOf } from './cef.ts'

/** The severities of RFC 5424: alert, warning, notice, informational. */
const SEVERITIES: Readonly<Record<Occasion, number>> = {
  verified: 1,
  unverified: 4,
  cancelled: 6,
  test: 5,
  idle: 4,
  'idle.ended': 5,
  'connection.lost': 4,
  'connection.restored': 5,
  tampering: 1,
  'tampering.ended': 5,
}

/** Those that the settings of the receiver name: notice, warning, error, alert. */
const CHOSEN: Readonly<Record<Severity, number>> = { low: 5, medium: 4, high: 3, critical: 1 }

/** The name of this server: that of its console's address. */
function hostOf({ consoleUrl }: DeliveryAlarm): string {
  const host = URL.canParse(consoleUrl) ? new URL(consoleUrl).hostname : ''
  return /^[!-~]{1,255}$/.test(host) ? host : '-'
}

/** A value of structured data. Line breaks are allowed there, but not half characters. */
const paramValue = (text: string): string => text.toWellFormed().replaceAll(/["\\\]]/g, (char) => `\\${char}`)

/** A message by RFC 5424, framed by counting its octets (RFC 5425, RFC 6587). */
export function frameOf(id: string, alarm: DeliveryAlarm, facility: number): Buffer {
  const severity = alarm.severity ? CHOSEN[alarm.severity] : SEVERITIES[occasionOf(alarm)]
  // 32473 is the enterprise number for those that have none (RFC 5612).
  const about = cameraEventOf(alarm)
    ? `event="${paramValue(alarm.id)}"`
    : `alarm="${paramValue(alarm.id)}" verdict="${alarm.verdict}"`
  const data = `[winnow@32473 id="${paramValue(id)}" ${about}]`
  const header = `<${facility * 8 + severity}>1 ${alarm.at} ${hostOf(alarm)} winnow - ${alarm.type} ${data}`
  // No BOM stands before the text: readers of CEF look for `CEF:`.
  const message = Buffer.from(`${header} ${cefOf(id, alarm)}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}
