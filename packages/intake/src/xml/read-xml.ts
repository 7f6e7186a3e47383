/** An element, without the prefixes of its namespaces. */
export interface XmlElement {
  name: string
  attributes: ReadonlyMap<string, string>
  /** The text directly in the element, trimmed. */
  text: string
  children: XmlElement[]
}

const MAX_CHARACTERS = 524_288
const MAX_ELEMENTS = 10_000
const MAX_DEPTH = 40
const MAX_ATTRIBUTES = 50

const MARKUP =
  /<(?:!--[\s\S]*?--|!\[CDATA\[([\s\S]*?)\]\]|\?[\s\S]*?\?|(\/?)([A-Za-z_][\w.:-]{0,199})((?:[^<>"']|"[^"<]*"|'[^'<]*')*?)(\/?))>/y
const ATTRIBUTE = /([A-Za-z_][\w.:-]{0,199})\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g
const PREDEFINED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Replaces the five entities and the numbers of characters that every document knows. All others stay as they are. */
const decode = (text: string): string =>
  text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));/g, (whole, dec, hex, name: string) => {
    if (name) return PREDEFINED[name] ?? whole
    const point = dec ? Number(dec) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10_ff_ff && (point < 0xd8_00 || point > 0xdf_ff)
      ? String.fromCodePoint(point)
      : whole
  })

const localName = (name: string): string => name.slice(name.lastIndexOf(':') + 1)

function readAttributes(text: string): Map<string, string> {
  const attributes = new Map<string, string>()
  for (const [, name = '', double, single = ''] of text.matchAll(ATTRIBUTE)) {
    if (attributes.size >= MAX_ATTRIBUTES) break
    attributes.set(localName(name), decode(double ?? single))
  }
  return attributes
}

/**
 * Reads a small XML document of a device; undefined if it is not one. Type definitions (`<!DOCTYPE`) are refused, so that no entity of the
 * document is ever replaced, and size, depth and number of elements are bounded.
 */
export function readXml(document: string): XmlElement | undefined {
  if (document.length > MAX_CHARACTERS) return undefined
  const top: XmlElement = { name: '', attributes: new Map(), text: '', children: [] }
  const open: XmlElement[] = [top]
  let elements = 0
  let at = document.startsWith('\uFEFF') ? 1 : 0
  while (at < document.length) {
    const current = open.at(-1) ?? top
    const next = document.indexOf('<', at)
    const text = document.slice(at, next < 0 ? undefined : next)
    current.text += decode(text)
    if (next < 0) break
    MARKUP.lastIndex = next
    const match = MARKUP.exec(document)
    if (!match) return undefined
    at = MARKUP.lastIndex
    const [, data, closing, name, attributes = '', empty] = match
    if (data !== undefined) current.text += data
    if (name === undefined) continue
    if (closing) {
      if (open.length === 1 || current.name !== localName(name)) return undefined
      open.pop()
      continue
    }
    elements += 1
    if (elements > MAX_ELEMENTS || open.length > MAX_DEPTH) return undefined
    const element: XmlElement = {
      name: localName(name),
      attributes: readAttributes(attributes),
      text: '',
      children: [],
    }
    current.children.push(element)
    if (!empty) open.push(element)
  }
  const [root, ...others] = top.children
  if (open.length > 1 || others.length > 0 || !root || top.text.trim() !== '') return undefined
  trim(root)
  return root
}

function trim(element: XmlElement): void {
  element.text = element.text.trim()
  for (const child of element.children) trim(child)
}

/** The first element along a path of names below an element. */
export function findElement(element: XmlElement | undefined, ...path: readonly string[]): XmlElement | undefined {
  return path.reduce<XmlElement | undefined>(
    (parent, name) => parent?.children.find((child) => child.name === name),
    element,
  )
}

/** The text of the first element along a path; undefined if it is missing or empty. */
export const textAt = (element: XmlElement | undefined, ...path: readonly string[]): string | undefined =>
  findElement(element, ...path)?.text || undefined
