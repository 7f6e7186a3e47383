import { decrypt, parseTime } from '@winnow/domain/sia-dc09'

/** What a message of ANSI/SIA DC-09 says in clear, before its content is read. */
export interface Dc09Head {
  isEncrypted: boolean
  /** `SIA-DCS`, `ADM-CID`, `NULL`, or a form that nobody here reads. */
  id: string
  /** Four digits. */
  sequence: string
  receiver: string | null
  line: string
  /** In upper case. */
  account: string
  /** What stands behind the first `[`: the content, or its encryption in hexadecimal digits. */
  rest: string
}

/** A message with its content. */
export interface Dc09Message extends Omit<Dc09Head, 'rest'> {
  /** What stands in the first brackets. */
  data: string
  /** What stands in further brackets. Each begins with its letter. */
  extended: string[]
  /** The time by the panel's clock; null if it wrote none. */
  at: Date | null
}

/** Why a message cannot be opened: it is encrypted and there is no key, it is not and there is one, the key is another, or it has no form. */
export type Dc09Obstacle = 'encrypted' | 'plain' | 'wrong-key' | 'format'

const HEAD =
  /^"(\*?)([A-Z0-9-]{3,10})"(\d{4})(?:R([0-9A-Fa-f]{1,6}))?(?:L([0-9A-Fa-f]{1,6}))?#([0-9A-Fa-f]{3,16})\[(.*)$/s
/** More than a message needs: the longest content has 4095 bytes. */
const MAX_FIELDS = 20

/** Reads the head of a message's body. @returns undefined if the text is no message */
export function readHead(body: string): Dc09Head | undefined {
  const match = HEAD.exec(body)
  if (!match) return undefined
  const [, star, id = '', sequence = '', receiver, line = '0', account = '', rest = ''] = match
  return {
    isEncrypted: star === '*',
    id,
    sequence,
    receiver: receiver ?? null,
    line,
    account: account.toUpperCase(),
    rest,
  }
}

/**
 * Opens the content of a message. Pure.
 * @param key of the panel, 16, 24 or 32 bytes; undefined if its messages are not encrypted
 */
export function openMessage(
  head: Dc09Head,
  key: Uint8Array | undefined,
): { ok: true; message: Dc09Message } | { ok: false; obstacle: Dc09Obstacle } {
  if (head.isEncrypted !== (key !== undefined)) return { ok: false, obstacle: key ? 'plain' : 'encrypted' }
  // Common libraries fill the last block up with control characters.
  const clear = key ? decrypt(head.rest, key)?.replace(/[\p{Cc}]{1,16}$/u, '') : head.rest
  const fields = clear === undefined ? undefined : readFields(clear)
  if (!fields) return { ok: false, obstacle: key ? 'wrong-key' : 'format' }
  // The standard asks for the time, by which a message that somebody recorded and sends again is known.
  if (key && fields.at === null) return { ok: false, obstacle: 'format' }
  const { rest: _rest, ...facts } = head
  return { ok: true, message: { ...facts, ...fields } }
}

/** Splits `data][x][y]_time`. @returns undefined if that is not its form */
function readFields(text: string): Pick<Dc09Message, 'data' | 'extended' | 'at'> | undefined {
  const time = /_(\d\d:\d\d:\d\d,\d\d-\d\d-\d{4})$/.exec(text)
  const written = time ? text.slice(0, time.index) : text
  if (!written.endsWith(']')) return undefined
  const fields = written.slice(0, -1).split('][')
  if (fields.length > MAX_FIELDS || fields.some((field) => /[[\]\r\n]/.test(field))) return undefined
  const [data = '', ...extended] = fields
  return { data, extended, at: time ? (parseTime(time[1] ?? '') ?? null) : null }
}

/** The number of a message, and whom it comes from, as they stand in front of the first `[`. */
export const writeFrom = ({
  sequence,
  receiver,
  line,
  account,
}: Pick<Dc09Head, 'sequence' | 'receiver' | 'line' | 'account'>): string =>
  `${sequence}${receiver === null ? '' : `R${receiver}`}L${line}#${account}`

/** Writes a message as it is stored: in clear, and with a `*` if it came encrypted. */
export function writeClear(message: Dc09Message): Buffer {
  const { isEncrypted, id, data, extended, at } = message
  const time = at === null ? '' : `_${at.toISOString()}`
  const fields = [data, ...extended].join('][')
  return Buffer.from(`"${isEncrypted ? '*' : ''}${id}"${writeFrom(message)}[${fields}]${time}`, 'latin1')
}

/** Reads what {@link writeClear} has written. */
export function readClear(bytes: Uint8Array): Dc09Message | undefined {
  const text = Buffer.from(bytes).toString('latin1')
  const time = /_(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/.exec(text)
  const head = readHead(time ? text.slice(0, time.index) : text)
  const fields = head && readFields(head.rest)
  if (!head || !fields) return undefined
  const { rest: _rest, ...facts } = head
  const at = time ? new Date(time[1] ?? '') : null
  return { ...facts, ...fields, at: at === null || Number.isNaN(at.getTime()) ? null : at }
}
