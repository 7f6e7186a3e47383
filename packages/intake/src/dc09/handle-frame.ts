import { openFrame } from '@winnow/domain/sia-dc09'
import { BARE_REPEAT_MS } from '../idempotency.ts'
import { repeatMark } from './parse-dc09.ts'
import type { Dc09Ports } from './ports.ts'
import { readEvents } from './read-events.ts'
import { type Dc09Message, openMessage, readHead } from './read-message.ts'
import { isInTime } from './time-window.ts'
import { writeAck, writeDuh, writeNak } from './write-answer.ts'

/** Messages of the last two minutes that are remembered. Repeats of others are found when they are read. */
const MAX_REMEMBERED = 20_000

/** Remembers marks for the time in which a panel repeats itself. */
function createMemory<Value>(now: () => Date) {
  const held = new Map<string, { since: number; value: Value }>()
  return {
    get(mark: string): Value | undefined {
      const found = held.get(mark)
      if (!found) return undefined
      if (Math.abs(now().getTime() - found.since) <= BARE_REPEAT_MS) return found.value
      held.delete(mark)
      return undefined
    },
    set(mark: string, value: Value): void {
      held.delete(mark)
      held.set(mark, { since: now().getTime(), value })
      for (const oldest of held.keys()) {
        if (held.size <= MAX_REMEMBERED) break
        held.delete(oldest)
      }
    },
    delete: (mark: string): void => void held.delete(mark),
  }
}

/** Creates what takes a message once, however often it comes meanwhile. */
function createTaker(now: () => Date) {
  const taken = createMemory<Promise<boolean>>(now)
  return function take(mark: string, accept: () => Promise<boolean>): Promise<boolean> {
    const known = taken.get(mark)
    if (known) return known
    const taking = accept().then(
      (isStored) => {
        if (!isStored) taken.delete(mark)
        return isStored
      },
      (error: unknown) => {
        taken.delete(mark)
        throw error
      },
    )
    taken.set(mark, taking)
    return taking
  }
}

/**
 * Creates what answers frames, over TCP and UDP alike. A frame is answered:
 *
 * - `ACK` once it is stored, again for each repeat, which is stored once;
 * - `NAK` with our time, where it is encrypted and its time cannot be. A panel that cannot set its clock repeats the message as it was: then an alarm is
 *   taken, and nothing that arms or disarms;
 * - `DUH` where nobody here can take it: another key, an unknown account or form;
 * - not at all where it is damaged, or cannot be stored now. The panel repeats it.
 */
export function createFrameHandler<Panel>({
  ports,
  now,
  requireEncryption,
}: {
  ports: Dc09Ports<Panel>
  now: () => Date
  requireEncryption: boolean
}) {
  const take = createTaker(now)
  const refusedForTime = createMemory<true>(now)

  /** Whether a message must wait for the panel's clock. */
  function mustWait(message: Dc09Message, mark: string, mayBeLate: boolean): boolean {
    if (!message.isEncrypted || isInTime(message.at, now())) return false
    if (mayBeLate && refusedForTime.get(mark)) return false
    refusedForTime.set(mark, true)
    return true
  }

  return async function answer(frame: Buffer, remoteAddress: string): Promise<Buffer | undefined> {
    if (!ports.mayAsk(remoteAddress)) return undefined
    const head = readHead(openFrame(frame) ?? '')
    if (!head) {
      await ports.note('damaged', { remoteAddress })
      return undefined
    }
    const { account } = head
    const found = await ports.find(account)
    if (!found) {
      await ports.note('unknown', { remoteAddress, account })
      return writeDuh(head)
    }
    const { panel, key } = found
    const isRefused = requireEncryption && !head.isEncrypted
    const opened = isRefused ? ({ ok: false, obstacle: 'plain' } as const) : openMessage(head, key)
    const events = opened.ok ? readEvents(opened.message) : []
    const isTest = head.id === 'NULL'
    if (!opened.ok || (events.length === 0 && !isTest)) {
      await ports.note(opened.ok ? 'format' : opened.obstacle, { remoteAddress, account, panel })
      return writeDuh(head)
    }
    const { message } = opened
    const mark = repeatMark(message)
    const arms = events.some(({ effect }) => effect === 'arm' || effect === 'disarm')
    if (mustWait(message, mark, !arms && !isTest)) {
      await ports.note('clock', { remoteAddress, account, panel })
      return writeNak(now())
    }
    const accept = () => ports.accept(panel, message, events, remoteAddress)
    // A link test always says the same. What arms has a time: the same number with another time is another message.
    const once = arms ? `${mark}\n${message.at?.toISOString() ?? ''}` : mark
    const isStored = await (isTest ? accept() : take(once, accept))
    return isStored ? writeAck(message, key, now()) : undefined
  }
}
