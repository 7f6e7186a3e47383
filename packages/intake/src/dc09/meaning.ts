/** What an event does: an alarm, the end of one, a report about the system's own state, a test of the line, or the arming of it. */
export type Dc09Effect = 'alarm' | 'end' | 'report' | 'test' | 'arm' | 'disarm'

export interface Meaning {
  effect: Dc09Effect
  /** In plain words; null for a code without any here. */
  words: string | null
  isTamper: boolean
}

/** What letters of SIA stand for in front of `A` (alarm), `R` and `H` (restored), `T` (trouble) … */
const SIA_SUBJECTS: Readonly<Record<string, string>> = {
  B: 'Burglary',
  F: 'Fire',
  G: 'Gas',
  H: 'Hold-up',
  K: 'Heat',
  M: 'Medical',
  P: 'Panic',
  Q: 'Emergency',
  S: 'Sprinkler',
  T: 'Tamper',
  U: 'Untyped zone',
  W: 'Water',
  Z: 'Freeze',
}
const SIA_WORDS: Readonly<Record<string, string>> = {
  BV: 'Burglary verified',
  BM: 'Burglary alarm, several detectors',
  BC: 'Burglary cancelled',
  RP: 'Automatic test',
  RX: 'Manual test',
  CL: 'Armed',
  OP: 'Disarmed',
}
const SIA_TESTS = new Set(['RP', 'RX', 'RY'])
const SIA_ARMS = /^C[LAFGPQSKJ]$/
const SIA_DISARMS = /^O[PAGQSKJR]$/
/** Ends: restored alarms, and cancelled ones. */
const SIA_ENDS = /^[BFGHKMPQSTUWZ][RH]$|^[BFGHMPQ]C$|^OC$/
/** Troubles and their ends, tests, bypasses, and what is about power, lines, batteries, clocks, programming and access by right. */
const SIA_REPORTS = /^.[TJXBUS]$|^[AILNORVXY].$|^E[^A]$|^J[^A]$|^C.$|^D[^FKN]$|^T[EPW]$/

export function meaningOfSia(code: string): Meaning {
  const subject = SIA_SUBJECTS[code.slice(0, 1)]
  const kind = code.slice(1)
  const words =
    SIA_WORDS[code] ??
    (subject && kind === 'A' ? `${subject} alarm` : subject && /[RH]/.test(kind) ? `${subject} restored` : null)
  const isTamper = /^(T[ARH]|JA)$/.test(code)
  if (SIA_ARMS.test(code)) return { effect: 'arm', words: words ?? 'Armed', isTamper }
  if (SIA_DISARMS.test(code)) return { effect: 'disarm', words: words ?? 'Disarmed', isTamper }
  // Closed and at once an alarm.
  if (code === 'CR') return { effect: 'alarm', words: 'Alarm soon after arming', isTamper }
  if (SIA_TESTS.has(code)) return { effect: 'test', words, isTamper }
  if (SIA_ENDS.test(code)) return { effect: 'end', words, isTamper }
  if (SIA_REPORTS.test(code)) return { effect: 'report', words, isTamper }
  // What is not known is passed on.
  return { effect: 'alarm', words, isTamper }
}

const CONTACT_ID_WORDS: Readonly<Record<string, string>> = {
  '100': 'Medical alarm',
  '110': 'Fire alarm',
  '120': 'Panic alarm',
  '121': 'Duress',
  '130': 'Burglary alarm',
  '131': 'Perimeter alarm',
  '132': 'Interior alarm',
  '133': '24-hour zone',
  '134': 'Entry or exit alarm',
  '137': 'Tamper alarm',
  '139': 'Burglary verified',
  '140': 'General alarm',
  '144': 'Tamper of a detector',
  '383': 'Tamper of a detector',
  '406': 'Cancelled',
  '601': 'Manual test',
  '602': 'Automatic test',
}
const CONTACT_ID_TAMPERS = new Set(['137', '144', '145', '383'])
/** Armed by a user, a group, by itself, from afar, at once, by a key, or outside its times. */
const CONTACT_ID_ARMINGS = /^4(0[0-3789]|5[0-2])$/

const CONTACT_ID_TESTS = /^60[1-3]$/

/** @param qualifier 1 is new, or opened; 3 is restored, or closed; 6 is still so */
export function meaningOfContactId(qualifier: string, code: string): Meaning {
  const isTamper = CONTACT_ID_TAMPERS.has(code)
  const known = CONTACT_ID_WORDS[code] ?? null
  if (CONTACT_ID_ARMINGS.test(code)) {
    if (qualifier === '6') return { effect: 'report', words: null, isTamper }
    return qualifier === '1'
      ? { effect: 'disarm', words: 'Disarmed', isTamper }
      : { effect: 'arm', words: 'Armed', isTamper }
  }
  if (code === '406') return { effect: 'end', words: known, isTamper }
  if (CONTACT_ID_TESTS.test(code)) return { effect: 'test', words: known, isTamper }
  const isAlarm = code.startsWith('1') || isTamper
  if (!isAlarm && /^[2-6]/.test(code)) return { effect: 'report', words: known, isTamper }
  if (qualifier === '3') return { effect: 'end', words: known && `${known}, restored`, isTamper }
  return { effect: 'alarm', words: known, isTamper }
}
