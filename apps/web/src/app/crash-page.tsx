import type { ErrorComponentProps } from '@tanstack/react-router'
import { CrashScreen } from './crash-screen.tsx'

/** The error page when a page's loader or components failed. The shell around it keeps working. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  return <CrashScreen error={error} retry={reset} />
}
