import { automationEvent, socketRequest, type SocketMessage, type SocketRequest } from '@winnow/contract'

/** Types of events that the websocket carries. */
export const isAutomation = (type: string): boolean => type.startsWith('automation.')

/** An event of an automation as the websocket sends it; undefined for anything else. */
export function toSocketMessage(event: {
  type: string
  payload: unknown
  position: string | undefined
}): SocketMessage | undefined {
  const parsed = automationEvent.safeParse({ ...(event.payload as object), type: event.type })
  if (!parsed.success) return undefined
  const position = event.position === undefined ? {} : { position: event.position }
  const { data } = parsed
  if (data.type === 'automation.site') {
    const { type: _type, ...rest } = data
    return { mutation: 'siteAutomation', ...rest, ...position }
  }
  if (data.type === 'automation.progress') return { mutation: 'channel', ...data, type: 'channelConfig', ...position }
  return { mutation: 'channel', ...data, type: 'cameraAdd', ...position }
}

/** A message of the client; undefined for one that cannot be understood. */
export function readRequest(text: string): SocketRequest | undefined {
  try {
    const parsed = socketRequest.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

/**
 * A token bucket.
 * @param now milliseconds of a monotonic clock
 * @returns whether one more message is permitted
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
