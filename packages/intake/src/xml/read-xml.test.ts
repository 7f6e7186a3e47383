import { expect, it } from 'vitest'
import { findElement, readXml, textAt } from './read-xml.ts'

it('reads elements without the prefixes of their namespaces, attributes, data and numbers of characters', () => {
  const root = readXml(`﻿<?xml version="1.0"?><!-- a > b --><a:Top xmlns:a="u" b:n='1 &lt; "2"'>
    <Name> A &amp; B&#233;&#x20AC;<![CDATA[<raw>]]> </Name><Empty/></a:Top>`)
  expect(root?.name).toBe('Top')
  expect(root?.attributes.get('n')).toBe('1 < "2"')
  expect(textAt(root, 'Name')).toBe('A & Bé€<raw>')
  expect(findElement(root, 'Empty')?.children).toEqual([])
  expect(textAt(root, 'Empty')).toBeUndefined()
})

it.each([
  ['a type definition', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
  ['an entity', '<a><!ENTITY x SYSTEM "file:///etc/passwd"></a>'],
  ['no end', '<a><b></a>'],
  ['two roots', '<a/><b/>'],
  ['text outside', '<a/>text'],
  ['no element', 'text'],
  ['a broken tag', '<a b="c></a>'],
  ['great depth', '<a>'.repeat(100) + '</a>'.repeat(100)],
  ['very many elements', `<a>${'<b/>'.repeat(20_000)}</a>`],
  ['great size', `<a>${'b'.repeat(600_000)}</a>`],
])('refuses a document with %s', (_name, document) => {
  expect(readXml(document)).toBeUndefined()
})

it('replaces no entity but the five that every document knows', () => {
  expect(readXml('<a>&x;&lt;&#0;&#xD800;</a>')?.text).toBe('&x;<&#0;&#xD800;')
})

it('needs linear time for what never ends', () => {
  const started = process.threadCpuUsage()
  for (const bad of [
    '<!--'.repeat(100_000),
    `<a ${'b="" '.repeat(80_000)}`,
    '<![CDATA['.repeat(50_000),
    '<a'.repeat(200_000),
  ])
    readXml(bad)
  expect(process.threadCpuUsage(started).user / 1000).toBeLessThan(2_000)
})
