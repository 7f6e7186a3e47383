import { describe, expect, it } from 'vitest'
import { describeSchema } from './describe-schema.ts'
import { renderDocsPage } from './render-docs-page.ts'

const page = (operation: object, path = '/api/thing/{id}') =>
  renderDocsPage({ info: { title: 'Winnow', version: '1' }, paths: { [path]: { get: operation } } })

describe('the page of the API', () => {
  it('shows operations under their tag, with parameters and replies', () => {
    const html = page({
      operationId: 'thing.get',
      summary: 'A thing',
      tags: ['Things'],
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      responses: {
        200: { content: { 'application/json': { schema: { type: 'array', items: { type: 'integer' } } } } },
      },
    })
    for (const text of ['id="tag-Things"', 'id="thing.get"', 'string (uuid)', '[integer]', 'Needs a session'])
      expect(html).toContain(text)
  })

  it('lists the error codes without the error bodies', () => {
    const html = page({
      responses: {
        200: { content: { 'application/json': { schema: { type: 'boolean' } } } },
        409: { $ref: '#/components/responses/CONFLICT.NAME_TAKEN' },
      },
    })
    expect(html).toContain('<td>409</td><td>CONFLICT, NAME_TAKEN</td>')
    expect(html).not.toContain('Reply 409')
  })

  it('shows which operations need no login', () => {
    expect(page({ security: [] })).toContain('Open to everyone.')
  })

  it('escapes markup in descriptions, and contains no script', () => {
    const html = page({ summary: '<script>alert(1)</script>', tags: ['"><img src=x>'] }, '/api/<b>')
    expect(html).not.toMatch(/<script|<img|<b>/)
    expect(html).toContain('&lt;script&gt;')
  })
})

describe('a schema as text', () => {
  it.each([
    [
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['a'] },
      '{\n  a: string\n  b?: number\n}',
    ],
    [{ enum: ['true', 'false'] }, '"true" | "false"'],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, 'string | null'],
    [{ type: 'integer', minimum: 1, maximum: 9007199254740991, default: 1 }, 'integer, ≥ 1, default 1'],
    [{ prefixItems: [{ type: 'number' }, { type: 'string' }] }, '[number, string]'],
    [{ additionalProperties: { type: 'string' } }, '{ [name]: string }'],
    [{ const: true }, 'true'],
    [{}, 'any'],
  ])('%j', (schema, text) => {
    expect(describeSchema(schema)).toBe(text)
  })
})
