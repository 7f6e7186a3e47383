import type { i18n } from 'i18next'
import { showToast } from '../ui/toasts/toast-store.ts'

/** Says that the company is suspended where another page came than the one asked for. */
export function showSuspendedToast(i18n: i18n): void {
  showToast({ id: 'suspended', type: 'warning', message: i18n.getFixedT(null, 'errors')('code.COMPANY_SUSPENDED') })
}

/** Says that the page asked for is not for this user. */
export function showForbiddenToast(i18n: i18n): void {
  showToast({ id: 'forbidden', type: 'warning', message: i18n.getFixedT(null, 'shell')('forbidden') })
}
