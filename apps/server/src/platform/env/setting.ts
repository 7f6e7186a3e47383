import { z } from 'zod'

/** The documentation of a setting. */
export interface SettingDoc {
  /** The default as the documentation shows it; `–` when there is none. */
  shownDefault: string
  meaning: string
}

const docs = z.registry<SettingDoc>()

/** A setting with what the documentation says about it. */
export function setting<T extends z.ZodType>(schema: T, shownDefault: string, meaning: string): T {
  docs.add(schema, { shownDefault, meaning })
  return schema
}

/** @returns undefined if it has none */
export const docOf = (schema: z.ZodType): SettingDoc | undefined => docs.get(schema)
