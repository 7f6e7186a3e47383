import { Component, type ReactNode } from 'react'
import { handleError } from '../lib/errors/error-handler.ts'
import { CrashScreen } from './crash-screen.tsx'

/** Catches errors that no page caught, so that nobody sees an empty window. */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    handleError(error, { shown: 'inline' })
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <CrashScreen />
  }
}
