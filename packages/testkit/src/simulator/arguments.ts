import { parseArgs } from 'node:util'
import { SCENE_KINDS } from '../scenes/index.ts'
import type { SceneKind } from '../scenes/index.ts'
import { VENDORS } from './targets.ts'
import type { CameraTarget, Targets, Vendor } from './targets.ts'

export const USAGE = `Usage: npm run simulate -- --targets FILE.json
       npm run simulate -- --url http://HOST:PORT --token TOKEN --view ID…
       npm run simulate -- --smtp HOST:PORT --to ADDRESS…
  --rate N     alarms a minute (default 8)
  --once KIND  only this kind: ${SCENE_KINDS.join(', ')}
  --count N    end after N alarms
  --seed N     another plan, other pictures
  --vendor V   ${VENDORS.join(', ')} (default: one after the other)`

/** The parsed command line. */
export type Arguments =
  | { problem: string }
  | {
      source: { file: string } | { targets: Targets }
      run: { rate?: number; once?: SceneKind; count?: number; seed?: number; opening: boolean }
    }

const MAIL_VENDORS: readonly Vendor[] = ['hikvision', 'dahua', 'axis', 'reolink', 'hikvision-dvr', 'plain']
const HTTP_VENDORS: readonly Vendor[] = ['plain', 'json']

function positive(text: string | undefined, name: string): number | undefined {
  if (text === undefined) return undefined
  const value = Number(text)
  if (!(value > 0)) throw new RangeError(`--${name} must be a number above 0`)
  return value
}

function known<T extends string>(text: string | undefined, allowed: readonly T[], name: string): T | undefined {
  if (text === undefined) return undefined
  const value = allowed.find((item) => item === text)
  if (value === undefined) throw new RangeError(`--${name} must be one of ${allowed.join(', ')}`)
  return value
}

/** Options that take several values, one after the other: `--view A B`. */
const LISTS = new Set(['--view', '--to'])

/** Repeats the name of a list before each of its values, as parseArgs requires. */
function spreadLists(argv: readonly string[]): string[] {
  let list: string | undefined
  return argv.flatMap((arg, index) => {
    if (arg.startsWith('--')) {
      const [name = ''] = arg.split('=')
      list = LISTS.has(name) ? name : undefined
      return [arg]
    }
    return list === undefined || argv[index - 1] === list ? [arg] : [list, arg]
  })
}

/** Parses the command line. An error is returned as one clear line. */
export function parseArguments(argv: readonly string[]): Arguments {
  try {
    const { values } = parseArgs({
      args: spreadLists(argv),
      options: {
        targets: { type: 'string' },
        url: { type: 'string' },
        token: { type: 'string' },
        view: { type: 'string', multiple: true },
        smtp: { type: 'string' },
        to: { type: 'string', multiple: true },
        rate: { type: 'string' },
        once: { type: 'string' },
        count: { type: 'string' },
        seed: { type: 'string' },
        vendor: { type: 'string' },
        help: { type: 'boolean' },
      },
    })
    if (values.help) return { problem: 'help' }
    const rate = positive(values.rate, 'rate')
    const count = positive(values.count, 'count')
    const seed = positive(values.seed, 'seed')
    const once = known(values.once, SCENE_KINDS, 'once')
    const vendor = known(values.vendor, VENDORS, 'vendor')
    const run = {
      opening: once === undefined,
      ...(rate === undefined ? {} : { rate }),
      ...(count === undefined ? {} : { count }),
      ...(seed === undefined ? {} : { seed }),
      ...(once === undefined ? {} : { once }),
    }
    if (values.targets !== undefined) return { source: { file: values.targets }, run }
    const cameras: CameraTarget[] = []
    const targets: Targets = { cameras }
    const add = (via: 'smtp' | 'http', where: Pick<CameraTarget, 'viewId' | 'address'>): void => {
      const vendors = via === 'smtp' ? MAIL_VENDORS : HTTP_VENDORS
      const number = cameras.length + 1
      cameras.push({
        ...where,
        via,
        name: `Camera ${number}`,
        vendor: vendor ?? vendors[number % vendors.length] ?? 'plain',
        seed: number,
      })
    }
    if (values.smtp !== undefined) {
      const [, host = '', port = ''] = /^(.+):(\d+)$/.exec(values.smtp) ?? []
      if (host === '') return { problem: '--smtp must be HOST:PORT' }
      targets.smtp = { host: host.replaceAll(/^\[|\]$/g, ''), port: Number(port) }
      for (const address of values.to ?? []) add('smtp', { viewId: address, address })
    }
    if (values.url !== undefined) {
      if (values.token === undefined) return { problem: '--url needs --token' }
      targets.http = { url: values.url, token: values.token }
      for (const viewId of values.view ?? []) add('http', { viewId })
    }
    if (cameras.length === 0) return { problem: 'Nobody to send to' }
    return { source: { targets }, run }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
