import type { Socket } from 'node:net'
import { clientKey } from '@winnow/domain'
import type { SMTPServerSession } from 'smtp-server'
import { Connections, endSession } from './connections.ts'
import { limitRefusals } from './limit-refusals.ts'
import type { SmtpServer, SmtpServerOptions } from './ports.ts'
import { PromptServer } from './prompt-server.ts'
import { receiveMessage } from './receive-message.ts'
import { answer, ReplyError } from './reply-error.ts'
import { Turns } from '../turns.ts'
import { tlsOptions } from './tls-options.ts'
import { Watchdog } from '../watchdog.ts'

const MAX_FAILED_LOGINS = 3
/** One of this many connections is reserved for addresses that have no connection yet. */
const RESERVED_PART = 10

/**
 * Creates the mail server for devices. It handles the protocol, the limits and the deadlines. The product decides about recipients and
 * stores messages (`ports`). The server offers AUTH PLAIN and LOGIN, also without TLS unless the options forbid that: old cameras support
 * nothing else, and their passwords only allow sending alarms.
 */
export function createSmtpServer<User, Target>(options: SmtpServerOptions<User, Target>): SmtpServer {
  const { ports, log, turns = new Turns() } = options
  const total = options.maxConnections ?? 2000
  const connections = new Connections<User, Target>({
    perHolder: options.maxConnectionsPerAddress ?? 256,
    total,
    reserved: Math.floor(total / RESERVED_PART),
  })
  const inFlight = new Set<Promise<unknown>>()
  const onBug = (error: unknown): void => log.error({ err: error }, 'smtp handler failed')

  const server: PromptServer = new PromptServer({
    name: options.name ?? 'winnow',
    banner: 'ready for alarms',
    size: options.maxBytes,
    maxRecipients: options.maxRecipients ?? 50,
    maxClients: total,
    socketTimeout: options.idleTimeoutMs ?? 60_000,
    authOptional: options.authOptional,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: !options.requireTlsForAuth,
    // Some firmware writes addresses with syntax errors.
    lenientAddressParsing: true,
    disableReverseLookup: true,
    disabledCommands: ['WIZ', 'SHELL', 'KILL', 'XCLIENT', 'XFORWARD', ...(options.tls ? [] : ['STARTTLS'])],
    logger: false,
    ...tlsOptions(options.tls),

    onConnect: (session, callback) => {
      if (!connections.add(session)) return callback(new ReplyError(421, 'Too many connections from this address'))
      limitRefusals(server, session)
      watchdog.enter(session, 'step')
      callback()
    },
    onClose: (session) => {
      watchdog.forget(session)
      connections.remove(session)
    },
    onSecure: (_socket, session, callback) => {
      // By the protocol, a login before STARTTLS is no longer valid.
      connections.get(session).user = null
      watchdog.enter(session, 'step')
      callback()
    },
    onAuth: ({ username = '', password }, session, callback) =>
      handle(session, () => authenticate(session, username, password ?? ''), callback),
    onMailFrom: (_address, session, callback) =>
      handle(
        session,
        async () => {
          connections.get(session).targets.clear()
          const room = ports.capacity()
          if (!room.ok) throw new ReplyError(451, room.message)
        },
        callback,
      ),
    onRcptTo: ({ address }, session, callback) => handle(session, () => recipient(session, address), callback),
    onData: (source, session, callback) => {
      const state = connections.get(session)
      state.busy = true
      watchdog.enter(session, 'data')
      const turn = turns.begin(clientKey(session.remoteAddress))
      const received = receiveMessage(source, session, state, {
        ports,
        turn,
        held: (until) => server.hold(session, until),
        log,
        maxBytes: options.maxBytes,
        cut: () => endSession(server, session, 'Message far too large'),
        received: () => watchdog.enter(session, 'handler'),
      }).finally(() => {
        turn.end()
        state.busy = false
        state.targets.clear()
        inFlight.delete(received)
        if (connections.has(session)) watchdog.enter(session, 'step')
      })
      inFlight.add(received)
      void answer(() => received, callback, onBug)
    },
  })

  const watchdog = new Watchdog<SMTPServerSession>(
    { step: options.stepTimeoutMs ?? 120_000, data: options.dataTimeoutMs ?? 300_000 },
    (session, phase) => {
      log.info({ remoteAddress: session.remoteAddress, phase }, 'smtp client was too slow')
      endSession(server, session, 'Timeout, closing connection')
    },
  )
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  // The server emits the errors of single connections: resets, failed handshakes, clients that disappear.
  server.on('error', (error: Error) => log.debug({ err: error }, 'smtp connection failed'))

  /** Runs a handler during which the client's deadlines are suspended. */
  function handle<T>(
    session: SMTPServerSession,
    run: () => Promise<T>,
    callback: (error: Error | null, value?: T) => void,
  ): void {
    watchdog.enter(session, 'handler')
    void answer(
      run,
      (error, value) => {
        if (connections.has(session)) watchdog.enter(session, 'step')
        callback(error, value)
      },
      onBug,
    )
  }

  async function authenticate(session: SMTPServerSession, name: string, password: string): Promise<{ user?: object }> {
    const state = connections.get(session)
    const login = await ports.authenticate(name, password, session.remoteAddress)
    if (login.ok) {
      state.user = login.user
      return { user: { username: name } }
    }
    if (++state.failedLogins >= MAX_FAILED_LOGINS) throw new ReplyError(421, 'Too many failed logins')
    // RFC 4954: after 535 a device may discard its password as wrong; after 454 it keeps it and tries again.
    if (login.code === 454) throw new ReplyError(454, '4.7.0 Temporary authentication failure, try again later')
    return {}
  }

  async function recipient(session: SMTPServerSession, address: string): Promise<void> {
    const state = connections.get(session)
    const { remoteAddress } = session
    const found = await ports.recipient(address, { user: state.user, remoteAddress })
    if (!found.ok) throw new ReplyError(found.code, found.message)
    if (!ports.rate(found.target)) throw new ReplyError(451, 'Too many messages, try again later')
    state.targets.set(address.toLowerCase(), found.target)
  }

  return {
    listen: () =>
      new Promise((resolve, reject) => {
        server.server.once('error', reject)
        server.listen(options.port, options.host, () => {
          server.server.off('error', reject)
          const address = server.server.address()
          resolve({ port: typeof address === 'object' && address ? address.port : options.port })
        })
      }),
    close: (graceMs) =>
      closeServer(server, graceMs, (session) => connections.has(session) && connections.get(session).busy, {
        sockets,
        inFlight,
      }),
    connections: () => server.connections.size,
  }
}

/**
 * Stops accepting connections, ends the connections without a message in progress, and gives the others `graceMs` to finish. Then it
 * closes every remaining socket, including those of clients that ignored the 421: the library no longer lists them, but waits for them.
 */
async function closeServer(
  server: PromptServer,
  graceMs: number,
  isBusy: (session: SMTPServerSession) => boolean,
  { sockets, inFlight }: { sockets: ReadonlySet<Socket>; inFlight: ReadonlySet<Promise<unknown>> },
): Promise<void> {
  if (!server.server.listening) return
  const closed = new Promise<void>((resolve) => server.server.once('close', () => resolve()))
  // When the library's own time-out fires, it only sends another 421. The connections are closed below, before that.
  server.options.closeTimeout = graceMs + 10_000
  server.close()
  for (const connection of server.connections) {
    if (!isBusy(connection.session)) connection.send(421, 'Shutting down')
  }
  const cut = setTimeout(() => {
    for (const socket of sockets) socket.destroy()
  }, graceMs)
  await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, graceMs + 1_000).unref())])
  clearTimeout(cut)
  await Promise.race([Promise.allSettled(inFlight), new Promise((resolve) => setTimeout(resolve, 1000).unref())])
}
