/**
 * Inserts a line among similar lines, in sorted order.
 * @param like matches the similar lines
 * @throws {Error} when there is no similar line, because the place is unknown then
 */
export function addLine(text: string, like: RegExp, line: string): string {
  const lines = text.split('\n')
  const places = lines.flatMap((each, at) => (like.test(each) ? [at] : []))
  const last = places.at(-1)
  if (last === undefined) throw new Error(`there is no line like ${String(like)} any more`)
  const next = places.find((at) => (lines[at] ?? '') > line)
  lines.splice(next ?? last + 1, 0, line)
  return lines.join('\n')
}

/**
 * Inserts an import in sorted order. In files with imports over several lines, it is inserted after the last one that
 * sorts before it.
 * @param line without a line break
 */
export function addImport(text: string, line: string): string {
  const [, specifier = ''] = / from '([^']+)'$/.exec(line) ?? []
  const own = text
    .split('\n')
    .filter((each) => / from '/.test(each) && each.startsWith('import'))
    .map((each) => / from '([^']+)'/.exec(each)?.[1] ?? '')
  const rank = (of: string) => (of.startsWith('./') ? '2' : of.startsWith('../') ? '1' : '0') + of
  const after = own.findLast((each) => rank(each) < rank(specifier))
  if (after === undefined) return `${line}\n${text}`
  return insertAfter(text, ` from '${after}'\n`, `${line}\n`)
}

/** @throws {Error} when the anchor is not there */
export function insertBefore(text: string, anchor: string | RegExp, addition: string): string {
  const at = typeof anchor === 'string' ? text.indexOf(anchor) : text.search(anchor)
  if (at < 0) throw new Error(`there is no ${String(anchor)} any more`)
  return text.slice(0, at) + addition + text.slice(at)
}

/** @throws {Error} when the anchor is not there */
export function insertAfter(text: string, anchor: string, addition: string): string {
  const at = text.indexOf(anchor)
  if (at < 0) throw new Error(`there is no ${anchor} any more`)
  return text.slice(0, at + anchor.length) + addition + text.slice(at + anchor.length)
}
