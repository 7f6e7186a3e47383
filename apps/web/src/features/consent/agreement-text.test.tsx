import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { AgreementText } from './agreement-text.tsx'

const shown = (html: string): string => render(<AgreementText html={html} />).container.innerHTML

test('headings, paragraphs, lists, tables and emphasis are shown, without attributes', () => {
  expect(
    shown('<h1 class="x" id="y">Terms</h1><p style="color:red">One <b>two</b><br>three</p><ol><li>Four</ol>'),
  ).toBe('<h3>Terms</h3><p>One <b>two</b><br>three</p><ol><li>Four</li></ol>')
  expect(shown('<table><tr><th>A</th><td>B</td></tr></table>')).toBe(
    '<table><tbody><tr><th>A</th><td>B</td></tr></tbody></table>',
  )
})

test.each([
  ['a script', '<script>alert(1)</script><p>ok</p>', '<p>ok</p>'],
  ['a handler of events', '<p onclick="alert(1)">ok</p>', '<p>ok</p>'],
  ['a picture that loads', '<img src="https://example.com/x" onerror="alert(1)"><p>ok</p>', '<p>ok</p>'],
  ['a style sheet', '<style>body{display:none}</style><p>ok</p>', '<p>ok</p>'],
  ['a frame', '<iframe srcdoc="<script>alert(1)</script>"></iframe><p>ok</p>', '<p>ok</p>'],
  ['a drawing with a script', '<svg><script>alert(1)</script><text>ok</text></svg>', 'ok'],
  ['a form', '<form action="https://example.com"><p>ok</p><input name="password"></form>', '<p>ok</p>'],
  ['a comment', '<!-- hidden --><p>ok</p>', '<p>ok</p>'],
  ['an element of no name', '<constructor>ok</constructor>', 'ok'],
])('%s is left out', (_what, html, expected) => {
  expect(shown(html)).toBe(expected)
})

test('a link leads to a page or a mail, in a window of its own; any other address is left out', () => {
  expect(shown('<a href="https://example.com/terms" onclick="x()">Terms</a>')).toBe(
    '<a href="https://example.com/terms" target="_blank" rel="noreferrer">Terms</a>',
  )
  expect(shown('<a href="mailto:legal@example.com">Mail</a>')).toContain('href="mailto:legal@example.com"')
  for (const address of ['javascript:alert(1)', ' java\nscript:alert(1)', 'data:text/html,x', '/cams/settings', ''])
    expect(shown(`<a href="${address}">Terms</a>`), address).toBe('Terms')
})
