import { parseArgs } from 'node:util'
import { SIZES, type BenchOptions, type Size } from './bench.ts'

export const USAGE = 'npm run bench [-- NAME …] [--size small|full] [--explain]'

type Parsed = { ok: true; names: string[]; options: BenchOptions } | { ok: false; problem: string }

const isSize = (value: string): value is Size => SIZES.some((size) => size === value)

/** Parses the command line. Without a name it selects every bench, in the order of `known`. */
export function parseArguments(args: string[], known: readonly string[]): Parsed {
  let read
  try {
    read = parseArgs({
      args,
      allowPositionals: true,
      options: { size: { type: 'string', default: 'small' }, explain: { type: 'boolean', default: false } },
    })
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
  const { size, explain } = read.values
  if (!isSize(size)) return { ok: false, problem: `There is no size ${size}.` }
  const unknown = read.positionals.find((name) => !known.includes(name))
  if (unknown !== undefined) return { ok: false, problem: `There is no bench ${unknown}.` }
  return {
    ok: true,
    names: read.positionals.length > 0 ? read.positionals : [...known],
    options: { size, explain },
  }
}
