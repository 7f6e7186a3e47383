/** The longest path, in characters, and the most folders in it. Devices write a tenth of that. */
const MAX_CHARS = 500
const MAX_SEGMENTS = 30

/**
 * The path that a device means, from the folder in which it believes to be. Nothing of it exists: folders are data. `..` leads no higher
 * than the top. Backslashes separate too, as some firmware writes them.
 * @returns `/a/b.jpg`; undefined if it is too long
 */
export function virtualPath(folder: string, argument: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- removes control characters, which could forge lines of replies and logs
  const clean = argument.toWellFormed().replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]/g, '')
  const isAbsolute = /^[/\\]/.test(clean)
  const segments: string[] = []
  for (const segment of `${isAbsolute ? '' : folder}/${clean}`.split(/[/\\]/)) {
    if (segment === '..') segments.pop()
    else if (segment !== '' && segment !== '.') segments.push(segment)
  }
  const path = `/${segments.join('/')}`
  return path.length > MAX_CHARS || segments.length > MAX_SEGMENTS ? undefined : path
}
