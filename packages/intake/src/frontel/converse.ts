import { randomBytes } from 'node:crypto'
import { type FrontelEvent, readEvent } from './meaning.ts'
import { answerTo, isAnswerTo, keyOfSerial, readSerial } from './panel-key.ts'
import type { FrontelPorts, FrontelProblem } from './ports.ts'
import type { FrontelItem } from './read-stream.ts'
import type { FrontelMessage } from './stored-message.ts'

/** What the listener says first. */
export const GREETING = 'IDENT,1000'
/** The published version of the protocol. */
const VERSION = '2'
/** Different events of a panel that are remembered until they are acknowledged. */
const MAX_UNACKNOWLEDGED = 200
/** What a panel says in passing, and nobody answers. */
const UNANSWERED = new Set(['ARMING', 'STATUS', 'OUTPUT'])

/** What is to be done after an item: say something, or hang up. */
export interface Reply {
  say?: readonly string[]
  hangUp?: true
}

const HANG_UP: Reply = { hangUp: true }

/** How far a panel has come, and with what. */
type Stage<Panel> =
  | { name: 'ident' }
  | { name: 'auth'; panel: Panel; serial: string; version: string; epoch: number; challenge: string }
  | { name: 'success'; panel: Panel; serial: string; version: string; epoch: number }
  | { name: 'open'; panel: Panel; serial: string; epoch: number; at: string | null }

/**
 * Talks to one panel: logs it in by its serial number, and then stores what it reports. A message is answered once what came before it is stored: `ACK` for
 * a REQACK, `FILE_ACK` for a file, `LOG_ACK` for lines of its log. ALARM only announces that something follows, so `ALARM_ACK` promises nothing. Where something
 * cannot be stored, the panel is hung up on, and sends it again.
 */
export class Conversation<Panel> {
  readonly #ports: FrontelPorts<Panel>
  readonly #remoteAddress: string
  #stage: Stage<Panel> = { name: 'ident' }
  /** How often each event was said since the last acknowledgement. */
  readonly #said = new Map<string, number>()
  #beyond = MAX_UNACKNOWLEDGED
  /** The last alarm, to which a file belongs. */
  #alarm: { text: string; event: FrontelEvent } | undefined

  constructor(ports: FrontelPorts<Panel>, remoteAddress: string) {
    this.#ports = ports
    this.#remoteAddress = remoteAddress
  }

  /** Whether the panel has logged in. */
  get isOpen(): boolean {
    return this.#stage.name === 'open'
  }

  async hear(item: FrontelItem): Promise<Reply> {
    if (!this.#ports.mayAsk(this.#remoteAddress)) return HANG_UP
    if (item.kind === 'too-long') return this.#refuse(item.isFile ? 'file' : 'format')
    if (item.kind === 'file') return this.#file(item)
    const [word = '', ...fields] = item.text.trim().split(',')
    const stage = this.#stage
    if (stage.name === 'ident') return this.#ident(word, fields)
    if (stage.name === 'auth') return this.#auth(stage, word, fields)
    if (stage.name === 'success') return this.#success(stage, word, fields)
    return this.#report(word, item.text)
  }

  /** Notes why a panel was not served: it took too long, or hung up while it logged in. */
  async leave(isSlow: boolean): Promise<void> {
    const stage = this.#stage
    if (isSlow) await this.#note('slow')
    else if (stage.name === 'auth' || stage.name === 'success')
      await this.#note(stage.version === VERSION ? 'login' : 'version')
  }

  async #ident(word: string, [said = '', version = '']: string[]): Promise<Reply> {
    const serial = readSerial(said)
    if (word !== 'IDENT' || serial === undefined) return this.#refuse('format')
    const found = await this.#ports.find(serial)
    if (!found) {
      await this.#ports.note('unknown', { remoteAddress: this.#remoteAddress, serial })
      return HANG_UP
    }
    const challenge = randomBytes(16).toString('hex').toUpperCase()
    this.#stage = { name: 'auth', ...found, serial, version, challenge }
    return { say: [`SETKEY,${keyOfSerial(serial)}`, `VERSION,${VERSION},0`, `AUTH1,${challenge}`] }
  }

  async #auth(stage: Stage<Panel> & { name: 'auth' }, word: string, [answer = '', theirs = '']: string[]) {
    const ours = answerTo(stage.serial, theirs)
    if (word !== 'AUTH2' || ours === undefined || !isAnswerTo(stage.serial, stage.challenge, answer)) {
      await this.#note('login')
      this.#stage = { name: 'ident' }
      return HANG_UP
    }
    const { panel, serial, version, epoch } = stage
    this.#stage = { name: 'success', panel, serial, version, epoch }
    return { say: [`AUTH3,${ours}`] }
  }

  async #success(stage: Stage<Panel> & { name: 'success' }, word: string, [, , at = '']: string[]): Promise<Reply> {
    const { panel, serial, epoch } = stage
    if (word !== 'AUTH_SUCCESS') return this.#refuse('format')
    this.#stage = { name: 'open', panel, serial, epoch, at: /^\d{14}$/.test(at) ? at : null }
    await this.#ports.seen(panel)
    return {}
  }

  async #report(word: string, text: string): Promise<Reply> {
    const stage = this.#opened()
    if (word === 'EVENT') return this.#event(text)
    // Everything before it is stored: messages are heard one after the other.
    if (word === 'ALARM') return { say: ['ALARM_ACK'] }
    if (word === 'REQACK') {
      const epoch = await this.#ports.acknowledge(stage.panel)
      if (epoch === undefined) return HANG_UP
      this.#stage = { ...stage, epoch }
      this.#said.clear()
      return { say: ['ACK'] }
    }
    if (word === 'LOG') return (await this.#keep('log', text)) ? { say: ['LOG_ACK'] } : HANG_UP
    if (word === 'BYE') return HANG_UP
    // The file itself follows.
    if (word !== 'FILE' && !UNANSWERED.has(word)) await this.#note('format')
    return {}
  }

  async #event(text: string): Promise<Reply> {
    const event = readEvent(text)
    if (!event) await this.#note('format')
    if (event?.effect === 'alarm') this.#alarm = { text: text.trim(), event }
    return (await this.#accept(text.trim(), event, null)) ? {} : HANG_UP
  }

  async #file({ header, content, isWhole }: FrontelItem & { kind: 'file' }): Promise<Reply> {
    if (!this.isOpen) return this.#refuse('format')
    const answered: Reply = isWhole ? { say: ['FILE_ACK'] } : {}
    if (!isWhole) await this.#note('file')
    if (content.length === 0) return answered
    const text = content.toString('utf8')
    if (isWhole && isStatus(text)) return (await this.#keep('status', text)) ? answered : HANG_UP
    const isKept = await this.#accept(this.#alarm?.text ?? null, this.#alarm?.event, { header, content, isWhole })
    return isKept ? answered : HANG_UP
  }

  #accept(event: string | null, read: FrontelEvent | undefined, file: FrontelMessage['file']): Promise<boolean> {
    const { panel, serial, epoch, at } = this.#opened()
    const said = file ? `${file.header}\n${file.content.length}` : (event ?? '')
    const known = this.#said.get(said)
    // Beyond what is remembered each is another one: a repeat too many is better than an alarm too few.
    const nth = known ?? (this.#said.size < MAX_UNACKNOWLEDGED ? 0 : ++this.#beyond)
    if (known !== undefined || this.#said.size < MAX_UNACKNOWLEDGED) this.#said.set(said, nth + 1)
    return this.#ports.accept(panel, { serial, epoch, nth, at, event, file }, read, this.#remoteAddress)
  }

  #keep(kind: 'status' | 'log', text: string): Promise<boolean> {
    return this.#ports.keep(this.#opened().panel, { kind, text })
  }

  #opened(): Stage<Panel> & { name: 'open' } {
    if (this.#stage.name !== 'open') throw new Error('the panel has not logged in')
    return this.#stage
  }

  async #refuse(problem: FrontelProblem): Promise<Reply> {
    await this.#note(problem)
    return HANG_UP
  }

  #note(problem: FrontelProblem): Promise<void> {
    const stage = this.#stage
    const known = stage.name === 'ident' ? {} : { serial: stage.serial, panel: stage.panel }
    return this.#ports.note(problem, { remoteAddress: this.#remoteAddress, ...known })
  }
}

/** Whether a file is what a panel says of itself and its devices, as JSON. */
function isStatus(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false
  try {
    const status: unknown = JSON.parse(text)
    return typeof status === 'object' && status !== null && 'FileVersion' in status
  } catch {
    return false
  }
}
