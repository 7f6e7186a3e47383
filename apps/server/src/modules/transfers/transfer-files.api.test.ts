import { Readable } from 'node:stream'
import { IMPORT_COLUMNS, MAX_IMPORT_BYTES } from '@winnow/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { file, startTransferLab, type Transfers } from './transfers.fixture.ts'

let lab: Awaited<ReturnType<typeof startTransferLab>>
let own: Transfers
beforeAll(async () => {
  lab = await startTransferLab()
})
afterAll(() => lab.close())
beforeEach(async () => {
  own = await lab.company()
})

const HEAD = file()

describe('a file', () => {
  const text = 'Client;Camera Key;Site;Camera\nZürich & Söhne;V1;"Tor; ""Nord""";Kamera 1\n'
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16 with a mark', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without one', Buffer.from(text, 'utf16le')],
    ['UTF-16, the other way round', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
    ['Windows-1252', Buffer.from(text, 'latin1')],
    ['tabs', Buffer.from(text.replaceAll(';', '\t').replace('Tor\t', 'Tor;'))],
    ['lines of Windows', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ])('in %s is read', async (_how, bytes) => {
    const { all } = await own.preview(bytes)
    expect(all).toMatchObject([
      { client: 'Zürich & Söhne', site: 'Tor; "Nord"', camera: 'Kamera 1', action: 'create', line: 2 },
    ])
  })

  it.each<[string, string | Buffer, string]>([
    ['without lines', HEAD, 'empty'],
    ['that is empty', '', 'empty'],
    ['without the columns', 'a,b\n1,2', 'columns'],
    ['with a column twice', 'client,client\n1,2', 'columns'],
    ['with an open quotation mark', `${HEAD}\n"Harbour,\n`, 'quotes'],
    ['with text after a quotation mark', `${HEAD}\n"Har"bour,,\n`, 'quotes'],
    ['with an endless line', `${HEAD}\n"${'x'.repeat(200_000)}`, 'record'],
    ['that is a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1, 0, 0, 7]), 'encoding'],
    ['of 100,001 lines', `client\n${'x\n'.repeat(100_001)}`, 'lines'],
  ])('%s is refused as a whole, with the reason', async (_what, bytes, field) => {
    const { status, body } = await own.upload(bytes)
    expect([status, body.code, body.errors?.[0]?.field]).toEqual([400, 'VALIDATION', field])
  })

  it('of two gigabytes is refused before it is read', async () => {
    const reply = await lab.server.app.inject({
      method: 'POST',
      url: '/api/v1/imports',
      headers: {
        cookie: own.tenant.admin.cookie,
        'x-requested-with': 'winnow',
        'content-type': 'text/csv',
        'content-length': String(2 * 1024 ** 3),
      },
      payload: Buffer.from('client\n'),
    })
    expect([reply.statusCode, reply.json().message]).toEqual([413, 'A file may have at most 50 MB'])
  })

  it('without a declared size is refused as soon as it exceeds the limit', async () => {
    async function* endless() {
      const line = Buffer.from(`${'Harbour,,,,,,,'.padEnd(50_000, ' ')}\n`.repeat(20))
      yield Buffer.from(`${HEAD}\n`)
      for (let sent = 0; sent < MAX_IMPORT_BYTES * 2; sent += line.length) yield line
    }
    const reply = await lab.server.app.inject({
      method: 'POST',
      url: '/api/v1/imports',
      headers: { cookie: own.tenant.admin.cookie, 'x-requested-with': 'winnow', 'content-type': 'text/csv' },
      payload: Readable.from(endless()),
    })
    expect(reply.statusCode).toBe(413)
  })
})

describe('an export', () => {
  it('changes nothing when it is imported again, even with texts that look like formulas', async () => {
    await own.run(
      await own.preview(
        file(
          'Harbour,C1,North,S1,Europe/Rome,Gate,V1,yes',
          `"'=1+1",,"'@SUM(A1)",,,"Yard; '=2",,`,
          'Empty,,,,,,,',
          'City,,Bare,,,,,',
        ),
      ),
    )
    const before = await own.cameras()
    expect(before.map(({ client }) => client)).toContain('=1+1')
    const exported = await own.download('/v1/export')
    expect(exported.startsWith('\uFEFF"client"')).toBe(true)
    // No cell begins like a formula.
    expect(exported).not.toMatch(/"[=+\-@]/)
    const again = await own.preview(Buffer.from(exported))
    expect(again.counts).toEqual({ create: 0, update: 0, none: 5, problem: 0 })
    expect(await own.cameras()).toEqual(before)
  })

  it('of a whole company is all new in another company, and changes nothing there the second time', async () => {
    await own.run(await own.preview(file('Harbour,C1,North,S1,Europe/Rome,Gate,V1,yes', 'City,,Bare,,,Yard,,')))
    const other = await lab.company()
    const exported = Buffer.from(await own.download('/v1/export?keys=own'))
    const planned = await other.preview(exported)
    expect(planned.counts).toEqual({ create: 3, update: 0, none: 0, problem: 0 })
    await other.run(planned)
    expect(await other.cameras()).toEqual(expect.arrayContaining(await own.cameras()))
    expect((await other.preview(exported)).counts).toMatchObject({ create: 0, update: 0, problem: 0 })
    expect((await own.preview(exported)).counts).toMatchObject({ create: 0, update: 0, problem: 0 })
    // With ids as keys, it is refused line by line.
    const withIds = Buffer.from(await own.download('/v1/export'))
    expect((await (await lab.company()).preview(withIds)).counts).toMatchObject({ create: 1, problem: 2 })
  })

  it('contains one client or one site, and nothing of another company', async () => {
    await own.run(await own.preview(file('Harbour,C1,North,S1,,Gate,V1,', 'Harbour,C1,South,S2,,Door,V2,')))
    const { rows } = (await own.call('GET', '/v1/projects?search=Harbour')).body
    const names = async (query: string) =>
      (await own.download(`/v1/export?${query}`)).match(/"(?:North|South|Gate|Door|Camera \d*|Harbour)"/g)
    expect(await names(`projectId=${rows[0].id}`)).toEqual(
      ['Harbour', 'North', 'Gate', 'Harbour', 'South', 'Door'].map((name) => `"${name}"`),
    )
    const planned = await own.preview(Buffer.from(await own.download(`/v1/export?projectId=${rows[0].id}`)))
    const site = planned.all.find((line) => line.site === 'South')
    expect(site).toBeDefined()
    expect(await own.download('/v1/export')).toContain(own.tenant.viewId)
    const other = await lab.company()
    expect(await other.download('/v1/export')).not.toContain(own.tenant.viewId)
  })

  it('can be separated by semicolons, as spreadsheets in many countries expect', async () => {
    const exported = await own.download(`/v1/export?siteId=${own.tenant.siteId}&separator=semicolon`)
    expect(exported.split('\r\n')[0]).toMatch(/^\uFEFF"client";"client_key";/)
    expect(exported.trim().split('\r\n')).toHaveLength(2)
    expect((await own.preview(Buffer.from(exported))).counts).toMatchObject({ none: 1, problem: 0 })
  })

  it('has a template that can be imported', async () => {
    const planned = await own.preview(Buffer.from(await own.download('/v1/imports/template')))
    expect(planned.counts).toMatchObject({ create: 2, problem: 0 })
    expect(planned.all[0]?.creates).toEqual(['client', 'site', 'camera'])
    // Each column has an example.
    const [heading = '', first = ''] = (await own.download('/v1/imports/template')).split('\r\n')
    expect(heading.split(',')).toHaveLength(IMPORT_COLUMNS.length)
    expect(first).not.toContain('""')
  })
})
