import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { OnnxGraph } from '../graph/onnx-graph.ts'
import { checksumOfFile } from './checksum.ts'
import { readPack } from './pack-store.ts'
import { rednessGraph, rednessManifest, writeRedness } from './redness.fixture.ts'
import { trialPack } from './trial-pack.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'winnow-trial-'))
})
afterEach(() => rm(folder, { recursive: true }))

const packOf = async (graph?: OnnxGraph, change?: object) => {
  await writeRedness(folder, change, graph)
  return readPack(folder)
}

/** A network that allocates half a gigabyte before it returns a result. */
const hungry: OnnxGraph = {
  ...rednessGraph,
  nodes: [
    ...rednessGraph.nodes.filter(({ outputs }) => outputs[0] !== 'found'),
    { op: 'Expand', inputs: ['one', 'much'], outputs: ['ones'] },
    { op: 'ReduceMax', inputs: ['ones'], outputs: ['most'] },
    { op: 'Mul', inputs: ['scored', 'most'], outputs: ['weighed'] },
    { op: 'Add', inputs: ['weighed', 'edges'], outputs: ['found'] },
  ],
  constants: new Map([
    ...rednessGraph.constants,
    ['one', { dims: [1], data: Float32Array.from([1]) }],
    ['much', { dims: [2], data: BigInt64Array.from([128n, 1_000_000n]) }],
  ]),
}

describe('the trial of a pack', { timeout: 60_000 }, () => {
  test('returns the duration of a run of a working pack', async () => {
    const { lookMs, memoryBytes } = await trialPack(await packOf())
    expect(lookMs).toBeGreaterThan(0)
    expect(memoryBytes).toBeGreaterThan(10_000_000)
  })

  test('refuses a file that is not a network, with the reason', async () => {
    await writeFile(path.join(folder, 'net.onnx'), 'no network at all')
    const sha256 = await checksumOfFile(path.join(folder, 'net.onnx'))
    await writeFile(path.join(folder, 'pack.json'), JSON.stringify(rednessManifest(new Uint8Array(), { sha256 })))
    await expect(trialPack(await readPack(folder))).rejects.toThrow(/^redness does not work as yolo: .+/)
  })

  test('refuses a network that does not match its manifest, with the difference', async () => {
    const pack = await packOf(undefined, { labels: ['guard'] })
    await expect(trialPack(pack)).rejects.toThrow('speaks of class 1, and 1 have labels')
  })

  test('ends with a network that needs more memory than analysis processes may use', async () => {
    await expect(trialPack(await packOf(hungry), { memoryMb: 300 })).rejects.toThrow(
      'redness takes more than 300 MB of memory',
    )
  })

  test('ends at its time limit, and when it is cancelled', async () => {
    const pack = await packOf()
    await expect(trialPack(pack, { timeoutMs: 1 })).rejects.toThrow('redness did not finish its trial in 0.001 seconds')
    const given = new AbortController()
    const trial = trialPack(pack, { signal: given.signal })
    given.abort(new Error('given up'))
    await expect(trial).rejects.toThrow('given up')
  })

  test('of a pack that crashes its process reports that, and affects nothing else', async () => {
    const trial = trialPack(await packOf(), { onStart: (pid) => process.kill(pid, 'SIGSEGV') })
    await expect(trial).rejects.toThrow('redness crashed its trial (SIGSEGV)')
  })
})
