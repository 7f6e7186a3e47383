import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { fastify } from 'fastify'
import type { Bench, Size } from '../bench.ts'
import { measure, type Samples } from '../samples.ts'
import { printTable } from '../table.ts'
import { openAccessLab, type AccessLab } from './access-lab.ts'
import { requestRate } from './request-rate.ts'

const REQUESTS: Record<Size, number> = { small: 1_000, full: 10_000 }
const LOGINS: Record<Size, number> = { small: 40, full: 400 }
const MANY_SITES = 5_000
const FEW_SITES = 3
const PASSWORD = 'Correct-horse-7-battery'
const DATA = fileURLToPath(new URL('../../data/', import.meta.url))

/** Operation, rate per second, and duration in milliseconds: p50 and p95. */
type Row = [string, number, number, number]

/**
 * The cost of authentication and access rights. Measures logins per second; the baseline is the bare check of a password. Measures requests
 * of logged-in users, up to a user with thousands of single sites; the baseline is a bare Fastify route with the same response.
 */
export const bench: Bench = async ({ size }) => {
  await mkdir(DATA, { recursive: true })
  const dir = await mkdtemp(join(DATA, 'access-'))
  try {
    const lab = await openAccessLab(dir)
    try {
      const rows = [...(await measureLogins(lab, LOGINS[size])), ...(await measureRequests(lab, REQUESTS[size]))]
      console.log('\nLogins one after the other, requests of people who are logged in over 8 connections at once')
      printTable(['what', 'a second', 'p50 ms', 'p95 ms'], rows)
    } finally {
      await lab.close()
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** Each login uses another account and another address, so that no rate limit on guessing applies. */
async function measureLogins(lab: AccessLab, times: number): Promise<Row[]> {
  const passwordHash = await lab.hasher.hash(PASSWORD)
  const email = (index: number) => `bench-${index}@example.com`
  const warmUp = 2
  for (let index = 0; index < times + warmUp; index++)
    await lab.createUser({ userType: 'OPERATOR_USER', email: email(index), passwordHash })
  let next = 0
  const login = async () => {
    const index = next++
    const reply = await lab.app.inject({
      method: 'POST',
      url: '/api/auth',
      remoteAddress: `10.0.${index >> 8}.${index & 255}`,
      payload: { email: email(index), password: PASSWORD },
    })
    if (reply.statusCode !== 200) throw new Error(`the login answered ${reply.statusCode}: ${reply.body}`)
  }
  const rowOf = (name: string, { p50, p95 }: Samples): Row => [name, 1000 / p50, p50, p95]
  return [
    rowOf('the password’s hash alone', await measure(times, () => lab.hasher.verify(passwordHash, PASSWORD))),
    rowOf('login', await measure(times, login, warmUp)),
  ]
}

async function measureRequests(lab: AccessLab, times: number): Promise<Row[]> {
  const admin = await lab.createUser({ userType: 'ADMIN_USER' })
  const few = await lab.createUser({ userType: 'EXTERNAL_USER' })
  await lab.grantSites(few.userId, FEW_SITES)
  const many = await lab.createUser({ userType: 'EXTERNAL_USER' })
  await lab.grantSites(many.userId, MANY_SITES)

  const rows: Row[] = []
  const record = async (name: string, url: string, headers: Record<string, string>) => {
    const { perSecond, p50, p95 } = await requestRate(url, headers, times)
    rows.push([name, perSecond, p50, p95])
  }
  const answer = (await lab.app.inject({ url: '/api/auth/user', headers: { cookie: admin.cookie } })).json<object>()
  const bare = fastify()
  bare.get('/', async () => answer)
  try {
    await record('a bare Fastify route', await bare.listen({ host: '127.0.0.1', port: 0 }), {})
  } finally {
    await bare.close()
  }
  const viewers = [
    { name: 'an administrator', cookie: admin.cookie },
    { name: `someone with ${FEW_SITES} sites`, cookie: few.cookie },
    { name: `someone with ${MANY_SITES.toLocaleString('en')} sites`, cookie: many.cookie },
  ]
  for (const { name, cookie } of viewers) await record(`who am I, ${name}`, `${lab.url}/api/auth/user`, { cookie })
  for (const { name, cookie } of viewers)
    await record(`a camera, ${name}`, `${lab.url}/api/view/${lab.viewId}`, { cookie })
  return rows
}
