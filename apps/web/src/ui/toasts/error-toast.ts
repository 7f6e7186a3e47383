import type { TFunction } from 'i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import type { ErrorNotice } from '../../lib/errors/error-handler.ts'
import { errorText } from '../error-text.ts'
import { showToast } from './toast-store.ts'

/** Shows an error as a toast, titled by its level. */
export function toastOfError(notice: ErrorNotice, t: TFunction<['common', 'errors']>): void {
  showToast({
    type: notice.type,
    title: t(notice.type === 'warning' ? 'errors:title.warning' : 'errors:title.error'),
    message: errorText(notice.error, t),
    ...(notice.id ? { id: notice.id } : {}),
    ...(notice.error instanceof RequestError ? { requestId: notice.error.requestId } : {}),
  })
}
