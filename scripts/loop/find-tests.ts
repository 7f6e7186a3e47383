/** Tests that somebody asked for by a pattern. */
export interface Found {
  files: string[]
  /** What a test's title must contain; undefined: every test of the files runs. */
  title?: string
}

/**
 * The tests whose path contains one of the patterns, or, where none does, those whose file contains the words as a title would.
 * Both regardless of capitals.
 * @param tests paths of all test files
 * @param textOf the text of one
 */
export function findTests(
  tests: readonly string[],
  patterns: readonly string[],
  textOf: (file: string) => string,
): Found {
  const wanted = patterns.map((pattern) => pattern.toLowerCase())
  const byPath = tests.filter((file) => wanted.some((pattern) => file.toLowerCase().includes(pattern)))
  if (byPath.length > 0) return { files: byPath }
  // A title of several words may come without quotes.
  const title = patterns.join(' ')
  return { files: tests.filter((file) => textOf(file).toLowerCase().includes(title.toLowerCase())), title }
}
