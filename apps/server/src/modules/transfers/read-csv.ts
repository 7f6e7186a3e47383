import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { MAX_IMPORT_BYTES, MAX_IMPORT_LINES, type IMPORT_FILE_FAULTS } from '@winnow/contract'
import { CsvError, parse } from 'csv-parse'
import { AppError } from '../../platform/http/app-error.ts'

/** One record of a file: its line number, and its cells. If quoted cells contain line breaks, the number is that of its last line. */
export interface CsvLine {
  line: number
  cells: string[]
}

/** The number of bytes by which the encoding is detected, and of characters by which the separator is detected. */
const PROBE = 64 * 1024
/** Limit on the characters of a line. Without it, the rest of the file after an unclosed quote would be read as one line. */
const MAX_RECORD = 64 * 1024
const SEPARATORS = [',', ';', '\t'] as const

/** The error for a file that is refused as a whole. */
export function fileFault(field: (typeof IMPORT_FILE_FAULTS)[number], message: string): AppError {
  return new AppError('VALIDATION', message, { fields: [{ field, message }] })
}

const tooLarge = () => new AppError('TOO_LARGE', `A file may have at most ${MAX_IMPORT_BYTES / 1_000_000} MB`)

/** Detects the encoding of a file by its first bytes. Spreadsheets write UTF-8, UTF-16 and, on older systems, Windows-1252. */
function encodingOf(start: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' {
  const [first, second] = start
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  // The file has no byte order mark. In UTF-16, every second byte of Latin letters is zero.
  if (first !== 0 && second === 0) return 'utf-16le'
  if (first === 0 && second !== 0) return 'utf-16be'
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(start, { stream: true })
    return 'utf-8'
  } catch {
    return 'windows-1252'
  }
}

/** The separator that occurs most often in the first line, outside of quotes. */
function separatorOf(start: string): (typeof SEPARATORS)[number] {
  const heading = start.replaceAll(/"(?:[^"]|"")*"?/g, '').split(/[\r\n]/, 1)[0] ?? ''
  const count = (separator: string) => heading.split(separator).length
  return SEPARATORS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Passes the bytes on and counts them. Throws if they exceed the limit. */
async function* bounded(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of source) {
    bytes += chunk.length
    if (bytes > MAX_IMPORT_BYTES) throw tooLarge()
    yield chunk
  }
}

/** Joins the first chunks until they have `PROBE` bytes or characters. Passes the other chunks on unchanged. */
async function* withLongStart<T extends Uint8Array | string>(
  source: AsyncIterable<T>,
  join: (parts: T[]) => T,
): AsyncGenerator<T> {
  let start: T[] | undefined = []
  let length = 0
  for await (const part of source) {
    if (!start) {
      yield part
      continue
    }
    start.push(part)
    length += part.length
    if (length < PROBE) continue
    yield join(start)
    start = undefined
  }
  if (start && length > 0) yield join(start)
}

/** The text of a file, without a byte order mark. */
async function* decoded(source: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | undefined
  const fault = () => fileFault('encoding', 'The file is not text: save it as CSV in UTF-8')
  try {
    for await (const chunk of withLongStart(bounded(source), (parts) => Buffer.concat(parts))) {
      decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true })
      const text = decoder.decode(chunk, { stream: true })
      if (text.includes('\u0000')) throw fault()
      yield text
    }
    yield decoder?.decode() ?? ''
  } catch (error) {
    throw error instanceof TypeError ? fault() : error
  }
}

function faultOf(error: unknown): unknown {
  if (!(error instanceof CsvError)) return error
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return fileFault('record', 'A line is too long; perhaps a quotation mark is missing')
  return fileFault('quotes', `Quotation marks do not match: ${error.message}`)
}

/**
 * Reads a CSV file line by line, in UTF-8, UTF-16 or Windows-1252, separated by commas, semicolons or tabs. Never holds the whole file in
 * memory.
 * @throws AppError TOO_LARGE or VALIDATION for a file that is refused as a whole
 */
export async function* readCsv(source: AsyncIterable<Uint8Array>): AsyncGenerator<CsvLine> {
  const texts = withLongStart(decoded(source), (parts) => parts.join(''))
  const first = await texts.next()
  const start = first.done ? '' : first.value
  const parser = parse({
    delimiter: separatorOf(start),
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD,
    info: true,
    bom: true,
  })
  async function* whole() {
    yield start
    yield* texts
  }
  const fed = pipeline(Readable.from(whole()), parser)
  // The error is thrown by the loop below. This handler only prevents an unhandled rejection.
  fed.catch(() => undefined)
  let count = 0
  try {
    for await (const each of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
      count += 1
      if (count > MAX_IMPORT_LINES + 1) throw fileFault('lines', `A file may have at most ${MAX_IMPORT_LINES} lines`)
      yield { line: each.info.lines, cells: each.record }
    }
  } catch (error) {
    throw faultOf(error)
  } finally {
    parser.destroy()
  }
}
