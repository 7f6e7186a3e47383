const STEPS = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** The age of an instant in its largest whole unit; `undefined` below a minute, or in the future because clocks differ. */
export function agoIn(at: number, now: number): { value: number; unit: 'day' | 'hour' | 'minute' } | undefined {
  const step = STEPS.find(({ ms }) => now - at >= ms)
  return step && { value: Math.floor((now - at) / step.ms), unit: step.unit }
}
