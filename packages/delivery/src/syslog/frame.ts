import type { DeliveryAlarm } from '../payload.ts'
import { cameraEventOf } from '../occasion.ts'
import { cefOf } from './cef.ts'

/** Severities by RFC 5424: alert, warning, informational, and notice for a test. */
const SEVERITIES = { true: 1, unverified: 4, false: 6 } as const
const TEST_SEVERITY = 5
const LOST_SEVERITY = 4

function severityOf({ type, verdict }: DeliveryAlarm): number {
  if (type === 'idle' || type === 'connection.lost') return LOST_SEVERITY
  return type === 'test' || cameraEventOf({ type }) ? TEST_SEVERITY : SEVERITIES[verdict]
}

/** The name of this server: that of its console's address. */
function hostOf({ consoleUrl }: DeliveryAlarm): string {
  const host = URL.canParse(consoleUrl) ? new URL(consoleUrl).hostname : ''
  return /^[!-~]{1,255}$/.test(host) ? host : '-'
}

/** A value of structured data. Line breaks are allowed there, but not half characters. */
const paramValue = (text: string): string => text.toWellFormed().replaceAll(/["\\\]]/g, (char) => `\\${char}`)

/** A message by RFC 5424, framed by counting its octets (RFC 5425, RFC 6587). */
export function frameOf(id: string, alarm: DeliveryAlarm, facility: number): Buffer {
  const severity = severityOf(alarm)
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
