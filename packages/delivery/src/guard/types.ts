import type { Socket as UdpSocket } from 'node:dgram'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import type { AllowedPorts } from './ports.ts'

/** Why an outgoing address is refused. */
export type GuardCode =
  | 'invalid'
  | 'scheme'
  | 'credentials'
  | 'port'
  | 'unresolvable'
  | 'private'
  | 'loopback'
  | 'link-local'
  | 'metadata'
  | 'own-service'

/** Why a request to an allowed address got no reply. */
export type TransportCode = 'timeout' | 'refused' | 'connect' | 'tls' | 'protocol' | 'aborted'

/** `detail` is one sentence. It names the host as it was entered, but contains no address that the host resolved to and no reply. */
export interface GuardRefusal {
  ok: false
  code: GuardCode
  detail: string
}

export interface HostPort {
  host: string
  port: number
}

export interface GuardPolicy {
  /** CIDR networks or single addresses that may be called although they are not public. Metadata addresses stay closed. */
  allowedNetworks: readonly string[]
  /**
   * Single addresses that may be called at one port by TCP, although their networks are closed. Our own services and metadata addresses
   * stay closed.
   */
  allowedEndpoints?: readonly HostPort[]
  /**
   * Our own services (HTTP, SMTP, PostgreSQL, a store), which are always refused. A service on this machine is recognised by its port at
   * any address of the machine, a service elsewhere by its name and all addresses of that name. A function is called for each check,
   * because the number of a port that is configured as 0 is known only when the server listens.
   */
  ownAddresses: readonly HostPort[] | (() => readonly HostPort[])
  allowedPorts?: AllowedPorts
}

export interface ResolvedAddress {
  address: string
  family: 4 | 6
}

export interface GuardDeps {
  /** Defaults to the system's resolver. */
  lookup?: (hostname: string) => Promise<readonly { address: string }[]>
  /** The addresses of this machine's interfaces. */
  localAddresses?: () => readonly string[]
  /** Additional certificate authorities (PEM) besides Node's own. */
  ca?: string | readonly string[]
  /** Time limit for resolving a name, in milliseconds; default 5000. */
  lookupTimeoutMs?: number
}

export interface GuardedRequest {
  method?: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE'
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Time from the first lookup to the last byte, in milliseconds; default 15,000. */
  timeoutMs?: number
  /**
   * The SHA-256 fingerprint of the certificate that the server must show: 64 hexadecimal digits, with or without colons. It then needs no
   * authority, and no other certificate is accepted.
   */
  fingerprint?: string
  /** Bytes of the answer that are kept; the rest is not read. Default 65,536. */
  maxResponseBytes?: number
  signal?: AbortSignal
}

export type GuardedResponse =
  | {
      ok: true
      status: number
      headers: Readonly<Record<string, string | string[] | undefined>>
      body: Uint8Array
      /** The answer was longer, or slower, than allowed; `body` is its beginning. */
      truncated: boolean
    }
  | { ok: false; code: GuardCode | TransportCode; detail: string }

/** A response with a streamed body. The caller must read it to its end or destroy it. */
export type OpenedResponse =
  | {
      ok: true
      status: number
      headers: Readonly<Record<string, string | string[] | undefined>>
      body: Readable
    }
  | { ok: false; code: GuardCode | TransportCode; detail: string }

export interface Guard {
  /** Returns whether an http(s) address may be called now, for example to check a form. Every call checks its address again. */
  check(url: string): Promise<{ ok: true; addresses: string[] } | GuardRefusal>
  /** Calls an address. Redirects are not followed; their status is returned. Never throws network errors. */
  fetch(url: string, request?: GuardedRequest): Promise<GuardedResponse>
  /** Calls an address like `fetch`, but streams the body. `timeoutMs` limits the time to the start of the reply and between two chunks. */
  open(url: string, request?: Pick<GuardedRequest, 'headers' | 'timeoutMs' | 'signal'>): Promise<OpenedResponse>
  /** Checks a host and port for another protocol. Connect to `address`; do not resolve the name again. */
  resolveForTcp(
    host: string,
    port: number,
  ): Promise<{ ok: true; address: string; addresses: ResolvedAddress[] } | GuardRefusal>
  /**
   * Opens a checked TCP connection, trying all addresses of the host. Rejects with `GuardError`, the socket's error, or the reason of
   * `signal`.
   */
  connectTcp(
    host: string,
    port: number,
    options?: { timeoutMs?: number; signal?: AbortSignal | undefined },
  ): Promise<Socket>
  /** Opens a UDP socket that sends to, and hears, one checked address of the host only. Rejects with `GuardError` or the socket's error. */
  connectUdp(host: string, port: number, options?: { signal?: AbortSignal | undefined }): Promise<UdpSocket>
  /** Closes all connections; requests in progress fail as `connect` or `aborted`. */
  close(): Promise<void>
}

/** A refusal, for code that can only throw (a connector, a socket). */
export class GuardError extends Error {
  readonly refusal: GuardRefusal

  constructor(refusal: GuardRefusal) {
    super(refusal.detail)
    this.name = 'GuardError'
    this.refusal = refusal
  }
}
