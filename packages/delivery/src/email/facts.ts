import { unlinked } from '../mail/free-text.ts'
import { oneLine } from '../mail/one-line.ts'
import type { DeliveryAlarm, DeliveryDetection, DeliveryVerdict } from '../payload.ts'

/** Everything an alarm mail says, as plain lines; the text and the HTML part only arrange it. */
export interface MailFacts {
  subject: string
  headline: string
  /** What to make of it, in one sentence. */
  explanation: string
  rows: readonly (readonly [label: string, value: string])[]
  link: string | undefined
}

const VERDICT: Record<DeliveryVerdict, string> = { true: 'Alarm', false: 'False alarm', unverified: 'Not verified' }

function wording(payload: DeliveryAlarm): { title: string; headline: string; explanation: string } {
  if (payload.type === 'test') {
    return {
      title: 'Test message',
      headline: 'Test message',
      explanation: 'Mails about alarms of this site reach you. Nothing has happened.',
    }
  }
  const before = payload.previous ? ` It was reported as: ${VERDICT[payload.previous.verdict].toLowerCase()}.` : ''
  if (payload.type === 'alarm.corrected') {
    const now = VERDICT[payload.verdict]
    return {
      title: `Correction, ${now.toLowerCase()}`,
      headline: `Correction: ${now.toLowerCase()}`,
      explanation: `This alarm was looked at again.${before}`,
    }
  }
  if (payload.verdict === 'unverified') {
    return {
      title: 'Unverified alarm',
      headline: 'Alarm, not verified',
      explanation: 'It could not be analysed in time and is passed on unchecked. Please look at it.',
    }
  }
  return { title: 'Alarm', headline: 'Alarm', explanation: 'A person or vehicle that matters was recognised.' }
}

/** A UTC time as the site's clocks show it, its zone named; in UTC where the zone is unknown. */
export function formatSiteTime(iso: string, timezone: string): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return oneLine(iso, 40)
  const write = (timeZone: string): string =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'long' }).format(time)
  try {
    return `${write(timezone)} (${timezone})`
  } catch {
    return `${write('UTC')} (UTC)`
  }
}

const DOUBT: Record<NonNullable<DeliveryDetection['doubt']>, string> = {
  animal: 'taken for an animal',
  uncertain: 'too uncertain',
  masked: 'in a masked area',
  static: 'part of the scene',
  unwanted: 'not looked out for',
}

/** The best of each class, of what stands for the alarm or of what was doubted: "person 87 %, vehicle 45 %". */
function foundLine(detections: readonly DeliveryDetection[], isDoubted: boolean): string {
  const best = new Map<string, DeliveryDetection>()
  for (const found of detections) {
    if ((found.doubt !== null) !== isDoubted) continue
    const known = best.get(found.class)
    if (known === undefined || known.score < found.score) best.set(found.class, found)
  }
  return [...best.values()]
    .toSorted((a, b) => b.score - a.score)
    .map(({ class: name, score, doubt }) => {
      const text = `${oneLine(name, 40)} ${Math.round(score * 100)} %`
      return doubt === null ? text : `${text} (${DOUBT[doubt]})`
    })
    .join(', ')
}

/** Only addresses of the web become links; anything else a mail program might open. */
function webLink(address: string): string | undefined {
  if (!URL.canParse(address)) return undefined
  const { protocol, href } = new URL(address)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}

export function mailFacts(payload: DeliveryAlarm): MailFacts {
  const { title, headline, explanation } = wording(payload)
  const [camera, site] = [oneLine(payload.view.name, 100), oneLine(payload.site.name, 100)]
  const found = foundLine(payload.detections, false)
  // Beside what stands for the alarm, guesses would only distract.
  const doubted = found === '' ? foundLine(payload.detections, true) : ''
  return {
    subject: `${title}: ${camera}, ${site}`,
    headline,
    explanation,
    rows: [
      ['Client', unlinked(oneLine(payload.project.name, 100))],
      ['Site', unlinked(site)],
      ['Camera', unlinked(camera)],
      ['Received', formatSiteTime(payload.receivedAt, payload.site.timezone)],
      ...(payload.deviceTime === null ? [] : [['Device time', unlinked(oneLine(payload.deviceTime, 60))] as const]),
      ...(found === '' ? [] : [['Found', found] as const]),
      ...(doubted === '' ? [] : [['Doubted', doubted] as const]),
    ],
    link: webLink(payload.consoleUrl),
  }
}
