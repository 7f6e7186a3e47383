import type { Readable } from 'node:stream'
import type { ListenerLog } from '../listener-log.ts'
import type { Turns } from '../turns.ts'

/** A file that is being uploaded. */
export interface IncomingFile<User, Target> {
  /** The content. The stream fails when the connection breaks or the file is too large; then discard what was already written. */
  stream: Readable
  /** Where the device believes to put the file: `/2026-11-26/001/a.jpg`. Never a path on a disk. */
  path: string
  user: User
  target: Target
  remoteAddress: string
}

/** A refusal: 450, 451 and 452 ask the device to try again later, 550, 552 and 553 do not. */
export interface FtpRefusal {
  ok: false
  code: 450 | 451 | 452 | 550 | 552 | 553
  message: string
}

/** The product's functions that the FTP server calls. The server itself decides neither about logins nor about storage. */
export interface FtpPorts<User = unknown, Target = unknown> {
  /** Returns the user of these credentials. 530: they are wrong. 421: too many logins failed recently, so these were not checked. */
  authenticate(
    name: string,
    password: string,
    remoteAddress: string,
  ): Promise<{ ok: true; user: User } | { ok: false; code: 530 | 421 }>
  /** Returns where a file goes that this user uploads to this path, and counts it in the limits. Called before the content arrives. */
  target(user: User, path: string, remoteAddress: string): Promise<{ ok: true; target: Target } | FtpRefusal>
  /** Stores a file durably. `226` is sent only after this has read the stream to its end and has resolved with `ok`. */
  accept(file: IncomingFile<User, Target>): Promise<{ ok: true; id: string } | FtpRefusal>
}

/** Options of an FTP listener. Times in milliseconds. */
export interface FtpServerOptions<User, Target> {
  host: string
  /** For plain connections, which `AUTH TLS` makes secure. 0 uses any free port. */
  port: number
  /** For connections that begin with TLS. Left out: there is no such port. */
  implicitPort?: number
  /** Left out: no TLS is offered. `legacy` also accepts devices with nothing newer than TLS 1.0 and short keys. */
  tls?: { key: string; cert: string; legacy?: boolean }
  /** Refuses logins and contents without TLS. */
  requireTls: boolean
  /** The largest file. A larger one is read to its end and answered with 552. */
  maxBytes: number
  /** The ports for contents. Left out: any free ones. */
  passivePorts?: { from: number; to: number }
  /** The IPv4 address that devices on other machines are told to send contents to. Left out: the one they are connected to. */
  publicAddress?: string
  /** The time without any data after which the content of a file is given up. */
  idleTimeoutMs?: number
  /** The time from one command to the next after which a connection is closed. Single bytes in between do not extend it. */
  stepTimeoutMs?: number
  /** Time limit for the content of one file. */
  dataTimeoutMs?: number
  /** The time in which a device must open the connection for a content. */
  connectTimeoutMs?: number
  maxConnections?: number
  /** Connections per address. A site's cameras often share one. */
  maxConnectionsPerAddress?: number
  /** The turns of large messages, to share them with other ways of receiving alarms in the process. By default not shared. */
  turns?: Turns
  ports: FtpPorts<User, Target>
  log: ListenerLog
}

/** A listener for files of devices. */
export interface FtpServer {
  /** Rejects with the system's error when a port is not available. */
  listen(): Promise<{ port: number; implicitPort?: number }>
  /** Stops accepting connections, ends idle ones, and gives uploads in progress up to `graceMs`. */
  close(graceMs: number): Promise<void>
  connections(): number
}
