/** The part of a JSON schema that the page shows. */
export interface JsonSchema {
  type?: string | string[]
  format?: string
  enum?: readonly unknown[]
  const?: unknown
  items?: JsonSchema
  prefixItems?: readonly JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: JsonSchema | boolean
  anyOf?: readonly JsonSchema[]
  oneOf?: readonly JsonSchema[]
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  maxItems?: number
}

export interface ApiParameter {
  name: string
  in: string
  required?: boolean
  schema?: JsonSchema
  example?: unknown
}

export interface ApiOperation {
  operationId?: string
  summary?: string
  tags?: readonly string[]
  security?: readonly object[]
  parameters?: readonly ApiParameter[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema; example?: unknown }> }
  responses?: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema?: JsonSchema }> }>
}

/** The part of an OpenAPI document that the page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  paths?: Record<string, Record<string, ApiOperation>>
}
