import type { CameraEvent } from '@winnow/contract'
import { en, type Locale } from '@winnow/i18n'
import { unlinked } from '../mail/free-text.ts'
import { oneLine } from '../mail/one-line.ts'
import { cameraEventOf } from '../occasion.ts'
import type { DeliveryAlarm, DeliveryDetection } from '../payload.ts'
import type { AlarmWords } from './alarm-words.ts'

/** The content of an alarm mail as plain lines. The text and the HTML part only arrange it. */
export interface MailFacts {
  subject: string
  headline: string
  /** The meaning of the verdict, in one sentence. */
  explanation: string
  rows: readonly (readonly [label: string, value: string])[]
  link: { url: string; text: string } | undefined
}

type Wording = Pick<MailFacts, 'headline' | 'explanation'> & { title: string }

function wordingOfCorrection({ verdict, previous }: DeliveryAlarm, t: AlarmWords['t']): Wording {
  const again = t('mails:alarm.corrected.explanation')
  const before = previous ? [t(`mails:alarm.corrected.before.${previous.verdict}`)] : []
  return {
    title: t(`mails:alarm.corrected.title.${verdict}`),
    headline: t(`mails:alarm.corrected.headline.${verdict}`),
    explanation: [again, ...before].join(' '),
  }
}

/** The filtered alarms of a site, by choice as one message. */
function wordingOfFiltered({ gathered }: DeliveryAlarm, t: AlarmWords['t']): Wording {
  const title = gathered?.isDigest
    ? t('mails:alarm.digest', { n: gathered.alarms.length + 1 })
    : t('mails:alarm.filtered.title')
  return { title, headline: title, explanation: t('mails:alarm.filtered.explanation') }
}

/** The keys of what happens to cameras. A dot would separate levels of keys. */
const EVENT_KEYS = {
  idle: 'idle',
  'idle.ended': 'heard',
  'connection.lost': 'lost',
  'connection.restored': 'restored',
  tampering: 'tampering',
  'tampering.ended': 'untampered',
} as const satisfies Record<CameraEvent, string>

function wording(payload: DeliveryAlarm, t: AlarmWords['t']): Wording {
  const { gathered } = payload
  if (gathered?.isOutage) {
    const title = t('mails:alarm.outage', { n: gathered.alarms.length + 1, true: gathered.trueAlarms })
    return { title, headline: title, explanation: t('mails:alarm.outageExplanation') }
  }
  const event = cameraEventOf(payload)
  if (event) {
    const title = t(`mails:alarm.event.${EVENT_KEYS[event]}`)
    return { title, headline: title, explanation: t(`mails:alarm.event.${EVENT_KEYS[event]}Explanation`) }
  }
  if (payload.type === 'alarm.corrected') return wordingOfCorrection(payload, t)
  if (payload.type === 'alarm.created' && payload.verdict === 'false') return wordingOfFiltered(payload, t)
  const what = payload.type === 'test' ? 'test' : payload.verdict === 'unverified' ? 'unverified' : 'true'
  const isByRule = what === 'true' && payload.reasons[0]?.code === 'rule-hit'
  return {
    title: t(`mails:alarm.${what}.title`),
    headline: t(`mails:alarm.${what}.headline`),
    explanation: isByRule ? t('mails:alarm.rule.explanation') : t(`mails:alarm.${what}.explanation`),
  }
}

/**
 * A UTC time in the site's zone, with the zone's name, in the format of `locale`; in UTC if the zone is unknown.
 * @param timeStyle `long` with seconds and the difference to UTC, as for what happened; `short` without them
 */
export function formatSiteTime(
  iso: string,
  timezone: string,
  locale: Locale,
  timeStyle: 'long' | 'short' = 'long',
): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return oneLine(iso, 40)
  const write = (timeZone: string): string =>
    new Intl.DateTimeFormat(locale === 'en' ? 'en-GB' : locale, {
      timeZone,
      dateStyle: 'medium',
      timeStyle,
    }).format(time)
  try {
    return `${write(timezone)} (${timezone})`
  } catch {
    return `${write('UTC')} (UTC)`
  }
}

const isKnown = (name: string): name is keyof typeof en.alarms.sighted => Object.hasOwn(en.alarms.sighted, name)

/** The name of a class of objects in the language of the mail. A class without a translation has the detector's name. */
const nameOf = (found: string, t: AlarmWords['t']): string =>
  isKnown(found) ? t(`alarms:sighted.${found}`) : oneLine(found, 40)

/** Lists the best detection of each class, "person 87 %, vehicle 45 %", among either the doubted detections or all others. */
function foundLine(detections: readonly DeliveryDetection[], isDoubted: boolean, t: AlarmWords['t']): string {
  const best = new Map<string, DeliveryDetection>()
  for (const found of detections) {
    if ((found.doubt !== null) !== isDoubted) continue
    const known = best.get(found.class)
    if (known === undefined || known.score < found.score) best.set(found.class, found)
  }
  return [...best.values()]
    .toSorted((a, b) => b.score - a.score)
    .map(({ class: name, score, doubt }) => {
      const text = `${nameOf(name, t)} ${Math.round(score * 100)} %`
      const why = doubt === null ? undefined : t(`mails:alarm.doubt.${doubt}`)
      return why === undefined ? text : `${text} (${why})`
    })
    .join(', ')
}

const isTampering = (kind: string): kind is keyof typeof en.mails.alarm.tampering =>
  Object.hasOwn(en.mails.alarm.tampering, kind)

/** What is known of a tampering: what the pictures show, and what the device reported. */
const tamperingLine = ({ tampering }: DeliveryAlarm, t: AlarmWords['t']): string =>
  [...(tampering?.kinds ?? []), tampering?.reported ?? '']
    .filter(isTampering)
    .map((kind) => t(`mails:alarm.tampering.${kind}`))
    .join(', ')

const isType = (type: string): type is keyof typeof en.mails.alarm.rule.type =>
  Object.hasOwn(en.mails.alarm.rule.type, type)
const isCategory = (category: string | null): category is keyof typeof en.mails.alarm.rule.category =>
  category !== null && Object.hasOwn(en.mails.alarm.rule.category, category)

/** Rules with their types, "Helmets (protective equipment)", and the plate as it was read and listed. */
function rulesLine(rules: DeliveryAlarm['rules'], t: AlarmWords['t']): string {
  return rules
    .map(({ name, type, category, plate }) => {
      const kind = isCategory(category)
        ? t(`mails:alarm.rule.category.${category}`)
        : isType(type)
          ? t(`mails:alarm.rule.type.${type}`)
          : oneLine(type, 40)
      const read = plate === null ? [] : [plate.listed === null ? plate.read : `${plate.read} → ${plate.listed}`]
      return `${unlinked(oneLine(name, 100))} (${[kind, ...read.map((text) => oneLine(text, 40))].join(', ')})`
    })
    .join(', ')
}

/** The alarms that a message stands for besides its own: how many, until when, and their ids. */
function furtherLine({ gathered, site }: DeliveryAlarm, { locale, t }: AlarmWords): string {
  const { alarms = [], lastAt = '' } = gathered ?? {}
  const until = formatSiteTime(lastAt, site.timezone, locale)
  return `${t('mails:alarm.until', { n: alarms.length, time: until })}: ${alarms.join(' ')}`
}

/** Only http and https addresses become links. A mail program might open others. */
function webLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

/** What opens the alarm: for everybody, where the receiver's messages share it, else in the console. */
function linkOf({ sharedUrl, consoleUrl }: DeliveryAlarm, t: AlarmWords['t']): MailFacts['link'] {
  const url = webLink(sharedUrl ?? consoleUrl)
  return url === undefined ? undefined : { url, text: t(sharedUrl ? 'mails:alarm.openShared' : 'mails:alarm.open') }
}

export function mailFacts(payload: DeliveryAlarm, words: AlarmWords): MailFacts {
  const { locale, t } = words
  const { title, headline, explanation } = wording(payload, t)
  const [camera, site] = [oneLine(payload.view.name, 100), oneLine(payload.site.name, 100)]
  const found = foundLine(payload.detections, false, t) || tamperingLine(payload, t)
  // Doubted detections are listed only if there are no others. Otherwise they would distract.
  const doubted = found === '' ? foundLine(payload.detections, true, t) : ''
  const row = (
    label:
      | 'client'
      | 'site'
      | 'camera'
      | 'received'
      | 'since'
      | 'deviceTime'
      | 'rule'
      | 'found'
      | 'doubted'
      | 'further',
    value: string,
  ): readonly [string, string] => [t(`mails:alarm.rows.${label}`), value]
  return {
    subject: payload.gathered?.isDigest
      ? t('mails:alarm.subjectOfSite', { title, site })
      : t('mails:alarm.subject', { title, camera, site }),
    headline,
    explanation,
    rows: [
      row('client', unlinked(oneLine(payload.project.name, 100))),
      row('site', unlinked(site)),
      row('camera', unlinked(camera)),
      row(
        cameraEventOf(payload) ? 'since' : 'received',
        formatSiteTime(payload.receivedAt, payload.site.timezone, locale),
      ),
      ...(payload.deviceTime === null ? [] : [row('deviceTime', unlinked(oneLine(payload.deviceTime, 60)))]),
      ...(payload.rules.length === 0 ? [] : [row('rule', rulesLine(payload.rules, t))]),
      ...(found === '' ? [] : [row('found', found)]),
      ...(doubted === '' ? [] : [row('doubted', doubted)]),
      ...(payload.gathered?.alarms.length ? [row('further', furtherLine(payload, words))] : []),
    ],
    link: linkOf(payload, t),
  }
}
