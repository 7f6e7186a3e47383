/** One name in all forms that code and people use. */
export interface Name {
  /** `opening-hours`: for files, addresses, texts. */
  kebab: string
  /** `openingHours`: for values. */
  camel: string
  /** `OpeningHours`: for types and components. */
  pascal: string
  /** `Opening hours`: for people. */
  words: string
}

/**
 * @param kebab words in lower case with hyphens between them
 * @throws {RangeError} for any other form
 */
export function nameOf(kebab: string): Name {
  if (!/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(kebab))
    throw new RangeError(`"${kebab}" is no name: write words in lower case with hyphens between them, as opening-hours`)
  const pascal = kebab.replaceAll(/(?:^|-)(\w)/g, (_all, letter: string) => letter.toUpperCase())
  const words = kebab.replaceAll('-', ' ')
  return {
    kebab,
    pascal,
    camel: pascal.charAt(0).toLowerCase() + pascal.slice(1),
    words: words.charAt(0).toUpperCase() + words.slice(1),
  }
}

/**
 * Parses the name of a part within a module, such as `tree.archive-site`.
 * @throws {RangeError} for any other form
 */
export function nameInModule(text: string): { module: Name; name: Name } {
  const [module, name, ...more] = text.split('.')
  if (module === undefined || name === undefined || more.length > 0)
    throw new RangeError(`"${text}" names no module: write MODULE.NAME, as tree.archive-site`)
  return { module: nameOf(module), name: nameOf(name) }
}
