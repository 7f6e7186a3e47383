import type { DeliveryMessage } from '../receiver.ts'
import { renderTemplate } from '../template/render-template.ts'
import { templateFacts } from '../template/template-facts.ts'
import type { DigifortConfig } from './digifort-config.ts'

/** The longest address that is called, with some room below the guard's limit. */
const MAX_URL = 2_000
const NO_NAMES = { account: '', zone: '', cameras: [], codes: [] }

/** The address of a command. User and password stand in the query, as Digifort wants them: it is never logged or returned. */
export function addressOf(
  { url, user, password }: DigifortConfig,
  command: string,
  query: Record<string, string>,
): string {
  const all = { ...query, ResponseFormat: 'JSON', AuthUser: user, AuthPass: password }
  const pairs = Object.entries(all).map(([name, value]) => `${name}=${encodeURIComponent(value.toWellFormed())}`)
  return `${url}Interface/${command}?${pairs.join('&')}`
}

/** As much of a text as fits into an address of which `room` characters are left. No character is cut. */
function fitting(text: string, room: number): string {
  let left = room
  let cut = ''
  for (const char of text) {
    left -= encodeURIComponent(char).length
    if (left < 0) break
    cut += char
  }
  return cut
}

/** The text for the operator. Where it is too long for the address, the links are left out first: half a link opens nothing. */
function messageOf({ id, payload }: DeliveryMessage, { message }: DigifortConfig, room: number): string {
  const facts = templateFacts(payload, NO_NAMES, { id })
  const text = renderTemplate(message, facts).text.trim()
  if (encodeURIComponent(text).length <= room) return text
  return fitting(
    renderTemplate(message, { ...facts, 'picture.url': null, link: null, consoleUrl: null }).text.trim(),
    room,
  )
}

/** The address that triggers a global event, with the text for the operator. */
export function triggerEvent(config: DigifortConfig, event: string, message: DeliveryMessage): string {
  const of = (text: string): string =>
    addressOf(config, 'GlobalEvents/TriggerGlobalEvent', { Event: event, OverrideOperatorMessage: text })
  return of(messageOf(message, config, MAX_URL - of('').length))
}
