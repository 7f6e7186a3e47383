// nginx as the TLS proxy in front of the console: cookies, addresses and the live stream, as in such installations.
import { API_BASE, createProject, getCurrentUser, liveStream } from '@winnow/contract'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { removeDataDir, startProduct, type Product } from '../src/harness/product.ts'
import { makeCertificate, missing } from './program.ts'

const absent = missing('nginx', 'openssl')
let folder: string
let product: Product
let nginx: ChildProcess
let port: number

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

/** Only the configuration that docs/operations.md requires, and nothing about the live stream. */
const configOf = (cert: string, key: string, behind: number): string => `
daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
events {}
http {
  access_log off;
  client_body_temp_path ${folder}/body; proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/f; uwsgi_temp_path ${folder}/u; scgi_temp_path ${folder}/s;
  server {
    listen 127.0.0.1:${port} ssl;
    ssl_certificate ${cert}; ssl_certificate_key ${key};
    location / {
      proxy_pass http://127.0.0.1:${behind};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto https;
    }
  }
}`

/** A request to the proxy's address as a browser sends it, with our certificate trusted. */
async function ask(
  path: string,
  { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<IncomingMessage> {
  const sent = request({ host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false })
  sent.end(body)
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  return reply
}

beforeAll(async () => {
  if (absent !== undefined) return
  folder = await mkdtemp(join(tmpdir(), 'winnow-nginx-'))
  port = await freePort()
  const behind = await freePort()
  product = await startProduct({
    settings: {
      WINNOW_DEMO: 'still',
      WINNOW_HTTP_PORT: String(behind),
      WINNOW_INGEST_PORT: '0',
      WINNOW_PROBES_PORT: '0',
      WINNOW_TRUSTED_PROXIES: '127.0.0.1',
      WINNOW_PUBLIC_URL: `https://127.0.0.1:${port}`,
    },
  })
  const { cert, key } = await makeCertificate(folder)
  const config = join(folder, 'nginx.conf')
  await writeFile(config, configOf(cert, key, behind))
  nginx = spawn('nginx', ['-p', folder, '-c', config], { stdio: ['ignore', 'inherit', 'inherit'] })
  await vi.waitFor(() => ask('/'), { timeout: 20_000, interval: 100 })
})
afterAll(async () => {
  if (nginx?.exitCode === null && nginx.kill('SIGTERM')) await once(nginx, 'exit')
  await product?.stop()
  if (product) await removeDataDir(product.dataDir)
  if (folder) await rm(folder, { recursive: true, force: true })
})

/** Logs in as the console does, and returns the cookie that the browser received. */
async function logInByProxy(): Promise<string> {
  const reply = await ask(`${API_BASE}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify(product.accounts['admin']),
  })
  expect(reply.statusCode).toBe(200)
  return reply.headers['set-cookie']?.[0] ?? ''
}

const sessionOf = (cookie: string): string => cookie.split(';')[0] ?? ''

async function textOf(reply: IncomingMessage, until?: string): Promise<string> {
  let text = ''
  for await (const part of reply) {
    text += String(part)
    if (until !== undefined && text.includes(until)) break
  }
  return text
}

it('nginx passes on a login, whose cookie is sent only over TLS and identifies the session', async ({ skip }) => {
  skip(absent !== undefined, absent)
  const cookie = await logInByProxy()
  expect(cookie).toMatch(/^__Host-/)
  expect(cookie).toMatch(/; Secure/)
  const path = API_BASE + getCurrentUser.path
  expect((await ask(path, { headers: { cookie: sessionOf(cookie) } })).statusCode).toBe(200)
  expect((await ask(path)).statusCode).toBe(401)
})

it('nginx passes live messages on without buffering', async ({ skip }) => {
  skip(absent !== undefined, absent)
  const cookie = sessionOf(await logInByProxy())
  const stream = await ask(API_BASE + liveStream.path, { headers: { cookie } })
  expect(stream.statusCode).toBe(200)
  const heard = textOf(stream, 'tree.changed')
  const user = z
    .object({ companyId: z.string() })
    .parse(JSON.parse(await textOf(await ask(API_BASE + getCurrentUser.path, { headers: { cookie } }))))
  const created = await ask(API_BASE + createProject.path.replace(':id', user.companyId), {
    method: createProject.method,
    headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ name: 'Behind nginx' }),
  })
  expect(created.statusCode).toBe(200)
  // A buffering proxy would send nothing until its buffer is full.
  expect(await heard).toContain('tree.changed')
  stream.destroy()
})
