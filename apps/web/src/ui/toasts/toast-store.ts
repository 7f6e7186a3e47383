import { createStore } from '../../lib/create-store.ts'

export type ToastType = 'success' | 'error' | 'warning' | 'info'

export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: string
  type?: ToastType | undefined
  title?: string | undefined
  message: string
  /** Milliseconds until it closes; `null`: stays until dismissed. */
  duration: number | null
  actions?: readonly ToastAction[]
  requestId?: string | undefined
  /** Whether the toast is not the result of a user's action. It is then shown in a strip below the page. */
  isOffer?: boolean
}

const DURATION_MS = 5000
/** The maximum number of toasts on screen. The oldest ones are removed. */
const MOST = 5

export const toastsStore = createStore<readonly Toast[]>([])

/** The default duration of a toast: five seconds for success or no type; others stay until dismissed. */
function defaultDuration(type: ToastType | undefined): number | null {
  return type === undefined || type === 'success' ? DURATION_MS : null
}

let count = 0

/** Shows a toast, or replaces the one with the same id. Returns its id. */
export function showToast(toast: Omit<Toast, 'id' | 'duration'> & { id?: string; duration?: number | null }): string {
  count += 1
  const id = toast.id ?? `toast-${count}`
  const full: Toast = {
    ...toast,
    id,
    duration: toast.duration === undefined ? defaultDuration(toast.type) : toast.duration,
  }
  toastsStore.set((toasts) => [...toasts.filter((other) => other.id !== id), full].slice(-MOST))
  return id
}

/** Removes a toast. */
export function dismissToast(id: string): void {
  toastsStore.set((toasts) =>
    toasts.some((toast) => toast.id === id) ? toasts.filter((toast) => toast.id !== id) : toasts,
  )
}
