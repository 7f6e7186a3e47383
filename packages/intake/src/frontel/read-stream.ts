import { GrowingBytes } from './growing-bytes.ts'

/** Each message ends with this byte. */
const END = 0x1a
/** More than any published message has; a panel's messages are lines of fields. */
const MAX_MESSAGE_BYTES = 1_024
/** What can follow a file, from its first byte on: a message whose word is known. Bytes of a clip are none but by an unlikely chance. */
// oxlint-disable-next-line no-control-regex -- the protocol ends each message with this character
const MESSAGE = /^(?:REQACK|EVENT|ALARM|FILE|LOG|ARMING|BYE)(?:,[\x20-\x7e]{0,300})?\x1a/
/** How these words begin. A clip may be full of ends, and each is looked at. */
const BEGINNINGS = new Set(['REQ', 'EVE', 'ALA', 'FIL', 'LOG', 'ARM', 'BYE'])
/** How many bytes behind an end are looked at for such a message. */
const LOOK_AHEAD = 400

export type FrontelItem =
  | { kind: 'message'; text: string }
  /** A file with the message that announced it. `isWhole` is false if the connection ended before. */
  | { kind: 'file'; header: string; content: Buffer; isWhole: boolean }
  /** What arrived is longer than the limit. Nothing can be read after it. */
  | { kind: 'too-long'; isFile: boolean }

/**
 * Cuts the bytes of a panel into messages and files. Pure. Where a file ends is published for texts alone, which end as messages do. What is no text ends
 * before a message that is known, or when the panel waits for an answer ({@link FrontelReader.settle}).
 */
export class FrontelReader {
  readonly #maxFileBytes: number
  readonly #held = new GrowingBytes()
  /** The message that announced the file which is read; undefined between files. */
  #header: string | undefined
  /** Up to where no end was found. */
  #looked = 0
  #isOver = false

  constructor(maxFileBytes: number) {
    this.#maxFileBytes = maxFileBytes
  }

  /** Whether a message or a file has begun. */
  get isInside(): 'message' | 'file' | undefined {
    if (this.#header !== undefined) return 'file'
    return this.#held.length > 0 ? 'message' : undefined
  }

  /** Bytes that wait for the rest of their message or file. */
  get heldBytes(): number {
    return this.#held.length
  }

  /** Takes bytes, and returns what is complete. */
  push(bytes: Uint8Array): FrontelItem[] {
    if (this.#isOver) return []
    this.#held.add(bytes)
    const items: FrontelItem[] = []
    for (let item = this.#next(); item; item = this.#next()) items.push(item)
    return items
  }

  /** The panel waits: a file that ends with the end of a message is whole. */
  settle(): FrontelItem | undefined {
    const held = this.#held.view()
    if (this.#header === undefined || held.at(-1) !== END) return undefined
    return this.#file(held.length - 1, true)
  }

  /** The connection has ended: a file that has begun stays as it is. */
  end(): FrontelItem | undefined {
    if (this.#isOver || this.#header === undefined || this.#held.length === 0) return undefined
    return this.#file(this.#held.length, false)
  }

  #next(): FrontelItem | undefined {
    if (this.#isOver) return undefined
    return this.#header === undefined ? this.#message() : this.#content()
  }

  #message(): FrontelItem | undefined {
    const end = this.#held.view().indexOf(END, this.#looked)
    if ((end < 0 ? this.#held.length : end) > MAX_MESSAGE_BYTES) return this.#over()
    if (end < 0) {
      this.#looked = this.#held.length
      return undefined
    }
    const text = this.#taken(end).toString('latin1')
    if (/^[\s\0]*FILE(?:,|$)/.test(text)) this.#header = text.trim()
    return { kind: 'message', text }
  }

  #content(): FrontelItem | undefined {
    const held = this.#held.view()
    // A panel may announce a file and send none.
    if (this.#looked === 0 && isMessage(held, 0)) return this.#file(0, true, 0)
    const isText = /^\s*\{/.test(held.toString('latin1', 0, 20))
    for (let end = held.indexOf(END, this.#looked); end >= 0; end = held.indexOf(END, end + 1)) {
      if (end > this.#maxFileBytes) break
      if (isText || isMessage(held, end + 1)) return this.#file(end, true)
    }
    if (held.length > this.#maxFileBytes) return this.#over()
    // What follows the last ends may still be on its way.
    this.#looked = Math.max(this.#looked, held.length - LOOK_AHEAD)
    return undefined
  }

  #file(length: number, isWhole: boolean, endBytes = 1): FrontelItem {
    const header = this.#header ?? ''
    const content = this.#taken(length, isWhole ? endBytes : 0)
    this.#header = undefined
    return { kind: 'file', header, content, isWhole }
  }

  /** Takes the bytes in front of an end, and the end. */
  #taken(length: number, endBytes = 1): Buffer {
    this.#looked = 0
    return this.#held.take(length + endBytes).subarray(0, length)
  }

  #over(): FrontelItem {
    this.#isOver = true
    this.#held.take(this.#held.length)
    return { kind: 'too-long', isFile: this.#header !== undefined }
  }
}

const isMessage = (bytes: Buffer, at: number): boolean =>
  BEGINNINGS.has(bytes.toString('latin1', at, at + 3)) && MESSAGE.test(bytes.toString('latin1', at, at + LOOK_AHEAD))
