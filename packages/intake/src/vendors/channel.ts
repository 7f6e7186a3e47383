/** A channel as a recorder numbers it, and the name of the camera; null if not known. */
export interface Channel {
  channel: string | null
  channelName: string | null
}

const WORD = String.raw`(?:channel|chan|ch|camera|cam|kanal|kamera|canale|canal|camara|input|ipc|ip camera|no\.?|nr\.?)`
const NUMBER = String.raw`([A-Z]{0,2}\d{1,4})`
const BARE = new RegExp(String.raw`^\[?(?:${WORD}[\s_.:#-]*)?${NUMBER}\]?$`, 'i')
const BEHIND = new RegExp(String.raw`^(.+?)\s*[([]\s*(?:${WORD}[\s_.:#-]*)?${NUMBER}\s*[)\]]$`, 'i')
const BEFORE = new RegExp(String.raw`^\[?(?:${WORD}[\s_.:#-]*)?${NUMBER}\]?\s*(?:[-:|,]\s*|\s)(.+)$`, 'i')
const BEFORE_BRACKETS = new RegExp(String.raw`^(?:${WORD}[\s_.:#-]*)?${NUMBER}\s*[([]\s*(.+?)\s*[)\]]$`, 'i')

/**
 * Parses a channel field: `3`, `CH 03`, `D3`, `Gate(D3)`, `D3(Gate)`, `[CH03] Gate`, `D3 - Gate`. Anything else is a
 * name.
 */
export function readChannel(value: string | null): Channel {
  const text = value?.trim() ?? ''
  if (text === '') return { channel: null, channelName: null }
  const bare = BARE.exec(text)
  if (bare) return { channel: number(bare[1]), channelName: null }
  const before = bracketed(text) ? null : BEFORE.exec(text)
  return before ? { channel: number(before[1]), channelName: before[2] ?? null } : readCamera(text)
}

/** Parses a field with a camera's name: a name, and a channel only if it is in brackets or is the whole text. */
export function readCamera(value: string | null): Channel {
  const text = value?.trim() ?? ''
  return bracketed(text) ?? { channel: number(BARE.exec(text)?.[1]), channelName: text || null }
}

function bracketed(text: string): Channel | null {
  const behind = BEHIND.exec(text)
  if (behind) return { channel: number(behind[2]), channelName: behind[1] ?? null }
  const inside = BEFORE_BRACKETS.exec(text)
  return inside ? { channel: number(inside[1]), channelName: inside[2] ?? null } : null
}

/** A channel number without leading zeros and with capital letters. */
function number(text: string | undefined): string | null {
  return text?.replace(/^([A-Z]*)0+(?=\d)/i, '$1').toUpperCase() ?? null
}
