import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { FALLBACK_LOCALE } from '../locales.ts'

/**
 * When each text of a file was last changed, in seconds since 1970, from the output of `git blame --porcelain`. The file must have one text
 * per line; the indentation tells to which group a line belongs. Lines that are not committed count as changed now.
 */
export function writtenAt(porcelain: string): Map<string, number> {
  const times = new Map<string, number>()
  const path: string[] = []
  let commit = ''
  const commits = new Map<string, number>()
  for (const line of porcelain.split('\n')) {
    const header = /^([0-9a-f]{40}) \d+ \d+/.exec(line)
    if (header) commit = header[1] ?? ''
    const time = /^author-time (\d+)/.exec(line)
    if (time) commits.set(commit, Number(time[1]))
    const entry = /^\t( *)"((?:[^"\\]|\\.)*)": (.)/.exec(line)
    if (!entry) continue
    const depth = (entry[1] ?? '').length / 2 - 1
    path.splice(depth, path.length, entry[2] ?? '')
    if (entry[3] !== '{') times.set(path.join('.'), commits.get(commit) ?? 0)
  }
  return times
}

function blame(file: string): Map<string, number> {
  const options = { encoding: 'utf8', maxBuffer: 1 << 28, cwd: join(file, '..') } as const
  return writtenAt(execFileSync('git', ['blame', '--porcelain', '-w', '--', basename(file)], options))
}

/** Keys, with their namespace, whose English text was changed after the text of the language. The older text can still be correct. */
export function staleTexts(locales: string, locale: string): string[] {
  const files = readdirSync(join(locales, locale)).filter((name) => name.endsWith('.json'))
  return files.flatMap((name) => {
    const english = blame(join(locales, FALLBACK_LOCALE, name))
    return Array.from(blame(join(locales, locale, name)))
      .filter(([key, at]) => (english.get(key) ?? 0) > at)
      .map(([key]) => `${basename(name, '.json')}: ${key}`)
  })
}
