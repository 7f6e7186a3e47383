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

async function read(by: 'ours' | 'bare' | 'decoding', urls: string, count: number, size: Size): Promise<Measured> {
  const reader = start('./readers-main.ts', [by, urls, String(count), String(SECONDS[size])])
  const measured: Measured = JSON.parse(await firstLine(reader))
  reader.kill('SIGKILL')
  return measured
}

/**
 * Processor and memory of streams in which nothing moves: 640 × 360 in H.264, five pictures a second, a key frame every two seconds, of ten cameras whose key frames come one
 * after the other. The baselines are one process with node-av that reads all packets of as many streams and decodes none, and one that decodes the key frames. This product's
 * reader decodes and compares the key frames, in a second process.
 */
export const bench: Bench = async ({ size }) => {
  const camera = start('./camera-main.ts')
  try {
    const urls = await firstLine(camera)
    const rows: (string | number)[][] = []
    for (const count of COUNTS[size]) {
      const bare = await read('bare', urls, count, size)
      const decoding = await read('decoding', urls, count, size)
      const ours = await read('ours', urls, count, size)
      for (const [name, { cpuMs, bytes, keyFrames, delays }] of [
        ['node-av, reads packets', bare],
        ['node-av, decodes key frames', decoding],
        ['Winnow, watches', ours],
      ] as const)
        rows.push([
          name,
          count,
          cpuMs / count,
          bytes / MIB,
          cpuMs / bare.cpuMs,
          cpuMs / decoding.cpuMs,
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
        'of reading',
        'of decoding',
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
