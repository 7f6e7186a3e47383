import { createElement, Fragment, type ReactNode, useMemo } from 'react'

// What a text may consist of. Of the attributes only the address of a link is kept.

/** Headings are shown two levels lower, below the title of the dialog. */
const HEADINGS: ReadonlyMap<string, string> = new Map([
  ['h1', 'h3'],
  ['h2', 'h4'],
  ['h3', 'h5'],
  ['h4', 'h6'],
  ['h5', 'h6'],
  ['h6', 'h6'],
])
// oxfmt-ignore
const SAME: ReadonlySet<string> = new Set([
  'p', 'br', 'hr', 'div', 'section', 'blockquote', 'ul', 'ol', 'li', 'dl', 'dt', 'dd',
  'strong', 'b', 'em', 'i', 'u', 's', 'small', 'sub', 'sup', 'code', 'pre',
  'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
])
/** Elements without content. */
const VOID: ReadonlySet<string> = new Set(['br', 'hr'])
/** Elements whose content is no text for people. The content of all other unknown elements is shown. */
const DROPPED: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'title'])
const LINKS: ReadonlySet<string> = new Set(['https:', 'http:', 'mailto:'])

/** The address of a link that leads to a page or a mail; undefined for every other address. */
function safeAddress(link: Element): string | undefined {
  const url = URL.parse(link.getAttribute('href') ?? '')
  return url && LINKS.has(url.protocol) ? url.href : undefined
}

const shownAs = (name: string) => (SAME.has(name) ? name : (HEADINGS.get(name) ?? Fragment))

function renderElement(element: Element, key: number): ReactNode {
  const name = element.localName
  if (DROPPED.has(name)) return null
  if (VOID.has(name)) return createElement(name, { key })
  const content = renderAll(element.childNodes)
  if (name === 'a') {
    const href = safeAddress(element)
    return href === undefined ? (
      <Fragment key={key}>{content}</Fragment>
    ) : (
      <a key={key} href={href} target="_blank" rel="noreferrer">
        {content}
      </a>
    )
  }
  return createElement(shownAs(name), { key }, content)
}

function renderAll(nodes: NodeListOf<ChildNode>): ReactNode[] {
  return Array.from(nodes, (node, key) => {
    if (node instanceof Element) return renderElement(node, key)
    return node.nodeType === Node.TEXT_NODE ? node.nodeValue : null
  })
}

/**
 * Shows HTML as elements of our own, so that nothing of it runs, loads or styles the page, whoever wrote it. The HTML is parsed in a document
 * that loads nothing.
 */
export function AgreementText({ html }: { html: string }) {
  return useMemo(() => renderAll(new DOMParser().parseFromString(html, 'text/html').body.childNodes), [html])
}
