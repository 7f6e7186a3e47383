/** Folders that contain one unit and its tests: a module of the server, a feature of the console, or a part of a package. */
const HOMES = [
  /^apps\/server\/src\/(?:modules|platform)\/[^/]+\//,
  /^apps\/server\/src\/(?!modules\/|platform\/)[^/]+\//,
  /^apps\/web\/src\/[^/]+\/[^/]+\//,
  /^packages\/[^/]+\/src\/[^/]+\//,
  /^(?:scripts|bench\/src|e2e\/src)\/[^/]+\//,
]

/** The folder of the module, feature or part that a file is in, with a `/` at its end. */
export const homeOf = (file: string): string | undefined =>
  HOMES.map((pattern) => pattern.exec(file)?.[0]).find((found) => found !== undefined)

/**
 * Whether a test belongs to a file. Either both are in the same module, feature or part, or the file is in none of them and the test is
 * beside it and has its name.
 * @param test path of a test file
 * @param file path of any source
 */
export function isOwnTest(test: string, file: string): boolean {
  const home = homeOf(file)
  return home === undefined ? test.startsWith(`${withoutEnding(file)}.`) : test.startsWith(home)
}

const withoutEnding = (file: string): string => file.replace(/\.(module\.css|tsx?|mjs|css)$/, '')

/** The server's module that a file is in. */
export const moduleOf = (file: string): string | undefined => /^apps\/server\/src\/modules\/([^/]+)\//.exec(file)?.[1]

/** Files that start the whole server or console. Nearly every test imports them, so an import of them does not show what a test is for. */
export function isWiring(file: string): boolean {
  return (
    /^apps\/server\/src\/[^/]+\.ts$/.test(file) ||
    /^apps\/server\/(?:test|src\/commands|src\/processes)\//.test(file) ||
    /^apps\/web\/src\/(?:app|routes|testing)\//.test(file) ||
    /^apps\/web\/src\/main\.tsx$/.test(file)
  )
}
