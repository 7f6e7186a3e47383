/** Technical terms that each language must translate in one way only. They are the terms of docs/glossary.md and of the screens. */
export const TERMS = [
  'alarm',
  'API token',
  'arm / disarm',
  'audit log',
  'authenticator app',
  'backup code',
  'box',
  'burst',
  'camera',
  'client',
  'company',
  'correction',
  'dashboard (Home)',
  'deadline',
  'delivery',
  'detector',
  'device',
  'doubted',
  'e-mail',
  'false alarm',
  'faint',
  'filtered',
  'given up',
  'grant (sees)',
  'idle',
  'installer',
  'intake',
  'invitation',
  'label',
  'learning',
  'log in / log out',
  'mask',
  'message',
  'operator',
  'passed on',
  'pause',
  'picture / frame',
  'receiver',
  'retention',
  'schedule',
  'second factor (two-factor authentication)',
  'sensitivity',
  'sighting',
  'single sign-on',
  'site',
  'supervisor',
  'suspend',
  'tampering',
  'true alarm',
  'unmatched',
  'unverified',
  'verdict',
  'waiting',
] as const
export type Term = (typeof TERMS)[number]

interface TermInLanguage {
  use: string
  /**
   * Words that must not occur in a text, because they would be a second name for the same thing. `*` at the start or the end of a word
   * matches any letters.
   */
  avoid?: readonly string[]
  note?: string
}

/** The technical terms and the style rules of one language. */
export interface Glossary {
  /** Style rules: the form of address, the variant of the language, and its typography. */
  style: readonly string[]
  /** The opening and closing quotation marks. No other quotation marks may occur in a text. */
  quotes: readonly [open: string, close: string]
  terms: Readonly<Record<Term, string | TermInLanguage>>
}
