import { DEFAULT_LIMITS } from '../limits.ts'
import { findBody, readHeaders } from '../mime/headers.ts'
import { lineOrNull } from '../text/clean.ts'

/** What the headers of a mail say about it. */
export interface MailHead {
  messageId: string | null
  /** By the sender's own clock; null if there is no date, or none that can be read. */
  date: Date | null
  /** The sender that the mail names. Anybody can write any sender. */
  from: string | null
}

/** The first bytes of a mail are enough to read its headers. */
export const MAIL_HEAD_BYTES = DEFAULT_LIMITS.maxHeaderBytes

/** `Thu, 26 Nov 2026 18:00:00 +0100`, the day of the week and the seconds being optional. Other forms are not read, but not refused either. */
const DATE =
  /^(?:[A-Za-z]{3},?\s+)?\d{1,2}\s+[A-Za-z]{3}\s+\d{4}\s+\d{1,2}:\d{2}(?::\d{2})?\s+(?:[+-]\d{4}|GMT|UTC?|Z)(?:\s*\(.*\))?$/

function readDate(text: string | null): Date | null {
  if (text === null || !DATE.test(text.trim())) return null
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? null : at
}

/** Reads the headers of a mail from its first bytes. Never throws. */
export function readMailHead(bytes: Uint8Array): MailHead {
  const found = findBody(bytes, 0, bytes.length, MAIL_HEAD_BYTES)
  const headers = found && readHeaders(bytes.subarray(0, found.headerEnd))
  return {
    messageId: lineOrNull(headers?.get('message-id') ?? null, 300),
    date: readDate(headers?.get('date') ?? null),
    from: lineOrNull(headers?.text('from') ?? null, 200),
  }
}
