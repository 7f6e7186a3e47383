import type { DeliveryAlarm } from '../payload.ts'

/** More `Received` headers than this are a loop. Mail servers refuse at 25 to 100. */
const MAX_HOPS = 50

/** How much of a mail is looked through for the end of its header. */
const MAX_HEADER = 1024 * 1024

// A bare CR or LF ends a line too: on the wire it becomes CRLF.
const LINE_END = /\r\n|\r|\n/
const HEADER_END = /^(?:\r\n|\r|\n)|(?:\r\n|\r(?!\n)|\n)(?:\r\n|\r(?!\n)|\n)/

/** A mail of which the beginning was read. */
interface BegunMail {
  header: string
  /** The whole mail. */
  bytes: AsyncIterable<Uint8Array>
  /** Gives the file back, whatever of it was read. */
  close: () => Promise<void>
}

/** Reads the header of a mail, and leaves the rest for later. */
export async function beginMail(mail: AsyncIterable<Uint8Array>): Promise<BegunMail> {
  const source = mail[Symbol.asyncIterator]()
  const read: Uint8Array[] = []
  let header = ''
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one piece of a file after another
    const { value, done } = await source.next()
    if (done) break
    read.push(value)
    header += Buffer.from(value).toString('latin1')
    if (HEADER_END.test(header) || header.length > MAX_HEADER) break
  }
  async function* whole(): AsyncGenerator<Uint8Array> {
    yield* read
    yield* { [Symbol.asyncIterator]: () => source }
  }
  return { header, bytes: whole(), close: async () => void (await source.return?.()) }
}

/** The lines of a mail's header. */
function linesOf(header: string): string[] {
  const lines = header.split(LINE_END)
  const end = lines.indexOf('')
  return end < 0 ? lines : lines.slice(0, end)
}

/** Why a mail must not be relayed once more; undefined if it may. */
export function loopOf(header: string): string | undefined {
  const lines = linesOf(header)
  if (lines.some((line) => /^x-winnow-(?:id|verdict|score)[ \t]*:/i.test(line)))
    return 'The mail was relayed before: it has our own header.'
  const hops = lines.filter((line) => /^received[ \t]*:/i.test(line)).length
  return hops > MAX_HOPS ? `The mail runs in a loop: it has passed ${hops} servers.` : undefined
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

/** A time as in RFC 5322. */
function mailTime(at: Date): string {
  const [day, date, month, year, time] = at.toUTCString().replace(',', '').split(' ')
  return `${day}, ${twoDigits(Number(date))} ${month} ${year} ${time} +0000`
}

/**
 * The lines that stand on top of a relayed mail. `Received` is the last of them: should the mail begin with a blank, its first line
 * continues that one and changes no verdict.
 */
export function traceOf(
  { id, verdict, score }: Pick<DeliveryAlarm, 'id' | 'verdict' | 'score'>,
  { host, deliveryId, now }: { host: string; deliveryId: string; now: Date },
): string {
  return [
    `X-Winnow-Id: ${id}`,
    `X-Winnow-Verdict: ${verdict}`,
    ...(score === null ? [] : [`X-Winnow-Score: ${score.toFixed(3)}`]),
    `Received: by ${host} (Winnow) id ${deliveryId};`,
    ` ${mailTime(now)}`,
    '',
  ].join('\r\n')
}
