// Tests of the command line: arguments, output, exit codes. The pack store is tested separately.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PUBLISHED_PACKS } from '@winnow/vision/packs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'

const COMMAND = fileURLToPath(new URL('models.ts', import.meta.url))
const MIB = 1024 * 1024
/** The content of every file on the mirror. It is large enough to arrive in several chunks. */
const WRONG = Buffer.alloc(4 * MIB, 7)

let mirror: Server
let address: string
const asked: string[] = []
let dataDir: string
beforeAll(async () => {
  mirror = createServer((request, reply) => {
    asked.push(request.url ?? '')
    if (request.url?.startsWith('/empty/')) reply.writeHead(404).end()
    else reply.writeHead(200, { 'content-length': WRONG.length }).end(WRONG)
  })
  mirror.listen(0, '127.0.0.1')
  await once(mirror, 'listening')
  const at = mirror.address()
  if (at === null || typeof at === 'string') throw new Error('the mirror has no port')
  address = `http://127.0.0.1:${at.port}`
})
afterAll(() => void mirror.close())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'winnow-models-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

interface Ended {
  code: number
  out: string
  err: string
}

const models = (...args: string[]): Promise<Ended> =>
  new Promise((resolve) => {
    const env = { PATH: process.env['PATH'], WINNOW_DATA: dataDir }
    execFile(process.execPath, [COMMAND, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code), out, err })
    })
  })

/** Writes the folder of a custom pack. Its file is not a network, which shows only when the pack is used. */
async function writePack(id: string): Promise<string> {
  const [first] = PUBLISHED_PACKS
  if (!first) throw new Error('no pack is known')
  const model = Buffer.from('a network')
  const folder = join(dataDir, 'ours')
  await mkdir(folder)
  await writeFile(join(folder, first.manifest.file), model)
  const manifest = { ...first.manifest, id, sha256: createHash('sha256').update(model).digest('hex') }
  await writeFile(join(folder, 'pack.json'), JSON.stringify(manifest))
  return folder
}

describe('npm run models', () => {
  it.each([[[]], [['lsit']], [['remove']]])('%j is answered with the usage', async (args) => {
    const { code, out, err } = await models(...args)
    expect(code).toBe(1)
    expect(err).toMatch(/^usage: npm run models -- COMMAND\n/)
    expect(out).toBe('')
  })

  it('list prints the installed packs and the packs that can be added', async () => {
    const { code, out, err } = await models('list')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toMatch(/^Installed: none; the built-in detector is used\.\nTo be added by name:\n/)
    for (const { manifest } of PUBLISHED_PACKS) expect(out).toContain(`  ${manifest.id}  ${manifest.title}`)
  })

  it('add --from accepts a folder, list shows it, and remove removes it once', async () => {
    const added = await models('add', '--from', await writePack('our-own'))
    expect(added.code).toBe(0)
    expect(added.out).toMatch(
      /^Added our-own: .+\nServers that run take it up within seconds, and so do those on other machines\.\n$/,
    )
    expect((await models('list')).out).toMatch(/^Installed:\n {2}our-own {2}/)
    expect(await models('remove', 'our-own')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^Removed our-own\./),
    })
    expect(await models('remove', 'our-own')).toEqual({ code: 1, out: '', err: 'There is no pack our-own.\n' })
  })

  it('check reports an error for a file that is not a network', async () => {
    await models('add', '--from', await writePack('our-own'))
    const { code, out, err } = await models('check', 'our-own')
    expect(code).toBe(1)
    expect(out).not.toContain('works')
    expect(err).not.toBe('')
  })

  it('add rejects unknown names, and rejects a set given as one file', async () => {
    expect(await models('add', 'best-of-all')).toEqual({
      code: 1,
      out: '',
      err: 'There is no pack or set best-of-all. npm run models -- list shows them.\n',
    })
    const { code, err } = await models('add', 'recommended', '--from', 'file.onnx')
    expect(code).toBe(1)
    expect(err).toMatch(/^recommended is a set: add .+ one by one from their files\.\n$/)
  })

  it('add from a mirror prints its progress, and removes a wrong file', async () => {
    const { code, out, err } = await models('add', 'yolox-nano', '--mirror', `${address}/packs`)
    expect(code).toBe(1)
    const lines = out.trimEnd().split('\n')
    expect(lines[0]).toBe('yolox-nano: 0.0 MB, 0 %')
    expect(lines.at(-1)).toBe('yolox-nano: 4.0 MB, 100 %')
    expect(err).toMatch(/is not the file it should be .+ It was removed; nothing was changed\.\n$/)
    expect(asked.at(-1)).toMatch(/^\/packs\/[\w.-]+$/)
    const left = await readdir(dataDir, { recursive: true, withFileTypes: true })
    expect(left.filter((entry) => entry.isFile())).toEqual([])
    expect((await models('list')).out).toContain('Installed: none')
  })

  it('add prints the address of the file if a mirror lacks it', async () => {
    const { code, err } = await models('add', 'yolox-nano', '--mirror', `${address}/empty`)
    expect(code).toBe(1)
    expect(err).toContain(`${address}/empty/`)
    expect(err).toContain('404')
  })

  it('check and bench run the built-in detector', async () => {
    expect(await models('check', 'builtin')).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^builtin works: \d+ ms a look\.\nName a picture/),
    })
    const { code, out } = await models('bench')
    expect(code).toBe(0)
    expect(out).toMatch(/pack.+network ms.+look ms/)
    expect(out).toMatch(/'builtin'.+'\d+\.\d'.+'\d+\.\d'/)
  })
})
