/** Entry of the process that holds the streams: by bare sockets, or by the product's connectors. */
import { connect } from 'node:net'
import { createGuard } from '@winnow/delivery'
import { createHikvisionConnector } from '@winnow/server/src/modules/connect/hikvision-connector.ts'
import { runConnector } from '@winnow/server/src/modules/connect/run-connector.ts'
import { systemClock } from '@winnow/server/src/platform/clock.ts'
import { createLogger } from '@winnow/server/src/platform/log.ts'

/** What is held. Each stream is at an address of its own, as devices are. */
export interface Holding {
  by: 'sockets' | 'connectors'
  port: number
  count: number
}

export interface Held {
  /** Before the first stream, with all of them open, and after each has said ten times that it is there. In MB. */
  before: number
  open: number
  after: number
}

const hostOf = (index: number): string => `127.0.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`
const megabytes = (): number => process.memoryUsage().rss / 1e6
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Opens a socket that asks for the stream and throws away what comes. */
function holdSocket(host: string, port: number, onData: () => void): void {
  const socket = connect(port, host, () =>
    socket.write(`GET /ISAPI/Event/notification/alertStream HTTP/1.1\r\nHost: ${host}\r\n\r\n`),
  )
  socket.on('data', onData)
}

function holdConnector(index: number, port: number, onAlive: () => void): void {
  const connector = createHikvisionConnector({
    clock: systemClock,
    // Nothing but signs of life comes, and those of the connection's own camera are not looked up.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- nothing here may ask a database
    preparedDb: undefined as never,
  })
  const connection = {
    id: String(index),
    companyId: '',
    siteId: null,
    viewId: String(index),
    settings: { host: hostOf(index), port, tls: false, username: 'admin' },
    secret: 'none',
    position: null,
  }
  const parts = { connection, guard, acceptSignal: async () => '', keepPosition: async () => undefined }
  const kind = {
    kind: connector.kind,
    run: (line: Parameters<typeof connector.run>[0]) =>
      connector.run({
        ...line,
        isUp: () => (line.isUp(), onAlive()),
        isAlive: () => (line.isAlive(), onAlive()),
      }),
  }
  const now = new Date()
  runConnector(
    kind,
    parts,
    { isUp: false, since: now, lastUpAt: null, seenAt: null, eventAt: null, problem: null },
    {
      clock: systemClock,
      log,
      wait,
      random: Math.random,
      monotonic: () => performance.now(),
      onChange: () => undefined,
    },
  )
}

const log = createLogger({ level: 'error' })
const guard = createGuard({ allowedNetworks: ['127.0.0.0/8'], ownAddresses: [] })

async function hold({ by, port, count }: Holding): Promise<void> {
  let heard = 0
  const listen = (): void => void (heard += 1)
  /** Waits until each stream was heard this often. A piece of a socket's data may hold several signs. */
  const until = async (wanted: number): Promise<void> => {
    for (;;) {
      if (heard >= wanted) break
      await wait(50)
    }
    await wait(500)
  }
  globalThis.gc?.()
  const before = megabytes()
  for (let index = 0; index < count; index++) {
    if (by === 'sockets') holdSocket(hostOf(index), port, listen)
    else holdConnector(index, port, listen)
    // A look-up at a time, as after a start.
    if (index % 50 === 49) await wait(50)
  }
  await until(count)
  globalThis.gc?.()
  const open = megabytes()
  for (let round = 0; round < 10; round++) {
    heard = 0
    process.send?.('beat')
    await until(count)
  }
  globalThis.gc?.()
  process.send?.({ before, open, after: megabytes() } satisfies Held)
}

process.on('message', (holding: Holding) => void hold(holding))
process.on('disconnect', () => process.exit(0))
