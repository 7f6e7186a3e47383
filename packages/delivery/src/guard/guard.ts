import os from 'node:os'
import { Agent } from 'undici'
import { connectTcp, createConnector } from './connect.ts'
import { connectUdp } from './connect-udp.ts'
import { guardedFetch } from './guarded-fetch.ts'
import { guardedOpen } from './guarded-open.ts'
import { isTcpPortAllowed } from './ports.ts'
import { createResolve, type Resolve } from './resolve.ts'
import { systemLookup } from './system-lookup.ts'
import { normalizeHost, parseTarget } from './target.ts'
import { GuardError, type Guard, type GuardDeps, type GuardPolicy, type GuardRefusal } from './types.ts'

const interfaceAddresses = (): string[] =>
  Object.values(os.networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))

/** @param connections the most to one host; null for no limit */
function openAgent(
  resolve: Resolve,
  { ca, fingerprint }: { ca: GuardDeps['ca']; fingerprint?: string | undefined },
  connections: number | null = 16,
): Agent {
  return new Agent({
    connect: createConnector(resolve, {
      ...(ca === undefined ? {} : { ca }),
      ...(fingerprint === undefined ? {} : { fingerprint }),
    }),
    allowH2: false,
    pipelining: 1,
    connections,
    keepAliveTimeout: 10_000,
    // Limits the life of busy connections, so that a receiver that moves to another address is followed.
    maxRequestsPerClient: 100,
    maxHeaderSize: 16_384,
  })
}

/** A call with a fingerprint has a connection of its own: one that was opened without it must not be used. */
const fetchPinned: typeof guardedFetch = async (agent, ports, url, request) => {
  try {
    return await guardedFetch(agent, ports, url, request)
  } finally {
    await agent.destroy()
  }
}

/**
 * Creates the guard for outgoing connections to addresses that users enter.
 *
 * - Public addresses are open.
 * - Loopback, link-local, private and reserved ranges are closed unless `allowedNetworks` contains them, or `allowedEndpoints` the address
 *   with this port.
 * - Metadata services and our own services are always closed.
 *
 * A name is resolved once per connection, and the socket connects to the checked address. A different answer later (DNS rebinding) has no
 * effect. Redirects are not followed.
 * @throws {Error} when `allowedNetworks` contains something that is no network, or `allowedEndpoints` a host that is no address
 */
export function createGuard(policy: GuardPolicy, deps: GuardDeps = {}): Guard {
  const looks = {
    lookup: deps.lookup ?? systemLookup(),
    localAddresses: deps.localAddresses ?? interfaceAddresses,
    lookupTimeoutMs: deps.lookupTimeoutMs ?? 5_000,
  }
  const resolve = createResolve(policy, looks)
  // The same number is another service by UDP.
  const resolveForUdp = createResolve({ ...policy, allowedEndpoints: [] }, looks)
  const createAgent = (fingerprint?: string): Agent => openAgent(resolve, { ca: deps.ca, fingerprint })
  const agent = createAgent()
  // Streams stay open. Among the connections of `agent` they would leave none for other calls to the same host.
  const streams = openAgent(resolve, { ca: deps.ca }, null)
  const refusedPort = (port: number): GuardRefusal | undefined =>
    isTcpPortAllowed(port, policy.allowedPorts)
      ? undefined
      : { ok: false, code: 'port', detail: `Port ${port} may not be called.` }

  return {
    async check(url) {
      const parsed = parseTarget(url, policy.allowedPorts)
      if (!parsed.ok) return parsed
      const resolution = await resolve(parsed.target.hostname, parsed.target.port)
      return resolution.ok ? { ok: true, addresses: resolution.addresses.map(({ address }) => address) } : resolution
    },
    fetch: (url, request = {}) =>
      request.fingerprint === undefined
        ? guardedFetch(agent, policy.allowedPorts, url, request)
        : fetchPinned(createAgent(request.fingerprint), policy.allowedPorts, url, request),
    open: (url, request = {}) => guardedOpen(streams, policy.allowedPorts, url, request),
    async resolveForTcp(host, port) {
      const refusal = refusedPort(port)
      if (refusal) return refusal
      const resolution = await resolve(normalizeHost(host), port)
      if (!resolution.ok) return resolution
      const [first] = resolution.addresses
      return first
        ? { ok: true, address: first.address, addresses: resolution.addresses }
        : { ok: false, code: 'unresolvable', detail: `The host ${host} is not known.` }
    },
    async connectTcp(host, port, { timeoutMs = 10_000, signal } = {}) {
      const refusal = refusedPort(port)
      if (refusal) throw new GuardError(refusal)
      return connectTcp(resolve, { host, port }, { timeoutMs, signal })
    },
    async connectUdp(host, port, { signal } = {}) {
      const refusal = refusedPort(port)
      if (refusal) throw new GuardError(refusal)
      return connectUdp(resolveForUdp, { host, port }, signal)
    },
    async close() {
      await Promise.all([agent.destroy(), streams.destroy()])
    },
  }
}
