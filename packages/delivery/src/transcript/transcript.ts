import { createMask } from './mask-secrets.ts'
import { showBytes } from './show-bytes.ts'
import { withoutPictures } from './without-pictures.ts'

/** The most bytes that are kept of what was sent, and of what was answered: together 64 KiB an attempt. */
const MOST_SENT = 48 * 1024
const MOST_ANSWERED = 16 * 1024

/** What went over the wire in an attempt. null: nothing. */
export interface WireText {
  sent: string | null
  answered: string | null
  /** Whether there was more than is kept. */
  isCut: boolean
}

/** Keeps what one attempt sends and gets, without secrets and pictures. */
export interface Transcript {
  sent(what: string | Uint8Array): void
  answered(what: string | Uint8Array): void
  /** Hides a value that was not known before, as the token of a login. */
  hide(secret: string): void
  read(): WireText
}

interface Side {
  add: (what: string | Uint8Array) => void
  text(): string | null
  isCut(): boolean
}

/** @param prepare hides what nobody may read, before anything is cut: half of a secret could be guessed */
function openSide(most: number, prepare: (what: string | Uint8Array) => string): Side {
  const parts: string[] = []
  let left = most
  let isCut = false
  return {
    add(what) {
      if (isCut || what.length === 0) return
      const text = prepare(what)
      const bytes = Buffer.from(text)
      // Each part but the first has a blank line before it.
      if (parts.length > 0) left -= 2
      isCut = bytes.length > left
      if (left <= 0) return
      // Half a character at the end is left out.
      parts.push(isCut ? new TextDecoder().decode(bytes.subarray(0, left), { stream: true }) : text)
      left -= bytes.length
    },
    text: () => (parts.length === 0 ? null : parts.join('\n\n')),
    isCut: () => isCut,
  }
}

/** @param secrets values that must not be read, such as passwords in the settings of the receiver */
export function openTranscript(secrets: Iterable<string> = []): Transcript {
  const mask = createMask(secrets)
  const prepare = (what: string | Uint8Array): string => mask.apply(withoutPictures(showBytes(what)))
  const [sent, answered] = [openSide(MOST_SENT, prepare), openSide(MOST_ANSWERED, prepare)]
  return {
    sent: sent.add,
    answered: answered.add,
    hide: mask.hide,
    read: () => ({ sent: sent.text(), answered: answered.text(), isCut: sent.isCut() || answered.isCut() }),
  }
}
