/** As much of a JSON schema as the page shows. */
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
}

export interface ApiOperation {
  operationId?: string
  summary?: string
  tags?: readonly string[]
  security?: readonly object[]
  parameters?: readonly ApiParameter[]
  requestBody?: { content?: Record<string, { schema?: JsonSchema }> }
  responses?: Record<string, { $ref?: string; description?: string; content?: Record<string, { schema?: JsonSchema }> }>
}

/** As much of an OpenAPI document as the page shows. */
export interface ApiDocument {
  info: { title: string; version: string; description?: string }
  paths?: Record<string, Record<string, ApiOperation>>
}
