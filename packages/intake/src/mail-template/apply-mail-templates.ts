import type { EventType, ParsedSignal, Vendor } from '../signal.ts'
import { cleanText, lineOrNull } from '../text/clean.ts'
import { readDeviceTime } from '../vendors/device-time.ts'
import { classifyEvent, isStopPhrase } from '../vendors/event-type.ts'
import { type MailFinds, type MailMatch, matchMailTemplate, readMailLines } from './match-mail-template.ts'
import { type MailTemplateText, parseMailTemplate, type ParsedMailTemplate } from './parse-mail-template.ts'

/** A template of a company, with the system whose mails it is for. */
export interface StoredMailTemplate extends MailTemplateText {
  system: Extract<Vendor, 'sentinel' | 'rialto'> | 'other'
}

/** What a pasted mail says by a template, as it would be read if it arrived. */
interface MailTrial {
  parsed: ParsedMailTemplate
  /** Undefined if the template has problems. */
  match: MailMatch | undefined
  eventType: EventType | null
  /** The time in ISO 8601, as far as it can be read. */
  time: string | null
}

const eventTypeOf = (found: MailFinds, subject: string, text: string): EventType =>
  classifyEvent(found.event ?? null, subject, text)

/** Tries a template on a mail that somebody pasted. */
export function tryMailTemplate(
  template: MailTemplateText,
  mail: { subject: string; text: string },
  near: Date,
): MailTrial {
  const parsed = parseMailTemplate(template)
  const subject = cleanText(mail.subject)
  const text = cleanText(mail.text)
  const match = parsed.ok ? matchMailTemplate(parsed.template, readMailLines({ subject, text })) : undefined
  const found = match?.matches ? match.found : undefined
  return {
    parsed,
    match,
    eventType: found ? eventTypeOf(found, subject, text) : null,
    time: found?.time === undefined ? null : readDeviceTime(found.time, { near }),
  }
}

/**
 * A message by what a template found in it. A message that was read as the end of an event stays one only if the template says so, too. An
 * Immix alarm stays one, since its `Input1` says where it was if the template does not.
 */
function withFinds(
  signal: ParsedSignal,
  system: StoredMailTemplate['system'],
  found: MailFinds,
  near: Date,
): ParsedSignal {
  const event = lineOrNull(found.event) ?? signal.event
  const isEnd = found.event === undefined || isStopPhrase(found.event, { isListed: true })
  return {
    ...signal,
    kind: signal.kind === 'stop' && !isEnd ? 'alarm' : signal.kind,
    vendor: system === 'other' || signal.vendor === 'immix' ? signal.vendor : system,
    event,
    eventType: found.event === undefined ? signal.eventType : eventTypeOf(found, signal.subject ?? '', signal.text),
    channelName: lineOrNull(found.camera) ?? signal.channelName,
    deviceTime: readDeviceTime(found.time ?? null, { near }) ?? signal.deviceTime,
    place: { camera: lineOrNull(found.camera), site: lineOrNull(found.site) },
  }
}

/**
 * Reads a mail by the first of the templates that it fits. A mail that fits none is returned as it was read, and so is one whose templates
 * cannot be read: a template can say more about an alarm, but cannot take one away.
 */
export function applyMailTemplates(
  signal: ParsedSignal,
  templates: readonly StoredMailTemplate[],
  receivedAt: Date,
): ParsedSignal {
  if (templates.length === 0) return signal
  const mail = readMailLines({ subject: signal.subject ?? '', text: signal.text })
  for (const template of templates) {
    const parsed = parseMailTemplate(template)
    if (!parsed.ok) continue
    const match = matchMailTemplate(parsed.template, mail)
    if (match.matches) return withFinds(signal, template.system, match.found, receivedAt)
  }
  return signal
}
