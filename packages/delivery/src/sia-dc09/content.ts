import { formatTime } from '@winnow/domain/sia-dc09'
import { bestClass } from '../best-class.ts'
import { lineOfCamera } from '../line-of-camera.ts'
import { cameraEventOf, furtherOf, occasionOf, SIA_CODES, summaryOf, type Occasion } from '../occasion.ts'
import { openLinkOf } from '../open-link.ts'
import type { DeliveryAlarm } from '../payload.ts'
import { renderTemplate } from '../template/render-template.ts'
import { templateFacts } from '../template/template-facts.ts'
import type { SiaDc09Config } from './sia-dc09-config.ts'
import { plainText } from '../plain-text.ts'

/** The longest text of an extended field by the standard. */
const MAX_FIELD = 256

const CODES: Readonly<Record<'SIA-DCS' | 'ADM-CID', Readonly<Record<Occasion, string>>>> = {
  'SIA-DCS': SIA_CODES,
  // Intrusion verifier, burglary, cancel, periodic test, failure to communicate, communication trouble, tamper of a
  // sensor.
  'ADM-CID': {
    verified: '139',
    unverified: '130',
    cancelled: '406',
    test: '602',
    idle: '354',
    'idle.ended': '354',
    'connection.lost': '350',
    'connection.restored': '350',
    tampering: '144',
    'tampering.ended': '144',
  },
}

/** Contact ID says by a digit whether an event is new (1) or a restoral (3). */
const RESTORALS: ReadonlySet<Occasion> = new Set<Occasion>(['idle.ended', 'connection.restored', 'tampering.ended'])

function codeOf(alarm: DeliveryAlarm, { format, codes }: SiaDc09Config): string {
  const occasion = occasionOf(alarm)
  const found = bestClass(alarm)?.toLowerCase()
  const own = occasion === 'verified' ? codes.find((each) => each.class.toLowerCase() === found) : undefined
  return own?.code.toUpperCase() ?? CODES[format][occasion]
}

/** A link as extended data; undefined if it does not fit, since half a link opens nothing. */
function linkOf(alarm: DeliveryAlarm): string | undefined {
  const link = openLinkOf(alarm)?.replaceAll(/[^!-~]|[[\]|^"]/g, (char) => encodeURIComponent(char))
  return link !== undefined && link.length <= MAX_FIELD ? `V${link}` : undefined
}

/** The text for the operator: by the template of the settings, else camera and reasons. */
function textOf(alarm: DeliveryAlarm, id: string, { text, account, zone, cameras, codes }: SiaDc09Config): string {
  if (text) return renderTemplate(text, templateFacts(alarm, { account, zone, cameras, codes }, { id })).text
  if (cameraEventOf(alarm) || alarm.gathered?.isOutage) return summaryOf(alarm, undefined)
  const said = [alarm.view.name, ...alarm.reasons.map(({ code }) => code)].map((each) => plainText(each, 100))
  return said.join(', ') + furtherOf(alarm)
}

function extendedOf(alarm: DeliveryAlarm, id: string, config: SiaDc09Config): string[] {
  const { extended } = config
  if (extended === 'none') return []
  const link = linkOf(alarm)
  const links = link === undefined ? [] : [link]
  if (extended === 'link') return links
  return [
    ...links,
    // The template's own text must not separate fields either.
    `I${plainText(textOf(alarm, id, config), MAX_FIELD)}`,
    `S${plainText(alarm.site.name, MAX_FIELD)}`,
    `H${formatTime(new Date(alarm.receivedAt))}`,
  ]
}

/** What a message says about an alarm (its id is only for a text that has it), and the account in whose name. */
export function contentOf(
  alarm: DeliveryAlarm,
  config: SiaDc09Config,
  id = '',
): { account: string; data: string; extended: string[] } {
  const camera = lineOfCamera(alarm, config.cameras)
  const account = camera?.account || config.account
  const zone = (camera?.zone || config.zone).padStart(3, '0')
  const code = codeOf(alarm, config)
  const extended = extendedOf(alarm, id, config)
  if (config.format === 'ADM-CID')
    return {
      account,
      data: `#${account}|${RESTORALS.has(occasionOf(alarm)) ? 3 : 1}${code} ${config.partition.padStart(2, '0')} ${zone}`,
      extended,
    }
  const name = plainText(alarm.view.name, 60)
  return {
    account,
    data: `#${account}|Nri${config.partition}/${code}${zone}${name === '' ? '' : `^${name}^`}`,
    extended,
  }
}
