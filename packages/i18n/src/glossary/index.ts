import type { Locale } from '../locales.ts'
import { de } from './de.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import type { Glossary } from './glossary.ts'
import { it } from './it.ts'
import { pt } from './pt.ts'

/** The glossary of each target language. */
export const GLOSSARIES: Readonly<Record<Exclude<Locale, 'en'>, Glossary>> = { de, it, es, fr, pt }
