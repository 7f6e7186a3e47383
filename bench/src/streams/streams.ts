import { type ChildProcess, fork } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Bench, Size } from '../bench.ts'
import { printTable } from '../table.ts'

const COUNTS: Record<Size, readonly number[]> = { small: [1, 20], full: [1, 20, 100] }
const SECONDS: Record<Size, number> = { small: 10, full: 60 }
const MIB = 1024 * 1024

interface Measured {
  /** Milliseconds of a processor in each second. */
  cpuMs: number
  bytes: number
  keyFrames: number
  delays?: { p50: number; p95: number }
}

const start = (name: string, args: readonly string[] = []): ChildProcess =>
  fork(fileURLToPath(new URL(name, import.meta.url)), [...args], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout) for await (const line of createInterface({ input: stdout })) return line
  throw new Error('a process of the bench ended without a word')
}

async function read(by: 'ours' | 'bare', url: string, count: number, size: Size): Promise<Measured> {
  const reader = start('./readers-main.ts', [by, url, String(count), String(SECONDS[size])])
  const measured: Measured = JSON.parse(await firstLine(reader))
  reader.kill('SIGKILL')
  return measured
}

/**
 * Processor and memory of streams in which nothing moves: 640 × 360 in H.264, five pictures a second, a key frame every two seconds. The baseline is one process with node-av
 * that reads all packets of as many streams and decodes none; this product's reader also decodes and compares the key frames, in a second process.
 */
export const bench: Bench = async ({ size }) => {
  const camera = start('./camera-main.ts')
  try {
    const url = await firstLine(camera)
    const rows: (string | number)[][] = []
    for (const count of COUNTS[size]) {
      const bare = await read('bare', url, count, size)
      const ours = await read('ours', url, count, size)
      for (const [name, { cpuMs, bytes, keyFrames, delays }] of [
        ['node-av, reads packets', bare],
        ['Winnow, watches', ours],
      ] as const)
        rows.push([
          name,
          count,
          cpuMs / count,
          bytes / MIB,
          cpuMs / bare.cpuMs,
          keyFrames,
          delays?.p50 ?? Number.NaN,
          delays?.p95 ?? Number.NaN,
        ])
    }
    printTable(
      [
        'reader',
        'streams',
        'ms of a processor/s, each',
        'MiB, all',
        'of node-av',
        'key frames',
        'motion to pictures p50 ms',
        'p95 ms',
      ],
      rows,
    )
  } finally {
    camera.kill('SIGKILL')
  }
}
