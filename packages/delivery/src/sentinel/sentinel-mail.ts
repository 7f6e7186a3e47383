import type { SENTINEL_PLACEHOLDERS } from '@winnow/contract'
import { bestClass } from '../best-class.ts'
import { lineOfCamera } from '../line-of-camera.ts'
import { oneLine } from '../mail/one-line.ts'
import { furtherOf, summaryOf } from '../occasion.ts'
import { openLinkOf } from '../open-link.ts'
import type { DeliveryAlarm } from '../payload.ts'
import type { SentinelConfig } from './sentinel-config.ts'

/** The digits of a contract that select the customer. */
const CUSTOMER_DIGITS = 3
const MAX_NAME = 100

/** What is said of the alarms that the mail stands for besides its own, with their ids. */
function furtherLines(alarm: DeliveryAlarm): string {
  const { gathered } = alarm
  if (!gathered || gathered.alarms.length === 0) return ''
  const further = gathered.isDigest ? summaryOf(alarm, undefined) : `${alarm.view.name}${furtherOf(alarm)}`
  return `Further: ${oneLine(further, 2 * MAX_NAME)}\nFurtherIds: ${gathered.alarms.join(' ')}\n`
}

function eventOf({ type, verdict }: DeliveryAlarm): string {
  if (type === 'test') return 'Test'
  if (verdict === 'false') return 'False alarm'
  return verdict === 'true' ? 'Alarm' : 'Alarm, not verified'
}

/** Subject and text of the mail. No value has more than one line, so a name cannot add one. */
export function sentinelMail(
  id: string,
  alarm: DeliveryAlarm,
  config: SentinelConfig,
): { subject: string; text: string } {
  const line = lineOfCamera(alarm, config.cameras)
  const contract = line?.contract || config.contract
  const values: Readonly<Record<(typeof SENTINEL_PLACEHOLDERS)[number], string>> = {
    contract,
    customer: contract.slice(-CUSTOMER_DIGITS),
    cameraNo: String(Number(line?.number || config.camera)),
    cameraName: oneLine(alarm.view.name, MAX_NAME),
    siteName: oneLine(alarm.site.name, MAX_NAME),
    event: eventOf(alarm),
    object: oneLine(bestClass(alarm) ?? '-', MAX_NAME),
    time: `${new Date(alarm.receivedAt).toISOString().slice(0, 19)}Z`,
    id,
    link: openLinkOf(alarm) ?? '-',
    nl: '\n',
  }
  const valueOf = new Map(Object.entries(values))
  // One pass: a name that looks like a placeholder stays a name.
  const filled = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (all, name: string) => valueOf.get(name) ?? all)
  return { subject: filled(config.subject), text: `${filled(config.body)}\n${furtherLines(alarm)}` }
}
