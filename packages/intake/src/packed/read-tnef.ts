import { readMapiProperties } from './mapi-properties.ts'
import type { UnpackBudget, Unpacked } from './packed-file.ts'

const BEGIN_ATTACHMENT = 0x00069002
const ATTACHMENT_TITLE = 0x00018010
const ATTACHMENT_DATA = 0x0006800f
const ATTACHMENT_PROPERTIES = 0x00069005
const MESSAGE_BODY = 0x0002800c
const MESSAGE_PROPERTIES = 0x00069003

const DATA = 0x3701
const FILE_NAME = 0x3704
const LONG_FILE_NAME = 0x3707
const MIME_TYPE = 0x370e
const BODY = 0x1000
const BODY_HTML = 0x1013

/** Whether these are the first bytes of a `winmail.dat`. */
export function isTnef(bytes: Uint8Array): boolean {
  return bytes[0] === 0x78 && bytes[1] === 0x9f && bytes[2] === 0x3e && bytes[3] === 0x22
}

interface Draft {
  name: string | null
  type: string | null
  bytes: Uint8Array | null
}

/**
 * Reads the attachments and the body of a `winmail.dat`, into which Exchange packs a whole mail (Microsoft's [MS-OXTNEF]). A body becomes a
 * file of type `text/plain` or `text/html`. Never throws; truncated or too large content is reported as lost.
 */
export function readTnef(bytes: Uint8Array, budget: UnpackBudget): Unpacked {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const found: Unpacked = { files: [], lost: [] }
  let draft: Draft | null = null
  let at = 6
  while (at < data.length) {
    const length = at + 9 <= data.length ? data.readUInt32LE(at + 5) : Infinity
    if (at + 9 + length > data.length || budget.files <= 0) {
      found.lost.push(budget.files <= 0 ? 'more files than are read' : 'cut off')
      break
    }
    const id = data.readUInt32LE(at + 1)
    const value = data.subarray(at + 9, at + 9 + length)
    at += 9 + length + 2
    if (id === BEGIN_ATTACHMENT) {
      take(draft, budget, found)
      draft = { name: null, type: null, bytes: null }
    } else if (id === MESSAGE_BODY) addText(found, 'text/plain', value)
    else if (id === MESSAGE_PROPERTIES) readMessage(value, found)
    else if (draft) readAttachment(draft, id, value)
  }
  take(draft, budget, found)
  return found
}

function readMessage(value: Buffer, found: Unpacked): void {
  const properties = readMapiProperties(value)
  for (const [id, type] of [
    [BODY, 'text/plain'],
    [BODY_HTML, 'text/html'],
  ] as const) {
    const bytes = properties.get(id)
    if (bytes) addText(found, type, bytes)
  }
}

/** Adds the body of a mail unless one of the same type was added before. Thousands of bodies would be an attack. */
function addText(found: Unpacked, type: string, bytes: Buffer): void {
  if (!found.files.some((file) => file.type === type)) found.files.push({ name: null, type, bytes: untilNul(bytes) })
}

function readAttachment(draft: Draft, id: number, value: Buffer): void {
  if (id === ATTACHMENT_TITLE) draft.name = untilNul(value).toString('latin1')
  else if (id === ATTACHMENT_DATA) draft.bytes = value
  else if (id === ATTACHMENT_PROPERTIES) {
    const properties = readMapiProperties(value)
    draft.bytes ??= properties.get(DATA) ?? null
    draft.name = text(properties.get(LONG_FILE_NAME)) ?? draft.name ?? text(properties.get(FILE_NAME))
    draft.type = text(properties.get(MIME_TYPE))
  }
}

function take(draft: Draft | null, budget: UnpackBudget, found: Unpacked): void {
  if (!draft) return
  const { name, type, bytes } = draft
  budget.files--
  if (!bytes) return void found.lost.push(`${name ?? 'attachment'}: without content`)
  if (bytes.length > Math.min(budget.fileBytes, budget.bytes))
    return void found.lost.push(`${name ?? 'attachment'}: too large`)
  budget.bytes -= bytes.length
  found.files.push({ name, type: type?.toLowerCase() ?? null, bytes })
}

function text(value: Buffer | undefined): string | null {
  return value ? untilNul(value).toString() || null : null
}

function untilNul(value: Buffer): Buffer {
  const end = value.indexOf(0)
  return end < 0 ? value : value.subarray(0, end)
}
