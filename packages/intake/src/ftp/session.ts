import type { SecureContext } from 'node:tls'
import type { Turns } from '../turns.ts'
import type { Watchdog } from '../watchdog.ts'
import type { ControlChannel } from './control-channel.ts'
import type { DataConnection } from './data-connection.ts'
import type { PassivePorts } from './passive-ports.ts'
import type { FtpServerOptions } from './ports.ts'

/** What all sessions of a server share. */
export interface SessionContext<User, Target> {
  options: FtpServerOptions<User, Target>
  secureContext: SecureContext | undefined
  passivePorts: PassivePorts
  turns: Turns
  watchdog: Watchdog<FtpSession<User, Target>>
}

/** The state of one device's connection. */
export interface FtpSession<User, Target> {
  readonly context: SessionContext<User, Target>
  readonly channel: ControlChannel
  readonly remoteAddress: string
  readonly localAddress: string
  /** Whether the commands come over TLS. */
  secure: boolean
  /** Whether contents come over TLS. */
  protectsData: boolean
  /** The name of a login whose password is awaited. */
  name: string | undefined
  user: User | undefined
  failedLogins: number
  /** The folder in which the device believes to be. */
  folder: string
  data: DataConnection | undefined
  /** Whether a file is arriving or being stored. */
  busy: boolean
  /** Set when the connection ends after the reply. */
  ends: boolean
}
