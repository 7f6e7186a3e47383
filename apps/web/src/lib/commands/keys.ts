/** A key as commands name it, modifiers first: `T`, `Shift+T`, `Space`, `ArrowUp`, `Mod+K` (Ctrl, on a Mac ⌘), `?`. */
export type KeySpec = string

interface Parsed {
  key: string
  shift: boolean
  alt: boolean
  mod: boolean
}

/** The fields of a keyboard event that the dispatcher uses. */
export type KeyLike = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>

const LATIN_LETTER = /^[a-z]$/i

/** Parses a key's name. */
export function parseKey(spec: KeySpec): Parsed {
  const parts = spec === '+' ? ['+'] : spec.split('+')
  const key = parts.at(-1) ?? ''
  return { key, shift: parts.includes('Shift'), alt: parts.includes('Alt'), mod: parts.includes('Mod') }
}

/**
 * The letter of an event. If the key types a Latin letter (also on Dvorak or AZERTY), it is that letter. On any other layout (Cyrillic,
 * Greek …) the key's position decides, so that an operator who switches layouts keeps the hot keys.
 */
function letterOf(event: KeyLike): string | undefined {
  if (LATIN_LETTER.test(event.key)) return event.key.toUpperCase()
  return /^Key([A-Z])$/.exec(event.code)?.[1]
}

/** Whether an event is this key with exactly its modifiers. */
export function matchesKey(spec: KeySpec, event: KeyLike): boolean {
  const wanted = parseKey(spec)
  if ((event.ctrlKey || event.metaKey) !== wanted.mod || event.altKey !== wanted.alt) return false
  if (LATIN_LETTER.test(wanted.key))
    return letterOf(event) === wanted.key.toUpperCase() && event.shiftKey === wanted.shift
  // Characters such as ? need Shift on some layouts only.
  if (wanted.key.length === 1) return event.key === wanted.key
  if (wanted.key === 'Space') return (event.code === 'Space' || event.key === ' ') && event.shiftKey === wanted.shift
  return event.key === wanted.key && event.shiftKey === wanted.shift
}

const SYMBOLS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Escape: 'Esc',
  Mod: 'Ctrl',
}

/** A key as key caps for display, one per part. */
export function keyCaps(spec: KeySpec, isMac = false): string[] {
  const { key, shift, alt, mod } = parseKey(spec)
  const caps = [mod && 'Mod', alt && 'Alt', shift && 'Shift', key].filter((part): part is string => Boolean(part))
  return caps.map((cap) => (cap === 'Mod' && isMac ? '⌘' : (SYMBOLS[cap] ?? cap)))
}

/** A key in the format of `aria-keyshortcuts`. */
export function ariaKey(spec: KeySpec): string {
  const { key, shift, alt, mod } = parseKey(spec)
  return [mod && 'Control', alt && 'Alt', shift && 'Shift', key].filter(Boolean).join('+')
}
