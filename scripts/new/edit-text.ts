/**
 * Puts a line among others of its kind, in their order.
 * @param like matches the lines of its kind
 * @throws {Error} when there is none, since nothing says then where it belongs
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
 * Adds an import. Of files whose imports take several lines, at the end of them.
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
