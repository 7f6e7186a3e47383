// To find out whether an element is visible, jsdom compares the element with every rule of every style sheet, which takes a third of the
// time of the tests. Tests load no style sheet of the console, so the styles of the elements themselves are enough.

/** Elements that browsers never show. */
const NEVER_SHOWN = new Set(['HEAD', 'LINK', 'META', 'SCRIPT', 'STYLE', 'TEMPLATE', 'TITLE'])

type Styled = HTMLElement | SVGElement

const isShown = (element: Styled) =>
  !(element instanceof HTMLElement && element.hidden) && !NEVER_SHOWN.has(element.tagName)

/** The value of an inherited property: from the element, or from its nearest ancestor that sets the property. */
function inherited(element: Styled, property: 'visibility' | 'pointerEvents'): string | undefined {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const own = at instanceof HTMLElement || at instanceof SVGElement ? at.style[property] : ''
    if (own !== '') return own
  }
  return undefined
}

function propertyOf(element: Styled, name: string): string | undefined {
  switch (name) {
    case 'display':
      return isShown(element) ? element.style.display || 'block' : 'none'
    case 'visibility':
      return inherited(element, 'visibility') ?? 'visible'
    case 'pointer-events':
    case 'pointerEvents':
      return inherited(element, 'pointerEvents') ?? 'auto'
    default:
      return undefined
  }
}

/** The computed style of an element from its own styles only. Replaces `getComputedStyle`. */
export function quickStyle(element: Element): CSSStyleDeclaration {
  if (!(element instanceof HTMLElement || element instanceof SVGElement))
    throw new Error(`<${element.tagName}> has no style`)
  return new Proxy(element.style, {
    get(style, name) {
      if (name === 'getPropertyValue')
        return (property: string) => propertyOf(element, property) ?? style.getPropertyValue(property)
      const own: unknown =
        typeof name === 'string' ? (propertyOf(element, name) ?? Reflect.get(style, name)) : undefined
      return typeof own === 'function' ? own.bind(style) : own
    },
  })
}
