/** Tests, and files that only tests use. */
const TESTS = [
  /\.(test|spec|fixture|table|behaviour|attack|storm)\.tsx?$/,
  /\/testing\//,
  /^apps\/server\/test\//,
  /^packages\/testkit\//,
  /^e2e\//,
]

/** @param file path below the project's root */
export function isTest(file: string): boolean {
  return TESTS.some((pattern) => pattern.test(file))
}
