import type { i18n } from 'i18next'
import { showToast } from '../ui/toasts/toast-store.ts'

/** Explains, after a redirect, that the company is suspended. */
export function showSuspendedToast(i18n: i18n): void {
  showToast({ id: 'suspended', type: 'warning', message: i18n.getFixedT(null, 'errors')('code.COMPANY_SUSPENDED') })
}

/** Explains, after a redirect, that the user may not open the requested page. */
export function showForbiddenToast(i18n: i18n): void {
  showToast({ id: 'forbidden', type: 'warning', message: i18n.getFixedT(null, 'shell')('forbidden') })
}
