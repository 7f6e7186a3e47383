/** The tests for a pattern that a user typed. */
export interface Found {
  files: string[]
  /** A required part of a test's title; undefined: all tests of the files run. */
  title?: string
}

/**
 * Finds the tests whose path contains one of the patterns. If there are none, finds the files that contain the patterns
 * as the words of a title. Both searches ignore case.
 * @param tests paths of all test files
 * @param textOf returns the text of a test file
 */
export function findTests(
  tests: readonly string[],
  patterns: readonly string[],
  textOf: (file: string) => string,
): Found {
  const wanted = patterns.map((pattern) => pattern.toLowerCase())
  const byPath = tests.filter((file) => wanted.some((pattern) => file.toLowerCase().includes(pattern)))
  if (byPath.length > 0) return { files: byPath }
  // A title of several words may be typed without quotes.
  const title = patterns.join(' ')
  return { files: tests.filter((file) => textOf(file).toLowerCase().includes(title.toLowerCase())), title }
}
