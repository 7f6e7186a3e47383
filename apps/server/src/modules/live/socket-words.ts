import { socketRequest, type AutomationEvent, type SocketMessage, type SocketRequest } from '@winnow/contract'

/** Whether the websocket sends events of this type. */
export const isAutomation = (type: string): boolean => type.startsWith('automation.')

/** An event of an automation as the websocket sends it. */
export function toSocketMessage(event: AutomationEvent, at?: string): SocketMessage {
  const position = at === undefined ? {} : { position: at }
  if (event.type === 'automation.site') {
    const { type: _type, ...rest } = event
    return { mutation: 'siteAutomation', ...rest, ...position }
  }
  if (event.type === 'automation.progress') return { mutation: 'channel', ...event, type: 'channelConfig', ...position }
  return { mutation: 'channel', ...event, type: 'cameraAdd', ...position }
}

/** Parses a message of the client; undefined if the message is invalid. */
export function readRequest(text: string): SocketRequest | undefined {
  try {
    const parsed = socketRequest.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/**
 * Creates a rate limit (a token bucket).
 * @param now returns the milliseconds of a monotonic clock
 * @returns a function that says whether one more message is permitted
 */
export function createPace({ burst, perSecond, now }: { burst: number; perSecond: number; now: () => number }) {
  let left = burst
  let at = now()
  return (): boolean => {
    const time = now()
    left = Math.min(burst, left + ((time - at) / 1000) * perSecond)
    at = time
    if (left < 1) return false
    left -= 1
    return true
  }
}
