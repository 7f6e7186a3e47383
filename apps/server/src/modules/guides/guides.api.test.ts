import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { GUIDE_PAGES } from '@winnow/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { callApi } from '../../../test/call-api.ts'
import { createLoggedIn, createTenant, type Tenant } from '../../../test/factories.ts'
import { startTestServer, type TestServer } from '../../../test/test-server.ts'
import { inNoCompany } from '../../platform/db/transaction.ts'
import { guideCommand } from './guide-command.ts'

const PLAYER = 'https://player.vimeo.com/video/76979871'
/** The beginning of an MP4 file, and bytes that tell where one reads. */
const MP4 = Buffer.concat([Buffer.from('00000018667479706d703432', 'hex'), Buffer.from('0123456789')])

let server: TestServer
let tenant: Tenant
let folder: string
beforeAll(async () => {
  server = await startTestServer({ settings: { WINNOW_GUIDE_HOSTS: 'Player.vimeo.com, videos.example' } })
  tenant = await createTenant(server.database.runtime)
  folder = await mkdtemp(join(tmpdir(), 'winnow-guides-'))
  await writeFile(join(folder, 'alarms.mp4'), MP4)
  await writeFile(join(folder, 'alarms.vtt'), 'WEBVTT\n\n00:00.000 --> 00:01.000\nLabel this alarm\n')
  await writeFile(join(folder, 'page.html'), '<html><script>alert(1)</script></html>')
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})
beforeEach(async () => {
  for (const page of GUIDE_PAGES) await guides('remove', page).catch(() => undefined)
})

const db = () => server.database.runtime
const guides = (...args: string[]) =>
  guideCommand(args, {
    db: db(),
    media: server.container.deps.media,
    hosts: server.container.env.guideHosts,
    pathOf: (file) => join(folder, file),
  })
const get = (path: string, who: { cookie: string } = tenant.admin) => callApi(server, who, 'GET', path)
const video = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { cookie: tenant.admin.cookie, ...headers } })
const storedFiles = async () => {
  const keys: string[] = []
  for await (const { key } of server.container.deps.media.list('guides/', new Date(Date.now() + 60_000))) keys.push(key)
  return keys
}

describe('guides are read', () => {
  it('as page, url and active by everybody who is logged in, one by one too · HELP-004', async () => {
    expect(await get('/v1/guides')).toEqual({ status: 200, body: [] })
    await guides('set', 'dashboard', PLAYER)
    await guides('set', 'account', 'https://videos.example/embed/7')
    await guides('off', 'account')
    const shared = await createLoggedIn(db(), { companyId: tenant.companyId, userType: 'SHARED_SITE_USER' })
    expect(await get('/v1/guides', shared)).toEqual({
      status: 200,
      body: [
        { page: 'account', url: 'https://videos.example/embed/7', captionsUrl: null, active: false },
        { page: 'dashboard', url: PLAYER, captionsUrl: null, active: true },
      ],
    })
    expect(await get('/v1/guides/dashboard', shared)).toEqual({
      status: 200,
      body: { page: 'dashboard', url: PLAYER, captionsUrl: null, active: true },
    })
    for (const path of ['clients', 'no-such-page', 'dashboard/video', 'dashboard/captions'])
      expect(await get(`/v1/guides/${path}`)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } })
  })

  it('not without a login, its video neither', async () => {
    await guides('set', 'alarms', 'alarms.mp4')
    for (const path of ['', '/alarms', '/alarms/video', '/alarms/captions'])
      expect((await server.app.inject(`/api/v1/guides${path}`)).statusCode).toBe(401)
  })

  it('as not active when pages may no longer embed its host · HELP-004', async () => {
    await guides('set', 'dashboard', PLAYER)
    const narrower = await startTestServer({ beside: server, settings: {} })
    try {
      expect((await callApi(narrower, tenant.admin, 'GET', '/v1/guides')).body).toEqual([
        { page: 'dashboard', url: PLAYER, captionsUrl: null, active: false },
      ])
    } finally {
      await narrower.close()
    }
  })
})

describe('a video of this installation', () => {
  it('is sent whole and in parts, with its type and nothing that a browser could run', async () => {
    await guides('set', 'alarms', 'alarms.mp4')
    const { url } = (await get('/v1/guides/alarms')).body
    const whole = await video(url)
    expect(whole.rawPayload.equals(MP4)).toBe(true)
    expect(whole.headers).toMatchObject({
      'content-type': 'video/mp4',
      'accept-ranges': 'bytes',
      'cache-control': 'private, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const part = await video(url, { range: 'bytes=12-15' })
    expect([part.statusCode, part.body, part.headers['content-range'], part.headers['content-length']]).toEqual([
      206,
      '0123',
      'bytes 12-15/22',
      '4',
    ])
    const outside = await video(url, { range: 'bytes=22-' })
    expect([outside.statusCode, outside.headers['content-range']]).toEqual([416, 'bytes */22'])
    expect((await video(url.split('?')[0])).headers['cache-control']).toBe('private, no-cache')
  })

  it('has subtitles, if the operator gives some', async () => {
    await guides('set', 'alarms', 'alarms.mp4', 'alarms.vtt')
    const { captionsUrl } = (await get('/v1/guides/alarms')).body
    const captions = await video(captionsUrl)
    expect([captions.headers['content-type'], captions.body]).toEqual([
      'text/vtt; charset=utf-8',
      expect.stringContaining('Label this alarm'),
    ])
    await guides('set', 'alarms', 'alarms.mp4')
    expect((await get('/v1/guides/alarms')).body.captionsUrl).toBeNull()
    expect(await storedFiles()).toHaveLength(1)
  })

  it('gets another address when it is replaced, and the file before it goes', async () => {
    await guides('set', 'alarms', 'alarms.mp4')
    const { url } = (await get('/v1/guides/alarms')).body
    await guides('set', 'alarms', 'alarms.mp4')
    expect((await get('/v1/guides/alarms')).body.url).not.toBe(url)
    expect(await storedFiles()).toHaveLength(1)
    await guides('remove', 'alarms')
    expect(await storedFiles()).toEqual([])
    expect((await get('/v1/guides/alarms')).status).toBe(404)
  })
})

describe('the command', () => {
  it('lists guides, and says why one is not shown', async () => {
    expect(await guides('list')).toEqual(['No page has a guide.'])
    await guides('set', 'alarms', 'alarms.mp4')
    await guides('set', 'clients', PLAYER)
    await guides('off', 'clients')
    await inNoCompany(db(), (tx) =>
      tx.insertInto('guide').values({ page: 'account', url: 'https://other.example/1' }).execute(),
    )
    expect(await guides('list')).toEqual([
      'account  not shown: its address is of other.example, which pages may not embed: add it to WINNOW_GUIDE_HOSTS, and start the program anew  https://other.example/1',
      'alarms  on  a file of this installation',
      `clients  off  ${PLAYER}`,
    ])
  })

  it.each([
    ['an address without TLS', ['set', 'alarms', 'http://player.vimeo.com/video/1'], /must begin with https/],
    ['a host that pages may not embed', ['set', 'alarms', 'https://evil.example/1'], /WINNOW_GUIDE_HOSTS/],
    ['a host below one of the list', ['set', 'alarms', 'https://a.videos.example/1'], /WINNOW_GUIDE_HOSTS/],
    ['an address with a password', ['set', 'alarms', 'https://a:b@videos.example/1'], /no user, password or port/],
    ['a script', ['set', 'alarms', 'javascript://videos.example/%0aalert(1)'], /must begin with https/],
    ['a file that is missing', ['set', 'alarms', 'none.mp4'], /There is no file/],
    ['a file that is no video', ['set', 'alarms', 'page.html'], /no MP4 and no WebM/],
    ['subtitles of another format', ['set', 'alarms', 'alarms.mp4', 'page.html'], /begin with WEBVTT/],
    ['subtitles for a player elsewhere', ['set', 'alarms', PLAYER, 'alarms.vtt'], /those of its player/],
    ['a page that has no guide button', ['set', 'settings', PLAYER], /PAGE is one of dashboard, alarms/],
    ['a guide that is missing', ['off', 'alarms'], /has no guide/],
    ['an unknown command', ['show', 'alarms'], /^usage/],
    ['nothing', [], /^usage/],
  ])('refuses %s, and changes nothing', async (_what, args, words) => {
    await expect(guides(...args)).rejects.toThrow(words)
    expect([await guides('list'), await storedFiles()]).toEqual([['No page has a guide.'], []])
  })
})

describe('the browser may embed', () => {
  it('the players of the hosts that the operator names, and no other page', async () => {
    const policyOf = async (app: TestServer['app']) =>
      String((await app.inject('/')).headers['content-security-policy'])
    expect(await policyOf(server.app)).toContain(';frame-src https://player.vimeo.com https://videos.example;')
    const none = await startTestServer({ beside: server, settings: {} })
    try {
      expect(await policyOf(none.app)).toContain(";frame-src 'none';")
    } finally {
      await none.close()
    }
  })
})

describe('Help leads', () => {
  it('to the documentation and the contact that the operator names · HELP-001', async () => {
    const told = { documentationUrl: 'https://docs.example/winnow', contactUrl: 'mailto:help@guards.example' }
    const settings = { DOCUMENTATION_URL: told.documentationUrl, CONTACT_URL: told.contactUrl }
    const other = await startTestServer({ beside: server, settings })
    try {
      expect((await other.app.inject('/api/appconfig')).json()).toMatchObject(told)
      expect((await server.app.inject('/api/appconfig')).json()).toMatchObject({
        documentationUrl: null,
        contactUrl: null,
      })
    } finally {
      await other.close()
    }
  })
})
