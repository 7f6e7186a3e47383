import dns from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { normalizeHost } from './target.ts'

type Addresses = { address: string }[]

export interface LookupSources {
  /** The content of the machine's hosts file. */
  readHosts: () => Promise<string>
  resolve4: (hostname: string) => Promise<string[]>
  resolve6: (hostname: string) => Promise<string[]>
  /** getaddrinfo, for names that only the system can resolve: search domains, mDNS, Windows names. */
  getaddrinfo: (hostname: string) => Promise<Addresses>
}

/** The names of a hosts file with their addresses, in order. */
export function parseHosts(text: string): Map<string, string[]> {
  const hosts = new Map<string, string[]>()
  for (const line of text.split('\n')) {
    const [address, ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/)
    if (!address) continue
    for (const name of names) hosts.set(normalizeHost(name), [...(hosts.get(normalizeHost(name)) ?? []), address])
  }
  return hosts
}

/** Limits concurrent calls; the others wait. */
function limited<A, R>(limit: number, work: (argument: A) => Promise<R>): (argument: A) => Promise<R> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (argument) => {
    if (running >= limit) {
      const turn = Promise.withResolvers<void>()
      waiting.push(turn.resolve)
      await turn.promise
    }
    running += 1
    try {
      return await work(argument)
    } finally {
      running -= 1
      waiting.shift()?.()
    }
  }
}

const isUnknown = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')

/**
 * Resolves names in the usual order: hosts file, DNS, other sources of the system. It asks DNS without getaddrinfo, because getaddrinfo
 * blocks one of the few threads that also write our files, and a webhook's name server decides for how long. getaddrinfo is therefore
 * called last, only for names that DNS does not know, and for two names at a time.
 */
export function createSystemLookup(sources: LookupSources): (hostname: string) => Promise<Addresses> {
  const getaddrinfo = limited(2, sources.getaddrinfo)
  return async (hostname) => {
    const hosts = parseHosts(await sources.readHosts().catch(() => ''))
    const listed = hosts.get(normalizeHost(hostname))
    if (listed) return listed.map((address) => ({ address }))
    const answers = await Promise.allSettled([sources.resolve4(hostname), sources.resolve6(hostname)])
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (found.length > 0) return found.map((address) => ({ address }))
    const failure = answers.find((answer) => answer.status === 'rejected' && !isUnknown(answer.reason))
    if (failure?.status === 'rejected') throw failure.reason
    return getaddrinfo(hostname)
  }
}

const HOSTS_FILE =
  process.platform === 'win32'
    ? `${process.env['SystemRoot'] ?? 'C:\\Windows'}\\System32\\drivers\\etc\\hosts`
    : '/etc/hosts'

// Created for each name: a resolver keeps its initial name servers, and machines change networks.
const resolver = (): dns.Resolver => new dns.Resolver({ timeout: 1_500, tries: 2 })

/** The resolver of this machine. */
export function systemLookup(): (hostname: string) => Promise<Addresses> {
  return createSystemLookup({
    readHosts: () => readFile(HOSTS_FILE, 'utf8'),
    resolve4: (hostname) => resolver().resolve4(hostname),
    resolve6: (hostname) => resolver().resolve6(hostname),
    getaddrinfo: (hostname) => dns.lookup(hostname, { all: true, order: 'verbatim' }),
  })
}
