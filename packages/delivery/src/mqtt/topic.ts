import { MQTT_PLACEHOLDERS } from '@winnow/contract'
import type { DeliveryAlarm } from '../payload.ts'

/** The longest name in a topic, in characters. */
const MAX_LEVEL = 100

type Placeholder = (typeof MQTT_PLACEHOLDERS)[number]

// Wildcards, and what brokers refuse or log badly: control characters, surrogates and non-characters.
const FORBIDDEN = /[+#\p{Cc}\p{Cs}\ufffe\uffff]/u

/** Whether a text is a topic to which messages can be sent, with these placeholders. */
export function isTopic(text: string, placeholders: readonly string[]): boolean {
  const literal = text.replaceAll(/\{(\w+)\}/g, (all, name: string) => (placeholders.includes(name) ? 'x' : all))
  // Topics that begin with $ are the broker's own.
  return !FORBIDDEN.test(literal) && !/[{}]/.test(literal) && !/^\$|^\/|\/\/|\/$/.test(literal)
}

/** A name as one level of a topic. */
const levelOf = (name: string): string =>
  Array.from(name.replaceAll(/[+#/$\p{Cc}\p{Zl}\p{Zp}\p{Cs}\ufffe\uffff]+/gu, '-').trim())
    .slice(0, MAX_LEVEL)
    .join('') || '-'

/** The beginning of the topics of the alarm's camera. */
export function topicOf(pattern: string, { company, project, site, view }: DeliveryAlarm): string {
  const values: Readonly<Record<Placeholder, string>> = {
    companyName: levelOf(company.name),
    clientName: levelOf(project.name),
    siteName: levelOf(site.name),
    cameraName: levelOf(view.name),
    siteId: site.id,
    cameraId: view.id,
  }
  return MQTT_PLACEHOLDERS.reduce((text, name) => text.replaceAll(`{${name}}`, () => values[name]), pattern)
}
