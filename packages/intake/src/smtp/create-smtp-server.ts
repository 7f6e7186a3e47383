import type { Socket } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'
import { Connections, endSession } from './connections.ts'
import { limitRefusals } from './limit-refusals.ts'
import type { SmtpServer, SmtpServerOptions } from './ports.ts'
import { receiveMessage } from './receive-message.ts'
import { answer, ReplyError } from './reply-error.ts'
import { tlsOptions } from './tls-options.ts'
import { Watchdog } from './watchdog.ts'

const MAX_FAILED_LOGINS = 3
/** One connection of so many is kept for addresses that have none. */
const RESERVED_PART = 10

/**
 * The mail server that devices send their alarms to. It keeps the protocol, the limits and the deadlines; who a recipient is and how a
 * message is kept durable is the product's (`ports`). AUTH is PLAIN and LOGIN and is offered without TLS too, unless forbidden: old cameras know no
 * more, and their passwords open nothing but the way in for alarms.
 */
export function createSmtpServer<User, Target>(options: SmtpServerOptions<User, Target>): SmtpServer {
  const { ports, log } = options
  const total = options.maxConnections ?? 2000
  const connections = new Connections<User, Target>({
    perHolder: options.maxConnectionsPerAddress ?? 256,
    total,
    reserved: Math.floor(total / RESERVED_PART),
  })
  const inFlight = new Set<Promise<unknown>>()
  const onBug = (error: unknown): void => log.error({ err: error }, 'smtp handler failed')

  const server: SMTPServer = new SMTPServer({
    name: options.name ?? 'winnow',
    banner: 'ready for alarms',
    size: options.maxBytes,
    maxRecipients: options.maxRecipients ?? 50,
    maxClients: total,
    socketTimeout: options.idleTimeoutMs ?? 60_000,
    authOptional: options.authOptional,
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: !options.requireTlsForAuth,
    // firmware writes addresses that the grammar forbids
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
      // the protocol forgets who logged in before the encryption began, and so do we
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
      const received = receiveMessage(source, session, state, {
        ports,
        log,
        maxBytes: options.maxBytes,
        cut: () => endSession(server, session, 'Message far too large'),
        received: () => watchdog.enter(session, 'handler'),
      }).finally(() => {
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
  // errors of single connections: resets, failed handshakes, clients that vanish
  server.on('error', (error: Error) => log.debug({ err: error }, 'smtp connection failed'))

  /** Runs a handler during which no deadline of the client counts. */
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
    // RFC 4954: a device told 535 may give its password up for wrong; told 454 it keeps it and tries again.
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
 * Stops taking connections, ends those without a message under way, and gives the others `graceMs`. After that every connection is cut, also
 * one that was told to leave and whose client does not close its end: the library forgets it at once, yet waits for it.
 */
async function closeServer(
  server: SMTPServer,
  graceMs: number,
  isBusy: (session: SMTPServerSession) => boolean,
  { sockets, inFlight }: { sockets: ReadonlySet<Socket>; inFlight: ReadonlySet<Promise<unknown>> },
): Promise<void> {
  if (!server.server.listening) return
  const closed = new Promise<void>((resolve) => server.server.once('close', () => resolve()))
  // the server's own time-out only says good-bye again; cutting off is done below
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
