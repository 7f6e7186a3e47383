import type { ErrorComponentProps } from '@tanstack/react-router'
import { CrashScreen } from './crash-screen.tsx'

/** A page whose loader or components failed; the shell around it goes on. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  return <CrashScreen error={error} retry={reset} />
}
