import { Transform } from 'node:stream'
import { bytesOf, inPlaceOf } from './without-pictures.ts'

/** The most characters of a mail that are kept; the transcript keeps less. */
const MOST = 65_536
/** A line of an attachment in base64. Its last line may be shorter. */
const FILE_LINE = /^[A-Za-z0-9+/]{60,}={0,2}\r?$/
const LAST_FILE_LINE = /^[A-Za-z0-9+/]+={0,2}\r?$/

/** Keeps the beginning of a mail, without the attachments. */
export interface MailTap {
  take(chunk: Buffer): void
  /** Passes a mail on, and takes it. */
  stream: Transform
  text(): string
}

export function tapMail(): MailTap {
  let kept = ''
  let rest = ''
  let skipped = 0
  const keep = (text: string): void => {
    if (kept.length <= MOST) kept += text
  }
  const endFile = (): void => {
    if (skipped > 0) keep(`${inPlaceOf(skipped)}\r\n`)
    skipped = 0
  }
  const takeLine = (line: string): void => {
    if (FILE_LINE.test(line) || (skipped > 0 && LAST_FILE_LINE.test(line))) {
      skipped += bytesOf(line.trimEnd())
      return
    }
    endFile()
    keep(`${line}\n`)
  }
  const take = (chunk: Buffer): void => {
    if (kept.length > MOST) return
    // Bytes as characters: a mail may have any encoding, and a chunk may end within a character.
    const lines = (rest + chunk.toString('latin1')).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) takeLine(line)
    // A line that does not end is no file of a mail.
    if (rest.length <= MOST) return
    endFile()
    keep(rest)
    rest = ''
  }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      take(chunk)
      done(null, chunk)
    },
  })
  return {
    take,
    stream,
    text() {
      if (rest !== '') takeLine(rest)
      rest = ''
      endFile()
      return Buffer.from(kept, 'latin1').toString()
    },
  }
}
